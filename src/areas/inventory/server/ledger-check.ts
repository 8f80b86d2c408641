import type { Sql } from 'sql-template-tag'
import type { KeyFilter, Subject } from './ledger-subjects.ts'

/** Ledger invariant (domain.md, *Stock is a ledger*) and the query for its violations. */
export interface LedgerCheck {
  readonly name: string
  readonly ko: string
  /** Subject of the invariant. Every violation includes the columns of the subject's key. */
  readonly subject: Subject
  /** SELECT of violations among the keys accepted by `only`. Empty if the invariant holds. */
  readonly breaches: (only: KeyFilter) => Sql
  readonly looked: Sql
}
