import sql, { join, raw, type Sql } from 'sql-template-tag'
import { josa } from '#kernel/josa.ts'
import { formatCount } from '#kernel/format-count.ts'
import { timestampAt } from '#kernel/calendar.ts'
import type { Field, WireRow } from '#kernel/field.ts'
import { label, type Label } from '#kernel/label.ts'
import { columnName, type Table } from '#kernel/table.ts'
import type { Queryable } from '#server/db/database.ts'
import type { DataScope } from '#server/auth/caller.ts'
import { toShownUser } from '#server/auth/visible-names.ts'
import { AppError, invalidRows, conflictingRows, type RowError } from '#server/base/app-error.ts'
import type { SaveCall, SaveResult, SaveRow } from './handler.ts'
import { findUsages } from './find-usages.ts'
import { describeDifferences, type CurrentRow } from './row-differences.ts'
import { deleteVersioned, firstVersion } from './removed-versions.ts'
import { existingKey, repeatedKey, rowDeleted, unknownReference } from './row-texts.ts'
import { sqlType } from './sql-type.ts'

/** A foreign key that is checked for all rows in one statement before writing. */
export interface Reference {
  readonly columns: readonly string[]
  readonly table: string
  readonly to?: readonly string[]
}

export interface RowRule {
  readonly column: string
  readonly where: Sql
  readonly text: Label | ((values: WireRow) => Label)
  /** Saved documents keep a code in this column even if its record is no longer in use. */
  readonly isCode?: boolean
}

export async function findRuleErrors(
  tx: Queryable,
  table: Table,
  columns: readonly string[],
  rows: readonly SaveRow[],
  rules: readonly RowRule[],
): Promise<RowError[]> {
  if (rows.length === 0) return []
  const given = sql`select * from ${recordsetSql(table.fields, columns, rows)}`
  const broken = await findViolations(
    tx,
    given,
    rules.map(({ where }) => where),
  )
  return rules.flatMap(({ column, text }, index) =>
    toRowErrors(broken[index] ?? [], rows, column, text),
  )
}

/**
 * For each condition over `r`, returns the rows of `given` that match it. Reads the rows once for
 * all conditions.
 */
export async function findViolations(
  tx: Queryable,
  given: Sql,
  conditions: readonly Sql[],
): Promise<readonly (readonly { no: number }[])[]> {
  if (conditions.length === 0) return []
  const parts = conditions.map((where, index) => {
    return sql`select ${raw(String(index))} condition, r.no from given r where ${where}`
  })
  const found = await tx.query<{ condition: number; no: number }>(sql`
    with given as materialized (${given}) ${join(parts, ' union all ')}`)
  const broken = Map.groupBy(found, ({ condition }) => condition)
  return conditions.map((_, index) => broken.get(index) ?? [])
}

export function toRowErrors(
  numbers: readonly { no: number }[],
  rows: readonly SaveRow[],
  column: string,
  text: Label | ((values: WireRow) => Label),
): RowError[] {
  const wanted = new Set(numbers.map(({ no }) => no))
  return rows
    .filter(({ no }) => wanted.has(no))
    .map(({ no: row, values }) => {
      return { row, column, text: typeof text === 'function' ? text(values) : text }
    })
}

/**
 * Inserts, updates and deletes rows of one table by key and version, with one statement each.
 * Throws the errors of all failing rows. If another user has changed a row, its error contains that
 * user and the time.
 */
export async function saveTable(
  call: SaveCall,
  table: Table,
  columns: readonly string[],
  references: readonly Reference[] = [],
  rules: readonly RowRule[] = [],
): Promise<SaveResult> {
  const rows = call.rows.map((row) => withWarehouse(row, table, call.scope.wcode))
  await rejectOutOfScope(call, table, rows)
  const remaining = rows.filter((row) => row.flag !== 'D')
  const ruleErrors = await Promise.all([
    findRuleErrors(call.tx, table, columns, remaining, rules),
    findDuplicateKeys(call, table, rows),
    danglingReferenceErrors(call, table, remaining, references),
  ])
  const errors = ruleErrors.flat()
  if (errors.length) throw invalidRows(errors)
  await insertRows(
    call,
    table,
    columns,
    rows.filter((row) => row.flag === 'I'),
  )
  await updateRows(
    call,
    table,
    columns,
    rows.filter((row) => row.flag === 'U'),
  )
  await deleteRows(
    call,
    table,
    rows.filter((row) => row.flag === 'D'),
  )
  return {
    rows: rows.map((row) => ({ ROW: row.no })),
    message: label(
      `${formatCount(rows.length)}건을 저장했습니다.`,
      `${formatCount(rows.length, 'row')} saved.`,
    ),
  }
}

/**
 * SQL condition: the stored row `t` is in the caller's warehouse and belongs to one of the caller's
 * owners. Undefined if the key of the table already ensures that.
 */
