import sql, { raw, type Sql } from 'sql-template-tag'
import type { Transaction } from '#server/db/database.ts'
import type { ColumnEngine } from './column-engine.ts'
import type { RowCopy } from './row-copy.ts'

const batchRows = 20_000
/** A checkpoint compresses the rows before it, which limits the memory of the first copy. */
const checkpointBatches = 10
/** ASCII separators, which no code or name contains. A row with one is rejected. */
const separators = { row: 30, value: 31, none: 29 } as const

/** Each row as one text, which takes the least time to transfer. */
function rowLinesSql({ columns }: RowCopy, rows: Sql): Sql {
  const values = Object.keys(columns).map(
    (name) => `coalesce(r.${name}::text, chr(${separators.none}))`,
  )
  return sql`select concat_ws(chr(${raw(String(separators.value))}), ${raw(values.join(', '))}) line
    from (${rows}) r`
}

export async function createTable(engine: ColumnEngine, { name, columns }: RowCopy): Promise<void> {
  const declared = Object.entries(columns).map(([column, type]) => `${column} ${type}`)
  await engine.write(`create or replace table ${name} (${declared.join(', ')})`)
}

/** Copies all rows of the transaction's snapshot. */
export async function copyAllRows(
  tx: Transaction,
  engine: ColumnEngine,
  copy: RowCopy,
): Promise<void> {
  const statement = rowLinesSql(copy, copy.rows())
  await tx.execute(sql`declare copied_rows no scroll cursor for ${statement}`)
  for (let batch = 1; ; batch += 1) {
    const rows = await tx.query<{ line: string }>(
      sql`fetch ${raw(String(batchRows))} from copied_rows`,
    )
    await insertLines(engine, copy, rows)
    const isLast = rows.length < batchRows
    if (isLast || batch % checkpointBatches === 0) await engine.write('checkpoint')
    if (isLast) return
  }
}

/** Replaces the rows with these keys by those of the transaction's snapshot. */
export async function replaceRows(
  tx: Transaction,
  engine: ColumnEngine,
  copy: RowCopy,
  keys: readonly number[],
): Promise<void> {
  const rows = await tx.query<{ line: string }>(
    rowLinesSql(copy, copy.rows(sql`select unnest(${[...keys]}::bigint[])`)),
  )
  await engine.write('begin')
  try {
    await engine.write(
      `delete from ${copy.name}
        where ${copy.key} in (select unnest(string_split($1, ','))::bigint)`,
      [keys.join()],
    )
    await insertLines(engine, copy, rows)
    await engine.write('commit')
  } catch (error) {
    await engine.write('rollback')
    throw error
  }
}

async function insertLines(
  engine: ColumnEngine,
  { name, columns }: RowCopy,
  rows: readonly { readonly line: string }[],
): Promise<void> {
  if (rows.length === 0) return
  const types = Object.values(columns)
  const values = types.map((type, index) => {
    return `nullif(f[${index + 1}], chr(${separators.none}))${type === 'text' ? '' : `::${type}`}`
  })
  const inserted = await engine.write(
    `insert into ${name} select ${values.join(', ')} from (
      select string_split(line, chr(${separators.value})) f
      from (select unnest(string_split($1, chr(${separators.row}))) line))
    where len(f) = ${types.length}`,
    [rows.map(({ line }) => line).join(String.fromCharCode(separators.row))],
  )
  if (inserted !== rows.length) throw new Error(`${name}: a value contains a separator`)
}
