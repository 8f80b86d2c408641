import sql, { join, raw } from 'sql-template-tag'
import type { Database, Queryable, Transaction } from '#server/db/database.ts'
import { ownSchema } from '#server/db/own-schema.ts'

export interface CopiedTable {
  readonly name: string
  readonly columns: readonly string[]
  /** Generated columns, which cannot be inserted. */
  readonly derived: readonly string[]
  readonly key: readonly string[]
}

export interface StoreTotals {
  readonly rows: Readonly<Record<string, number>>
  readonly qty: string
  readonly sealNo: number
  /** Hex hash of the last seal. It covers the entire ledger. */
  readonly seal: string
}

/** Rows of one table in PostgreSQL's text format, which is exact for every type. */
export interface Batch {
  readonly table: string
  readonly rows: readonly string[]
}

const batchRows = 2_000
/** Smaller batches for tables with large rows, to limit a batch to a few megabytes of text. */
const batchRowsByTable: Readonly<Record<string, number>> = { stored_chunk: 8 }

/** Tables that every server fills itself, so they are not copied. */
const ownTables = new Set([
  'schema_migration',
  'page_build',
  'page_asset',
  'report_copy',
  'report_change',
  'job_kind',
])

/** Returns all tables, referenced tables first. Throws Error on circular references. */
export async function copiedTables(db: Queryable): Promise<CopiedTable[]> {
  const tables = await db.query<CopiedTable & Record<string, unknown>>(sql`
    select c.relname as name,
      (select array_agg(a.attname::text order by a.attnum) from pg_attribute a
        where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped) as columns,
      coalesce((select array_agg(a.attname::text) from pg_attribute a
        where a.attrelid = c.oid and a.attnum > 0 and a.attgenerated <> ''), '{}') as derived,
      coalesce((select array_agg(a.attname::text order by k.place)
        from pg_index i, unnest(i.indkey) with ordinality k(attnum, place)
        join pg_attribute a on a.attnum = k.attnum
        where i.indrelid = c.oid and i.indisprimary and a.attrelid = c.oid), '{}') as key
    from pg_class c where c.relkind = 'r' and c.relnamespace = ${ownSchema}
    order by 1`)
  const links = await db.query<{ child: string; parent: string }>(sql`
    select c.relname as child, p.relname as parent from pg_constraint f
    join pg_class c on c.oid = f.conrelid join pg_class p on p.oid = f.confrelid
    where f.contype = 'f' and f.conrelid <> f.confrelid and c.relnamespace = ${ownSchema}`)
  const remaining = new Map(tables.map((table) => [table.name, table]))
  const ordered: CopiedTable[] = []
  while (remaining.size > 0) {
    const free = [...remaining.values()].filter(
      ({ name }) => !links.some(({ child, parent }) => child === name && remaining.has(parent)),
    )
    if (free.length === 0) throw new Error(`tables in a ring: ${[...remaining.keys()].join(', ')}`)
    for (const table of free) {
      remaining.delete(table.name)
      if (!ownTables.has(table.name)) ordered.push(table)
    }
  }
  return ordered
}

/**
 * Makes all statements of the transaction read one consistent snapshot. Must be its first
 * statement.
 */
export async function startSnapshot(tx: Transaction): Promise<void> {
  await tx.script('set transaction isolation level repeatable read')
}

export async function* readRows(
  tx: Transaction,
  tables: readonly CopiedTable[],
): AsyncGenerator<Batch> {
  for (const { name, key } of tables) {
    const order = key.length ? `order by ${key.join(', ')}` : ''
    await tx.script(
      `declare copied no scroll cursor for select t::text as line from ${name} t ${order}`,
    )
    for (;;) {
      const rows = await tx.query<{ line: string }>(
        sql`fetch ${raw(String(batchRowsByTable[name] ?? batchRows))} from copied`,
      )
      if (rows.length === 0) break
      yield { table: name, rows: rows.map(({ line }) => line) }
    }
    await tx.script('close copied')
  }
}

/**
 * Prepares a freshly migrated store for copied rows: removes the rows the migrations inserted and
 * disables triggers, because the rows are already valid.
 */
