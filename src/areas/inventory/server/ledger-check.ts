import type { Sql } from 'sql-template-tag'
import type { Only, Subject } from './ledger-subjects.ts'

/** One invariant of the ledger (domain.md, *Stock is a ledger*) and the rows that break it. */
export interface LedgerCheck {
  readonly name: string
  readonly ko: string
  /** What a breach is a breach of: every breach carries the columns of the subject's key. */
  readonly subject: Subject
  /** SELECT of what breaks it among the keys that `only` lets through; no row when it holds. */
  readonly breaches: (only: Only) => Sql
  /** SELECT of one number: how many rows there are to look at. */
  readonly looked: Sql
}
