import type { Sql } from 'sql-template-tag'
import type { Label } from '#kernel/label.ts'

/** Values for the message of a broken placement rule. */
export type Facts = Readonly<Record<string, string | number>>

export interface Check {
  /**
   * SELECT of `no, facts` for every violation, over three CTEs: `arrival` (one row per movement
   * into a cell), `entry` (arrivals of stock that was not in the cell before, with item, cell and
   * zone) and `target` (one row per cell of `entry`). Rules on the contents of a cell read the
   * relation `stored` instead of `stock_balance`.
   */
  readonly violations: Sql | ((stored: Sql) => Sql)
  readonly text: (facts: Facts) => Label
}