export async function prepareForCopy(
  tx: Transaction,
  tables: readonly CopiedTable[],
): Promise<void> {
  for (const { name } of tables) await tx.script(`alter table ${name} disable trigger user`)
  for (const { name } of tables.toReversed()) await tx.script(`delete from ${name}`)
}

export async function writeRows(
  tx: Transaction,
  { name, columns, derived }: CopiedTable,
  rows: readonly string[],
): Promise<void> {
  const written = columns.filter((column) => !derived.includes(column))
  const into = raw(written.map((column) => `"${column}"`).join(', '))
  const values = join(written.map((column) => raw(`(r.x)."${column}"`)))
  await tx.execute(sql`
    insert into ${raw(name)} (${into}) overriding system value
    select ${values} from (
      select line::${raw(name)} x from unnest(${[...rows]}::text[]) with ordinality l(line, place)
      order by place offset 0) r`)
}

export async function finishCopy(tx: Transaction, tables: readonly CopiedTable[]): Promise<void> {
  for (const { name } of tables) await tx.script(`alter table ${name} enable trigger user`)
  const numbered = await tx.query<{ table: string; column: string }>(sql`
    select c.relname as table, a.attname::text as column from pg_attribute a
    join pg_class c on c.oid = a.attrelid
    where a.attidentity <> '' and c.relnamespace = ${ownSchema} and c.relkind = 'r'`)
  for (const { table, column } of numbered) {
    await tx.query(sql`
      select setval(pg_get_serial_sequence(${table}, ${column}),
        (select coalesce(max(${raw(column)}), 0) + 1 from ${raw(table)}), false)`)
  }
}

export async function computeStoreTotals(
  db: Queryable,
  tables: readonly CopiedTable[],
): Promise<StoreTotals> {
  const rows: Record<string, number> = {}
  for (const { name } of tables) {
    const [row] = await db.query<{ n: number }>(sql`select count(*) n from ${raw(name)}`)
    rows[name] = row?.n ?? 0
  }
  const [ledger] = await db.query<{ qty: string; no: number; seal: string }>(sql`
    select (select coalesce(sum(qty), 0)::text from stock_balance) qty, seal_no no,
      encode(hash, 'hex') seal from ledger_head`)
  return { rows, qty: ledger?.qty ?? '0', sealNo: ledger?.no ?? 0, seal: ledger?.seal ?? '' }
}

export function findDifferences(from: StoreTotals, to: StoreTotals): string[] {
  const names = [...new Set([...Object.keys(from.rows), ...Object.keys(to.rows)])]
  const counts = names
    .filter((name) => from.rows[name] !== to.rows[name])
    .map((name) => `${name}: ${from.rows[name] ?? 'none'} rows, copied ${to.rows[name] ?? 'none'}`)
  const facts = (['qty', 'sealNo', 'seal'] as const)
    .filter((fact) => from[fact] !== to[fact])
    .map((fact) => `${fact}: ${from[fact]}, copied ${to[fact]}`)
  return [...counts, ...facts]
}

/**
 * Returns whether a store is in use or belongs to another program. Such a store is never
 * overwritten. Does not write anything.
 */
export async function isStoreInUse(db: Database): Promise<boolean> {
  const [found] = await db.query<{ tables: number; ours: boolean }>(sql`
    select count(*) tables, coalesce(bool_or(relname = 'schema_migration'), false) ours
    from pg_class where relkind = 'r' and relnamespace = ${ownSchema}`)
  if (!found || found.tables === 0) return false
  if (!found.ours) return true
  const [half] = await db.query<{ begun: boolean }>(sql`
    select to_regclass('stock_movement') is null begun`)
  if (half?.begun) return false
  const [row] = await db.query<{ used: boolean }>(sql`
    select exists (select from app_user) or exists (select from warehouse)
      or exists (select from stock_movement) used`)
  return row?.used ?? true
}

/** No user waits for a copy, and a single statement may run for hours. */
export const copyLimits = {
  watchdogMs: 6 * 3_600_000,
  idleTransactionMs: 6 * 3_600_000,
  statementMs: 0,
} as const
