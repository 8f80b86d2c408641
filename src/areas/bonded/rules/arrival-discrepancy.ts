import type { Amount } from './split-part.ts'

/** Discrepancy that prevents cargo from being received. */
export type ArrivalDiscrepancy = 'OVER' | 'SHORT' | 'SEAL' | 'DAMAGE'

export interface Arrival {
  readonly declared: Amount
  readonly found: Amount
  /** Maximum weight difference in percent that needs no correction of the manifest. */
  readonly tolerance: number
  readonly sealDeclared?: string | null
  readonly sealFound?: string | null
  readonly damagedPackages?: number
}

const formatPlain = (seal: string) => seal.replaceAll(/[^0-9A-Za-z]/g, '').toUpperCase()

/**
 * Returns the first discrepancy of an arrival, or undefined if it can be received. Packages have no
 * tolerance. Weight has the tolerance of its cargo type in both directions (second-half.md §1,
 * *Over/short*). Seals are compared by letters and digits, only if both were recorded.
 */
export function arrivalDiscrepancy(arrival: Arrival): ArrivalDiscrepancy | undefined {
  const { declared, found, tolerance } = arrival
  const { sealDeclared, sealFound, damagedPackages = 0 } = arrival
  if (found.packages !== declared.packages) {
    return found.packages > declared.packages ? 'OVER' : 'SHORT'
  }
  // `tolerance` has two decimals, so multiplying by 10,000 keeps the comparison in integers.
  const [difference, allowed] = [
    Math.abs(found.grams - declared.grams) * 10_000,
    declared.grams * Math.round(tolerance * 100),
  ]
  if (difference > allowed) return found.grams > declared.grams ? 'OVER' : 'SHORT'
  if (sealDeclared && sealFound && formatPlain(sealDeclared) !== formatPlain(sealFound))
    return 'SEAL'
  return damagedPackages > 0 ? 'DAMAGE' : undefined
}
