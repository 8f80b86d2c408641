import type { Sql } from 'sql-template-tag'
import type { Label } from '#kernel/label.ts'

/** Values for the message of a broken placement rule. */
export type Facts = Readonly<Record<string, string | number>>

export interface Check {
  /**
   * SELECT of `no, facts` for every violation, over `arrival` (one row per movement into a cell)
   * and `target` (one row per cell that receives stock it did not hold).
   */
  readonly violations: Sql
  readonly text: (facts: Facts) => Label
}