export function isInScope(table: Table, { wcode, owners }: DataScope): Sql | undefined {
  const { warehouse, owner } = table.scope
  const isOpen = (column: string | undefined): column is string =>
    column !== undefined && !table.key.includes(column)
  const conditions = [
    ...(isOpen(warehouse) ? [sql`${raw(`t.${columnName(warehouse)}`)} = ${wcode}`] : []),
    ...(owners && isOpen(owner)
      ? [sql`${raw(`t.${columnName(owner)}`)} = any(${[...owners]}::text[])`]
      : []),
  ]
  return conditions.length > 0 ? sql`(${join(conditions, ' and ')})` : undefined
}

/** Throws for stored rows out of scope, like for rows that another user has deleted. */
export async function rejectOutOfScope(
  call: Pick<SaveCall, 'tx' | 'scope'>,
  table: Table,
  rows: readonly SaveRow[],
): Promise<void> {
  const condition = isInScope(table, call.scope)
  const known = rows.filter(({ flag }) => flag !== 'I')
  if (!condition || known.length === 0) return
  const found = await call.tx.query<{ no: number }>(sql`
    select r.no from ${recordsetSql(table.fields, table.key, known)}
    join ${raw(table.name)} t on ${isSameKey(table)} where ${condition} is not true`)
  if (found.length === 0) return
  throw conflictingRows(found.map(({ no: row }) => ({ row, text: rowDeleted })))
}

function withWarehouse(row: SaveRow, table: Table, wcode: string): SaveRow {
  const column = table.scope.warehouse
  return column ? { ...row, values: { ...row.values, [column]: wcode } } : row
}

/**
 * Version of a saved row, with which it can be saved again without being reloaded. `first` is the
 * version of a new row.
 */
export function toSavedVersion(
  { flag, version }: Pick<SaveRow, 'flag' | 'version'>,
  first = 1,
): WireRow {
  return flag === 'D' ? {} : { VERSION: flag === 'I' ? first : (version ?? 0) + 1 }
}

/**
 * Passes any number of rows as one JSON parameter. Returns a typed relation `r(no, version,
 * …columns)`.
 */
export function recordsetSql(
  fields: Readonly<Record<string, Field>>,
  columns: readonly string[],
  rows: readonly SaveRow[],
): Sql {
  const json = rows.map((row) => {
    const record: Record<string, unknown> = { no: row.no, version: row.version }
    for (const column of columns) record[columnName(column)] = row.values[column] ?? null
    return record
  })
  const types = columns.map((column) => {
    const field = fields[column]
    if (!field) throw new Error(`column ${column} is no field`)
    return `${columnName(column)} ${sqlType(field)}`
  })
  return sql`jsonb_to_recordset(${JSON.stringify(json)}::jsonb)
    as r(${raw(['no integer', 'version integer', ...types].join(', '))})`
}

function columnNames(columns: readonly string[], prefix = ''): Sql {
  return raw(columns.map((column) => prefix + columnName(column)).join(', '))
}

function isSameKey(table: Table): Sql {
  return raw(table.key.map((key) => `t.${columnName(key)} = r.${columnName(key)}`).join(' and '))
}

function keyText(table: Table, values: WireRow): string {
  return table.key
    .filter((key) => key !== table.scope.warehouse)
    .map((key) => values[key])
    .join(' / ')
}

async function findDuplicateKeys(
  call: SaveCall,
  table: Table,
  rows: readonly SaveRow[],
): Promise<RowError[]> {
  const errors: RowError[] = []
  const seen = new Map<string, number>()
  for (const row of rows) {
    const key = keyText(table, row.values)
    const first = seen.get(key)
    if (first === undefined) seen.set(key, row.no)
    else errors.push({ row: row.no, text: repeatedKey(key, first), column: table.key.at(-1) ?? '' })
  }
  const inserted = rows.filter((row) => row.flag === 'I')
  if (inserted.length) {
    const existing = await call.tx.query<{ no: number }>(sql`
      select r.no from ${recordsetSql(table.fields, table.key, inserted)}
      join ${raw(table.name)} t on ${isSameKey(table)}`)
    const taken = new Set(existing.map(({ no }) => no))
    for (const row of inserted.filter(({ no }) => taken.has(no))) {
      const key = keyText(table, row.values)
      errors.push({ row: row.no, text: existingKey(key), column: table.key.at(-1) ?? '' })
    }
  }
  return errors
}

