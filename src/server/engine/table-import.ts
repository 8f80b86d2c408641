import sql, { join, raw, type Sql } from 'sql-template-tag'
import { closeSentence } from '#kernel/close-sentence.ts'
import { formatCount } from '#kernel/format-count.ts'
import { timestampAt } from '#kernel/calendar.ts'
import { josa } from '#kernel/josa.ts'
import { hasEditions } from '#kernel/edition.ts'
import type { Fields, WireRow } from '#kernel/field.ts'
import { label, type Label } from '#kernel/label.ts'
import { columnName, type Table } from '#kernel/table.ts'
import type { DbRow } from '#server/db/database.ts'
import { toShownUser, type Viewer } from '#server/auth/visible-names.ts'
import { AppError, invalidRows, type RowError } from '#server/base/app-error.ts'
import type {
  ImportEntry,
  ImportKind,
  StoredEntry,
  SaveCall,
  SaveResult,
  SaveRow,
  UndoCall,
} from './handler.ts'
import { wireRows } from './run-query.ts'
import { deleteVersioned, readVersions } from './removed-versions.ts'
import { sqlType } from './sql-type.ts'
import { isInScope, recordsetSql } from './table-save.ts'
import { findUsages } from './find-usages.ts'

interface MergedRow {
  readonly row: SaveRow
  readonly known: DbRow | undefined
  readonly isChanged: boolean
}

/**
 * Returns a condition on the stored row `t`. Rows that do not match are not merged: an error about
 * them may contain only data from the sheet.
 */
export type IsVisible = (viewer: Viewer) => Sql

/**
 * Import into one table. A row with an existing key updates that record; any other row creates one.
 * Columns missing in the sheet are unchanged in existing records and get their default in new ones.
 * Rows without changes are skipped.
 */
export function tableImport(table: Table, input: Fields, isVisible?: IsVisible): ImportKind {
  return {
    record: async (call, save) => {
      const given = await mergeRows(call, table, Object.keys(input), isVisible)
      const gone = isEdition(call, table) ? await findWithdrawnRows(call, table) : []
      const merged = [...given, ...gone]
      const unfilled = missingRequiredCells(merged, table)
      const incomplete = new Set(unfilled.map(({ row }) => row))
      const changed = merged.filter(({ row, isChanged }) => isChanged && !incomplete.has(row.no))
      const rows = changed.map(({ row }) => row)
      await save({ ...call, rows }).catch((error: unknown) => {
        throw appendErrors(error, unfilled)
      })
      if (unfilled.length > 0) throw invalidRows(unfilled)
      const created = changed.filter(({ known }) => !known).map(({ row }) => row)
      const keys = recordsetSql(table.fields, table.key, created)
      const versions = await readVersions(call.tx, table, keys)
      const entries = changed.map((row) => toImportEntry(table, row, versions))
      return { result: saveSheet(call, entries, gone.length), entries }
    },
    undo: (call, entries) => undoRows(call, table, entries),
  }
}

export function importMessage(counts: {
  readonly created: number
  readonly updated: number
  readonly withdrawn?: number
  readonly same: number
}): Label {
  const { created, updated, withdrawn = 0, same } = counts
  const gone = withdrawn
    ? label(`, 폐지 ${formatCount(withdrawn)}건`, `, ${formatCount(withdrawn)} withdrawn`)
    : label('', '')
  return label(
    `신규 ${formatCount(created)}건, 수정 ${formatCount(updated)}건${gone.ko}을 저장했습니다.${same ? ` ${formatCount(same)}건은 변경되지 않았습니다.` : ''}`,
    `${formatCount(created)} new, ${formatCount(updated)} changed${gone.en}.${same ? ` ${formatCount(same)} unchanged.` : ''}`,
  )
}

export function saveSheet(
  call: SaveCall,
  entries: readonly ImportEntry[],
  withdrawn: number,
): SaveResult {
  const created = entries.filter(({ change }) => change === 'I').length
  const updated = entries.length - created - withdrawn
  const same = call.rows.length - created - updated
  return {
    rows: call.rows.map((row) => ({ ROW: row.no })),
    changes: { created, updated, withdrawn, same },
    message: importMessage({ created, updated, withdrawn, same }),
  }
}

/**
 * Returns whether the sheet is an edition, which is a complete list: codes missing in it are
 * withdrawn.
 */
function isEdition(call: SaveCall, table: Table): boolean {
  return (
    hasEditions(table) && call.rows.some(({ values }) => (values['EDITION_CD'] ?? null) !== null)
  )
}

