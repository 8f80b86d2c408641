import sql from 'sql-template-tag'
import { josa } from '#kernel/josa.ts'
import type { Value } from '#kernel/field.ts'
import { label, type Label } from '#kernel/label.ts'
import { findTable } from '#kernel/table.ts'
import type { DataScope } from '#server/auth/caller.ts'
import { DatabaseError, type Queryable } from '#server/db/database.ts'
import type { RowError } from '#server/base/app-error.ts'
import type { ConstraintText } from './constraint-text.ts'
import { constraintTexts } from './constraint-texts.ts'
import type { SaveRow } from './handler.ts'
import { unknownReference } from './row-texts.ts'

interface Explanation {
  readonly column: string | undefined
  readonly text: (value: Value) => Label
}

/** Removes the detail of an error if it names a row outside the scope of the call. */
export async function hideForeignDetail(
  db: Queryable,
  { wcode, owners }: DataScope,
  error: DatabaseError,
): Promise<DatabaseError> {
  const words = error.constraint === undefined ? undefined : constraintTexts[error.constraint]
  if (error.detail === undefined || !words?.conflicting) return error
  const [visible] = await db.query(sql`
    select 1 from (${words.conflicting(error.detail)}) d where d.wcode = ${wcode}
      and (${owners === null} or d.owner_cd = any(${[...(owners ?? [])]}::text[]))`)
  if (visible) return error
  const { code, message, constraint, table, column } = error
  return new DatabaseError({ code, message, constraint, table, column, cause: error })
}

/** Explains a constraint violation by its column. Returns undefined for other errors. */
export async function explainConstraint(
  db: Queryable,
  error: DatabaseError,
): Promise<Explanation | undefined> {
  const columns = await findColumns(db, error)
  const words = error.constraint ? constraintTexts[error.constraint] : undefined
  if (words) return { column: words.column ?? columns.at(-1), text: () => describe(words, error) }
  const column = columns.at(-1)
  const title = getColumnTitle(error.table, column)
  switch (error.code) {
    case '23502':
      return {
        column,
        text: () => label(`${title.ko} 항목은 필수 입력입니다.`, `${title.en} is required.`),
      }
    case '23503':
      return {
        column,
        text: (value) => unknownReference(title, value),
      }
    case '23505':
      return {
        column,
        text: (value) =>
          label(
            `${title.ko} ${value ?? ''}: 이미 있는 자료입니다.`,
            `${title.en} ${value ?? ''} already exists.`,
          ),
      }
    case '23514':
      return {
        column,
        text: (value) =>
          label(
            `${title.ko}: '${value ?? ''}'${josa(value ?? '', '은/는')} 저장할 수 없는 값입니다.`,
            `${title.en}: '${value ?? ''}' cannot be saved.`,
          ),
      }
    case '22003':
      return { column, text: () => label('숫자가 너무 큽니다.', 'A number is too large.') }
    default:
      return undefined
  }
}

export function describe({ text, describe: named }: ConstraintText, error: DatabaseError): Label {
  return named && error.detail !== undefined ? named(error.detail) : text
}

export function usedInText(table: string): Label {
  const { ko, en } = findTable(table)?.title ?? label(table, table)
  return label(`'${ko}'에서 사용 중입니다.`, `In use by ${en}.`)
}

export function rowError(
  row: SaveRow,
  error: DatabaseError,
  { column, text }: Explanation,
): RowError {
  if (error.code === '23503' && row.flag === 'D') {
    return { row: row.no, text: usedInText(error.table ?? '') }
  }
  const isTyped = column !== undefined && Object.hasOwn(row.values, column)
  const given = text(isTyped ? (row.values[column] ?? null) : null)
  return { row: row.no, text: given, ...(isTyped && { column }) }
}

async function findColumns(db: Queryable, error: DatabaseError): Promise<string[]> {
  if (error.column) return [error.column.toUpperCase()]
  if (!error.constraint || !error.table) return []
  const rows = await db.query<{ name: string }>(sql`
    select a.attname::text as name from (
      select conrelid as relation, conkey as keys from pg_constraint
      where conname = ${error.constraint} and conrelid = to_regclass(${error.table})
      union
      select indrelid, indkey::int2[] from pg_index
      where indexrelid = to_regclass(${error.constraint}) and indisunique) c
    cross join unnest(c.keys) with ordinality k(number, place)
    join pg_attribute a on a.attrelid = c.relation and a.attnum = k.number
    order by k.place`)
  return rows.map(({ name }) => name.toUpperCase())
}

function getColumnTitle(table: string | undefined, column: string | undefined): Label {
  const field = table && column ? findTable(table)?.fields[column] : undefined
  return field?.label ?? label(column ?? '', column ?? '')
}
