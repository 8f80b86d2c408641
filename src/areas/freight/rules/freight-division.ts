import type { freightCodeLists } from './code-lists.ts'

export type FreightDivision = keyof (typeof freightCodeLists)['freight-division']

interface Journey {
  readonly origin: string
  readonly destination: string
  readonly home: string
  readonly via?: readonly string[]
}

/**
 * Freight division of a journey. The spec (§9) defines only DI: origin equals destination. The
 * others depend on where the journey touches the home country: it ends there (IN), starts there
 * (OP), passes through (IT) or never touches it (OS). Places are countries or UN/LOCODEs, compared
 * by country. Returns undefined if origin or destination is unknown.
 */
export function freightDivision(journey: Journey): FreightDivision | undefined {
  const country = (place: string) => place.slice(0, 2)
  const [origin, destination, home] = [
    country(journey.origin),
    country(journey.destination),
    country(journey.home),
  ]
  if (origin === '' || destination === '') return undefined
  if (origin === destination) return 'DI'
  if (destination === home) return 'IN'
  if (origin === home) return 'OP'
  return journey.via?.some((place) => country(place) === home) ? 'IT' : 'OS'
}
