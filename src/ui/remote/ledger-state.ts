import { proxy } from 'valtio'

export interface LedgerFacts {
  /** End of the last check as `yyyyMMddHHmmss`, null before the first. */
  readonly CHECKED_AT: string | null
  readonly FINDINGS: number
}

export const ledgerState = proxy({
  facts: undefined as LedgerFacts | undefined,
  isHeard: true,
})
