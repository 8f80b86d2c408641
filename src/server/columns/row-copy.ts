import type { Sql } from 'sql-template-tag'

/** Type name that PostgreSQL and DuckDB share. */
export type SharedType = 'text' | 'date' | 'bigint' | 'integer' | 'numeric' | `numeric(${string})`

/** A rule that decides values of many rows, identified by its kind and the columns it applies to. */
export interface DecidingRule {
  readonly kind: string
  readonly a: string
  readonly b: string
}

/** Rows of a PostgreSQL query that a server copies into columns. */
export interface RowCopy {
  readonly name: string
  /** Table with one row per copied row, to estimate their number. */
  readonly table: string
  /** Key of a row, as used in `report_change`. */
  readonly key: string
  readonly columns: Readonly<Record<string, SharedType>>
  /** Selects the rows, all or those whose key the subquery returns. */
  readonly rows: (keys?: Sql) => Sql
  /**
   * Selects the current rules as `kind`, `a`, `b` and `mark`. The mark changes with the rule. Must
   * return few rows, because every refresh reads them.
   */
  readonly rules: Sql
  /** Selects the keys of rows that depend on changed rules, or on the date since `day`. */
  readonly affected: (rules: readonly DecidingRule[], day: string) => Sql
}

/** A result as text, by column. */
export interface TextTable {
  readonly names: readonly string[]
  readonly columns: readonly (readonly (string | null)[])[]
}