/** Returns updates that withdraw, as of today, the active codes missing in the new edition. */
async function findWithdrawnRows(call: SaveCall, table: Table): Promise<MergedRow[]> {
  const keys = join(
    table.key.map((key) => raw(`t.${columnName(key)} = r.${columnName(key)}`)),
    ' and ',
  )
  const found = await call.tx.query(sql`
    select t.*, to_jsonb(t)::text whole from ${raw(table.name)} t
    where t.withdrawn_dt is null and t.edition_cd is not null and not exists (
      select from ${recordsetSql(table.fields, table.key, call.rows)} where ${keys})
    order by ${raw(table.key.map(columnName).join(', '))} for update of t`)
  const last = call.rows.reduce((highest, { no }) => Math.max(highest, no), 0)
  const EDITION_CD = call.rows[0]?.values['EDITION_CD'] ?? null
  return found.map((known, index) => {
    const values = { ...wireRows(table.fields, [known])[0], WITHDRAWN_DT: call.today, EDITION_CD }
    const version = Number(known['version'])
    const row = { no: last + index + 1, flag: 'U', type: 'H', docRef: '', version, values } as const
    return { row, known, isChanged: true }
  })
}

export async function mergeRows(
  call: SaveCall,
  table: Table,
  columns: readonly string[],
  isVisible?: IsVisible,
): Promise<MergedRow[]> {
  const warehouse = table.scope.warehouse
  const rows = call.rows.map((row) =>
    warehouse ? { ...row, values: { ...row.values, [warehouse]: call.scope.wcode } } : row,
  )
  const sameKey = join(
    table.key.map((key) => raw(`t.${columnName(key)} = r.${columnName(key)}`)),
    ' and ',
  )
  const found = await call.tx.query(sql`
    select r.no sheet_row, t.*, to_jsonb(t)::text whole from ${recordsetSql(table.fields, table.key, rows)}
    join ${raw(table.name)} t on ${sameKey} where ${isInScope(table, call.scope) ?? sql`true`}
      and ${isVisible?.(call) ?? sql`true`}
    for update of t`)
  const known = new Map(found.map((row) => [row['sheet_row'], row]))
  return rows.map((row) => mergeRow(row, known.get(row.no), table, columns))
}

function mergeRow(
  row: SaveRow,
  known: DbRow | undefined,
  table: Table,
  columns: readonly string[],
): MergedRow {
  const existing = known ? wireRows(table.fields, [known])[0] : undefined
  const values: WireRow = { ...row.values }
  for (const column of columns) {
    values[column] ??= (existing ? existing[column] : table.fields[column]?.default) ?? null
  }
  if (!known) return { row: { ...row, flag: 'I', values }, known, isChanged: true }
  // A withdrawn code that reappears in an edition becomes active again.
  const wasWithdrawn = hasEditions(table) && (row.values['EDITION_CD'] ?? null) !== null
  if (wasWithdrawn) values['WITHDRAWN_DT'] = row.values['WITHDRAWN_DT'] ?? null
  const isChanged = columns.some(
    (column) => column !== 'EDITION_CD' && String(values[column]) !== String(existing?.[column]),
  )
  const version = Number(known['version'])
  return { row: { ...row, flag: 'U', version, values }, known, isChanged }
}

function missingRequiredCells(merged: readonly MergedRow[], table: Table): RowError[] {
  const required = Object.entries(table.fields).filter(([, field]) => field.required)
  return merged.flatMap(({ row, known }): RowError[] =>
    (known ? [] : required).flatMap(([column, field]): RowError[] => {
      if ((row.values[column] ?? null) !== null) return []
      const { ko, en } = field.label
      const text = label(
        `새로 등록하는 행에는 ${ko} 항목이 필요합니다.`,
        closeSentence(`A new row needs ${en}`),
      )
      return [{ row: row.no, text, column }]
    }),
  )
}

function appendErrors(error: unknown, extra: readonly RowError[]): unknown {
  if (!(error instanceof AppError) || error.rows.length === 0 || extra.length === 0) return error
  return invalidRows([...error.rows, ...extra].toSorted((a, b) => a.row - b.row))
}

function toImportEntry(
  table: Table,
  { row, known }: MergedRow,
  versions: ReadonlyMap<number, number>,
): ImportEntry {
  const key = Object.fromEntries(table.key.map((name) => [columnName(name), row.values[name]]))
  const owners = readOwners(table, [row.values, known ? wireRows(table.fields, [known])[0] : {}])
  const title = table.key
    .filter((name) => name !== table.scope.warehouse)
    .map((name) => row.values[name])
    .join(' / ')
  const base = { key, title, owners }
  if (!known) return { ...base, change: 'I', before: null, mark: String(versions.get(row.no) ?? 1) }
  const before = String(known['whole'])
  return { ...base, change: 'U', before, mark: String(Number(known['version']) + 1) }
}

/** Owners of a record before and after the import; null for a record of the site. */
function readOwners({ scope }: Table, states: readonly (WireRow | undefined)[]) {
  const column = scope.owner
  if (!column) return []
  return states.flatMap((values) => {
    const owner = values?.[column]
    return owner === undefined ? [] : [owner === null ? null : String(owner)]
  })
}

