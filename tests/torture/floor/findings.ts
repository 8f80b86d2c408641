/** Checks by name. An error of the product is reported under the first that applies. */
export const findingKinds = {
  COUNT_MOVED: 'a count books stock that moved between two scans',
  COUNT_ARRIVED: 'a count doubles stock that arrived during the job',
  SHARED_CODE: 'pieces of a wrong item leave checked although every scan was honest',
  SERIAL_BACK: 'a serial number that came back cannot leave again',
  SERIAL: 'a serial number is not where it was keyed, or was keyed where it is not and accepted',
  RETURN: 'pieces that a customer still has return, or returned pieces return again',
  CLAIM: 'two people work on one task',
  TRANSIT_OPEN: 'stock in transit that no operation can close',
  MISSING_AGAIN: 'a picker is sent for stock that was reported missing',
  BACKORDER: 'a backorder is not what its shipment left open',
  RECALL: 'stock under a lot hold rule is allocated',
  COUNT: 'an honest count does not correct the books',
  BOOKS: 'the books differ from the shelves without a human error',
  REFUSED: 'an honest step is refused',
} as const

export type FindingKind = keyof typeof findingKinds

export interface Finding {
  readonly kind: FindingKind
  readonly step: number
  readonly text: string
  /** Last steps that touched the place. */
  readonly trace: readonly string[]
}

export class Findings {
  readonly counts = new Map<FindingKind, number>()
  readonly examples: Finding[] = []

  add(finding: Finding): void {
    const count = (this.counts.get(finding.kind) ?? 0) + 1
    this.counts.set(finding.kind, count)
    if (count <= 3) this.examples.push(finding)
  }

  /** Findings by kind, with the first examples of each. */
  report(): string {
    const kinds = [...this.counts].toSorted(([a], [b]) => (a < b ? -1 : 1))
    const table = kinds.map(([kind, count]) => `${kind} ×${count}: ${findingKinds[kind]}`)
    const examples = this.examples.map(
      ({ kind, step, text, trace }) =>
        `${kind} at step ${step}: ${text}${trace.map((line) => `\n    ${line}`).join('')}`,
    )
    return [...table, ...examples].join('\n')
  }
}
