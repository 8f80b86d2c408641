import { columnName, type Table } from '#kernel/table.ts'
import { invalidRows, type RowError } from '#server/base/app-error.ts'
import type { SaveCall, SaveRow, StoredEntry, UndoCall } from './handler.ts'
import { wireRows } from './run-query.ts'
import { findRuleErrors, type RowRule } from './table-save.ts'

/** Rules on what a caller may write, as conditions over `r`. A deleted row has only its key. */
export type ReachRules = (call: Pick<SaveCall, 'userId' | 'scope'>) => readonly RowRule[]

/** Throws for rows that the caller must not write, including deleted ones. */
export async function rejectOutOfReach(
  call: SaveCall,
  table: Table,
  columns: readonly string[],
  rules: ReachRules,
): Promise<void> {
  const rows = call.rows.map((row) => (row.flag === 'D' ? withKeyOnly(table, row) : row))
  const errors = await findDeniedRows(call, table, columns, rows, rules)
  if (errors.length > 0) throw invalidRows(errors)
}

/** Errors for imported rows that the caller must not restore or delete by undoing the import. */
export function findDeniedUndo(
  call: UndoCall,
  table: Table,
  columns: readonly string[],
  entries: readonly StoredEntry[],
  rules: ReachRules,
): Promise<RowError[]> {
  const rows = entries.map((entry) => toRestoredRow(table, entry))
  return findDeniedRows(call, table, columns, rows, rules)
}

async function findDeniedRows(
  call: UndoCall,
  table: Table,
  columns: readonly string[],
  rows: readonly SaveRow[],
  rules: ReachRules,
): Promise<RowError[]> {
  const errors = await findRuleErrors(call.tx, table, columns, rows, rules(call))
  return errors.map((error) => ({ ...error, isDenied: true }))
}

function withKeyOnly(table: Table, row: SaveRow): SaveRow {
  const values = Object.fromEntries(table.key.map((name) => [name, row.values[name] ?? null]))
  return { ...row, values }
}

function toRestoredRow(table: Table, { no, change, key, before }: StoredEntry): SaveRow {
  const empty = Object.keys(table.fields).map((name) => [columnName(name), null])
  const stored: object = before === null ? key : JSON.parse(before)
  const values = wireRows(table.fields, [{ ...Object.fromEntries(empty), ...stored }])[0] ?? {}
  const flag = change === 'I' ? 'D' : 'U'
  return { no, flag, version: null, type: 'H', docRef: '', values }
}
