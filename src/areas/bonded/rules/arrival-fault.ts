import type { Amount } from './split-part.ts'

/** Kind of fault that keeps goods from being taken in. */
export type ArrivalFault = 'OVER' | 'SHORT' | 'SEAL' | 'DAMAGE'

/** What was declared against what stood at the door. */
export interface Arrival {
  readonly declared: Amount
  readonly found: Amount
  /** Per cent by which the weight may differ without a correction of the manifest. */
  readonly tolerance: number
  readonly sealDeclared?: string | null
  readonly sealFound?: string | null
  readonly damagedPackages?: number
}

const plain = (seal: string) => seal.replaceAll(/[^0-9A-Za-z]/g, '').toUpperCase()

/**
 * First fault of an arrival; undefined when it may be taken in. Packages have no tolerance, weight
 * has that of its kind of goods, both ways (second-half.md §1, *Over/short*). A seal is compared by
 * its letters and digits, and only where one was declared and one was read.
 */
export function arrivalFault(arrival: Arrival): ArrivalFault | undefined {
  const { declared, found, tolerance } = arrival
  const { sealDeclared, sealFound, damagedPackages = 0 } = arrival
  if (found.packages !== declared.packages) {
    return found.packages > declared.packages ? 'OVER' : 'SHORT'
  }
  // tolerance has two decimals: everything times 10,000 is whole.
  const [off, allowed] = [
    Math.abs(found.grams - declared.grams) * 10_000,
    declared.grams * Math.round(tolerance * 100),
  ]
  if (off > allowed) return found.grams > declared.grams ? 'OVER' : 'SHORT'
  if (sealDeclared && sealFound && plain(sealDeclared) !== plain(sealFound)) return 'SEAL'
  return damagedPackages > 0 ? 'DAMAGE' : undefined
}
