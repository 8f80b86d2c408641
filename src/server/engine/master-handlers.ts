import sql, { empty, raw, type Sql } from 'sql-template-tag'
import type { Label } from '#kernel/label.ts'
import type { Procedure, Query } from '#kernel/operation.ts'
import { columnName, type Table } from '#kernel/table.ts'
import { invalidRows, type RowError } from '#server/base/app-error.ts'
import { matchesCodeOrName, type CodeSearch } from './code-search.ts'
import {
  handleEdits,
  handleQuery,
  type Handler,
  type ImportKind,
  type QueryCall,
  type SaveCall,
} from './handler.ts'
import { recordHistory } from './fact-history.ts'
import { findDeniedUndo, rejectOutOfReach, type ReachRules } from './reach-rules.ts'
import { tableImport, type IsVisible } from './table-import.ts'
import { rejectOutOfScope, saveTable, type Reference, type RowRule } from './table-save.ts'

/** Value of the checked column, with its row number in the save or import. */
export interface CheckedValue {
  readonly no: number
  readonly value: string
}

/** Check of one key column, for saved rows and for rows that are restored by undoing an import. */
interface ColumnCheck {
  readonly column: string
  readonly findErrors: (
    call: Pick<SaveCall, 'tx' | 'userId'>,
    values: readonly CheckedValue[],
  ) => Promise<RowError[]>
}

interface MasterOptions {
  readonly references?: readonly Reference[]
  readonly rules?: readonly RowRule[] | ((call: SaveCall) => readonly RowRule[])
  readonly select?: Sql | ((call: QueryCall) => Sql)
  /** Columns to save, if the table also has derived ones. */
  readonly input?: readonly string[]
  /** Whether to record each change with old and new values (trigger `keep_change` of the table). */
  readonly history?: boolean
  /** Checks the rows as entered. Throws if they are invalid. */
  readonly beforeSave?: (call: SaveCall) => Promise<void> | void
  readonly columnCheck?: ColumnCheck
  /** Rules that, unlike `rules`, are also checked when deleting rows and undoing an import. */
  readonly reach?: ReachRules
  /** Stored rows `t` that the caller can see, if the scope of the table does not decide that. */
  readonly isVisible?: IsVisible
  readonly codeSearch?: CodeSearch
  /** Runs after the save, in the same transaction. The returned message replaces the row count. */
  readonly afterSave?: (call: SaveCall) => Promise<Label | undefined>
}

export function masterHandlers(
  table: Table,
  operations: { query: Query; save: Procedure },
  options: MasterOptions = {},
): Handler[] {
  const {
    references = [],
    rules = [],
    history = false,
    beforeSave,
    columnCheck,
    afterSave,
    codeSearch,
  } = options
  const { reach } = options
  const order = table.key.map((key) => `v.${columnName(key)}`).join(', ')
  const input = options.input ?? Object.keys(operations.save.input)
  const columns = table.scope.warehouse ? [table.scope.warehouse, ...input] : input
  const sheets = tableImport(table, operations.save.input, options.isVisible)
  const imports = reach ? limitUndo(sheets, table, columns, reach) : sheets
  return [
    handleQuery(
      operations.query,
      order,
      (call) => {
        const text = codeSearch ? call.search['FIND'] : null
        const found =
          codeSearch && text ? sql`where ${matchesCodeOrName(codeSearch, String(text))}` : empty
        return sql`${resolveSelect(options, call) ?? selectRowsInScope(table, operations.query)} ${found}`
      },
      codeSearch ? ['FIND'] : [],
    ),
    handleEdits(
      operations.save,
      async (call) => {
        await rejectOutOfScope(call, table, call.rows)
        if (reach) await rejectOutOfReach(call, table, columns, reach)
        await beforeSave?.(call)
        if (columnCheck) await rejectColumnErrors(call, columnCheck)
        if (history) await recordHistory(call)
        const own = typeof rules === 'function' ? rules(call) : rules
        const saved = await saveTable(call, table, columns, references, own)
        const message = await afterSave?.(call)
        return message ? { ...saved, message } : saved
      },
      columnCheck ? checkUndo(imports, columnCheck) : imports,
    ),
  ]
}

async function rejectColumnErrors(
  call: SaveCall,
  { column, findErrors }: ColumnCheck,
): Promise<void> {
  const values = call.rows.map(({ no, values: row }) => ({ no, value: String(row[column]) }))
  const errors = await findErrors(call, values)
  if (errors.length > 0) throw invalidRows(errors)
}

function checkUndo(imports: ImportKind, { column, findErrors }: ColumnCheck): ImportKind {
  return {
    ...imports,
    undo: async (call, entries) => {
      const values = entries.map(({ no, key }) => ({ no, value: String(key[columnName(column)]) }))
      const errors = await findErrors(call, values)
      return errors.length > 0 ? errors : imports.undo(call, entries)
    },
  }
}

function limitUndo(
  imports: ImportKind,
  table: Table,
  columns: readonly string[],
  reach: ReachRules,
): ImportKind {
  return {
    ...imports,
    undo: async (call, entries) => {
      const denied = await findDeniedUndo(call, table, columns, entries, reach)
      return denied.length > 0 ? denied : imports.undo(call, entries)
    },
  }
}

function resolveSelect({ select }: MasterOptions, call: QueryCall): Sql | undefined {
  return typeof select === 'function' ? select(call) : select
}

function selectRowsInScope(table: Table, query: Query): Sql {
  return 'OWNER_NM' in query.output && table.name !== 'owner'
    ? sql`select t.*, o.owner_nm from ${raw(table.name)} t join owner o using (owner_cd)`
    : sql`select t.* from ${raw(table.name)} t`
}
