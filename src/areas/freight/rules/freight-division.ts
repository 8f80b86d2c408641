import type { freightCodeLists } from './code-lists.ts'

/** How a transport stands to the country of the house. */
export type FreightDivision = keyof (typeof freightCodeLists)['freight-division']

interface Journey {
  readonly origin: string
  readonly destination: string
  /** Country of the house. */
  readonly home: string
  /** Places between, in any order. */
  readonly via?: readonly string[]
}

/**
 * Freight division of a journey. The spec (§9) says of DI alone what it is: origin equals
 * destination. The others are read from where the journey touches the home country: it ends there
 * (IN), starts there (OP), passes through (IT), or never comes near (OS). Places are countries or
 * UN/LOCODEs, of which the country counts. Undefined while origin or destination is not known.
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
