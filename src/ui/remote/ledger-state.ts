import { proxy } from 'valtio'

/** How the ledger stands, as the server last told it. */
export interface LedgerFacts {
  /** `yyyyMMddHHmmss` of the end of the last round; null before the first. */
  readonly CHECKED_AT: string | null
  readonly FINDINGS: number
}

/** Undefined until the server has said anything. */
export const ledgerState = proxy({
  facts: undefined as LedgerFacts | undefined,
  /** The line to the server is up: what it last said still stands. */
  isHeard: true,
})