async function danglingReferenceErrors(
  call: SaveCall,
  table: Table,
  rows: readonly SaveRow[],
  references: readonly Reference[],
): Promise<RowError[]> {
  if (rows.length === 0) return []
  const found = references.map(async ({ columns, table: target, to = columns }) => {
    const last = columns.at(-1) ?? ''
    const match = columns.map((column, index) => {
      return `x.${columnName(to[index] ?? column)} = r.${columnName(column)}`
    })
    const missing = await call.tx.query<{ no: number }>(sql`
      select r.no from ${recordsetSql(table.fields, columns, rows)}
      where ${raw(`r.${columnName(last)}`)} is not null
        and not exists (select from ${raw(target)} x where ${raw(match.join(' and '))})`)
    const title = table.fields[last]?.label ?? label(last, last)
    return toRowErrors(missing, rows, last, (values) => unknownReference(title, values[last]))
  })
  return (await Promise.all(found)).flat()
}

async function insertRows(
  call: SaveCall,
  table: Table,
  columns: readonly string[],
  rows: readonly SaveRow[],
): Promise<void> {
  if (rows.length === 0) return
  await call.tx.execute(sql`
    insert into ${raw(table.name)} (${columnNames(columns)}, version, created_by, updated_by)
    select ${columnNames(columns, 'r.')}, ${firstVersion(table)}, ${call.userId}, ${call.userId}
    from ${recordsetSql(table.fields, columns, rows)}`)
}

async function updateRows(
  call: SaveCall,
  table: Table,
  columns: readonly string[],
  rows: readonly SaveRow[],
): Promise<void> {
  if (rows.length === 0) return
  const editable = columns.filter((column) => !table.key.includes(column))
  // A table whose columns are all keys has no editable columns.
  const set = join(
    [
      ...editable.map((column) => raw(`${columnName(column)} = r.${columnName(column)}`)),
      raw('version = t.version + 1'),
    ],
    ', ',
  )
  const done = await call.tx.query<{ no: number }>(sql`
    update ${raw(table.name)} t
    set ${set}, updated_by = ${call.userId}, updated_at = now()
    from ${recordsetSql(table.fields, columns, rows)}
    where ${isSameKey(table)} and t.version = r.version returning r.no`)
  await rejectStale(call, table, rows, done)
}

async function deleteRows(call: SaveCall, table: Table, rows: readonly SaveRow[]): Promise<void> {
  if (rows.length === 0) return
  await rejectReferenced(call, table, rows)
  const given = recordsetSql(table.fields, table.key, rows)
  const isCurrent = sql`${isSameKey(table)} and t.version = r.version`
  const done = await deleteVersioned(call.tx, table, given, isCurrent)
  await rejectStale(call, table, rows, done)
}

async function rejectReferenced(
  { tx }: SaveCall,
  table: Table,
  rows: readonly SaveRow[],
): Promise<void> {
  const used = await findUsages(tx, table, recordsetSql(table.fields, table.key, rows))
  if (used.size === 0) return
  const errors = rows.flatMap(({ no, values }): RowError[] => {
    const why = used.get(no)
    if (!why) return []
    const key = keyText(table, values)
    return [{ row: no, text: label(`${key}: ${why.ko}`, `${key}: ${why.en}`) }]
  })
  const text = label(
    '다른 자료가 사용 중인 행이 있어 삭제하지 않았습니다. 표시된 행을 확인하세요.',
    'Rows in use were not deleted. Check the marked rows.',
  )
  throw new AppError(409, 'REFERENCE', text, errors)
}

/**
 * Throws errors for rows whose version no longer matches: changed (by whom and when) or deleted.
 */
export async function rejectStale(
  call: SaveCall,
  table: Table,
  rows: readonly SaveRow[],
  done: readonly { no: number }[],
): Promise<void> {
  if (done.length === rows.length) return
  const met = new Set(done.map(({ no }) => no))
  const missed = rows.filter(({ no }) => !met.has(no))
  const now = await call.tx.query<CurrentRow>(sql`
    select r.no, t.updated_by, t.updated_at, to_jsonb(t) as current
    from ${recordsetSql(table.fields, table.key, missed)}
    join ${raw(table.name)} t on ${isSameKey(table)}`)
  const current = new Map(now.map((row) => [row.no, row]))
  throw conflictingRows(missed.map((row) => staleError(call, table, row, current.get(row.no))))
}

function staleError(
  call: SaveCall,
  table: Table,
  row: SaveRow,
  now: CurrentRow | undefined,
): RowError {
  if (!now) return { row: row.no, text: rowDeleted }
  const when = timestampAt(Date.parse(now.updated_at))
  const day = `${when.slice(4, 6)}-${when.slice(6, 8)}`
  const at = `${day} ${when.slice(8, 10)}:${when.slice(10, 12)}:${when.slice(12)}`
  const { ko, en } = describeDifferences(table, row, now)
  const { name, ...shown } = toShownUser(now.updated_by, call)
  const text = label(
    `${name.ko}${josa(name.ko, '이/가')} ${at}에 먼저 수정했습니다${ko}. 입력한 값은 유지됩니다. 다시 조회해 비교하세요.`,
    `${name.en} changed this row at ${at}${en}. Your input is kept. Search again to compare.`,
  )
  return { row: row.no, text, ...shown, when }
}