async function undoRows(
  call: UndoCall,
  table: Table,
  entries: readonly StoredEntry[],
): Promise<RowError[]> {
  const errors = await findChangedSince(call, table, entries)
  if (errors.length > 0) return errors
  const added = entries.filter(({ change }) => change === 'I')
  const used = await findReferenceErrors(call, table, added)
  if (used.length > 0) return used
  const names = table.key.map(columnName)
  const sameKey = raw(names.map((name) => `t.${name} = r.${name}`).join(' and '))
  await deleteVersioned(call.tx, table, importKeys(table, added), sql`${sameKey}`)
  await restoreRecords(
    call,
    table,
    entries.filter(({ change }) => change === 'U'),
  )
  return []
}

function importKeys(table: Table, entries: readonly StoredEntry[], extra = '') {
  const rows = entries.map(({ no, key, mark, before }) => ({
    ...key,
    no,
    mark,
    ...(extra && { before }),
  }))
  const types = table.key.map((name) => `${columnName(name)} ${sqlType(table.fields[name])}`)
  const columns = ['no integer', 'mark text', ...types]
  return sql`jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
    as r(${raw([...columns, ...(extra ? [extra] : [])].join(', '))})`
}

async function findChangedSince(
  call: UndoCall,
  table: Table,
  entries: readonly StoredEntry[],
): Promise<RowError[]> {
  const names = table.key.map(columnName)
  const sameKey = raw(names.map((name) => `t.${name} = r.${name}`).join(' and '))
  const now = await call.tx.query<{
    no: number
    version: number
    updated_by: string
    updated_at: string
  }>(sql`
    select r.no, t.version, t.updated_by, t.updated_at from ${importKeys(table, entries)}
    join ${raw(table.name)} t on ${sameKey} order by r.no for update of t`)
  const stored = new Map(now.map((row) => [row.no, row]))
  return entries.flatMap((entry): RowError[] => {
    const row = stored.get(entry.no)
    if (!row) return [{ row: entry.no, text: prefixTitle(entry, deletedSince) }]
    if (String(row.version) === entry.mark) return []
    return [changedSinceError(call, entry, row)]
  })
}

const deletedSince = label('이후에 삭제되었습니다.', 'Deleted since.')

/**
 * Error for a record that a user changed after its import. Customers see the user's name only if it
 * is their own.
 */
export function changedSinceError(
  call: Pick<UndoCall, 'userId' | 'scope'>,
  entry: StoredEntry,
  now: { readonly updated_by: string; readonly updated_at: string },
): RowError {
  const when = timestampAt(Date.parse(now.updated_at))
  const { name, ...shown } = toShownUser(now.updated_by, call)
  return { row: entry.no, text: prefixTitle(entry, changedBy(name, when)), ...shown, when }
}

function changedBy(who: Label, when: string): Label {
  const at = `${when.slice(4, 6)}-${when.slice(6, 8)} ${when.slice(8, 10)}:${when.slice(10, 12)}`
  return label(
    `이후 ${who.ko}${josa(who.ko, '이/가')} ${at}에 변경했습니다.`,
    `Changed since by ${who.en} at ${at}.`,
  )
}

export function prefixTitle({ title }: StoredEntry, why: Label): Label {
  return label(`${title}: ${why.ko}`, `${title}: ${why.en}`)
}

async function findReferenceErrors(
  call: UndoCall,
  table: Table,
  entries: readonly StoredEntry[],
): Promise<RowError[]> {
  if (entries.length === 0) return []
  const used = await findUsages(call.tx, table, importKeys(table, entries))
  return entries.flatMap((entry): RowError[] => {
    const why = used.get(entry.no)
    return why ? [{ row: entry.no, text: prefixTitle(entry, why) }] : []
  })
}

/** Columns that describe the last change. Undoing an import does not restore them. */
const changeColumns = new Set(['version', 'created_by', 'created_at', 'updated_by', 'updated_at'])

async function restoreRecords(
  call: UndoCall,
  table: Table,
  entries: readonly StoredEntry[],
): Promise<void> {
  const first = entries[0]?.before
  if (!first) return
  const previous: object = JSON.parse(first)
  const names = table.key.map(columnName)
  const generated = await call.tx.query<{ name: string }>(sql`
    select attname::text "name" from pg_attribute where attrelid = ${table.name}::regclass
      and (attidentity = 'a' or attgenerated <> '')`)
  const omitted = new Set([...names, ...changeColumns, ...generated.map(({ name }) => name)])
  const columns = Object.keys(previous).filter((name) => !omitted.has(name))
  const set = raw(columns.map((name) => `${name} = b.${name}`).join(', '))
  const sameKey = raw(names.map((name) => `t.${name} = r.${name}`).join(' and '))
  await call.tx.execute(sql`
    update ${raw(table.name)} t
    set ${set}, version = t.version + 1, updated_by = ${call.userId}, updated_at = now()
    from ${importKeys(table, entries, 'before text')},
      jsonb_populate_record(null::${raw(table.name)}, r.before::jsonb) b
    where ${sameKey}`)
}
