import sql, { raw, type Sql } from 'sql-template-tag'
import type { Database, Transaction } from '#server/db/database.ts'

/** Internal tables of the engine, which no page shows. */
const excludedTables = ['idempotency', 'audit_log', 'event_log', 'auto_number', 'job', 'session']

/** The tables of a store. Cached, because they do not change while a server runs. */
interface StoreTables {
  readonly names: ReadonlyMap<number, string>
  readonly written: Sql
}

const tablesByStore = new WeakMap<Database, StoreTables>()

/**
 * Counts written rows by table. Lists the table IDs because searching the catalog twice per save
 * costs several times as much.
 */
function writtenRowsSql(ids: Iterable<number>): Sql {
  const tables = raw(`'{${[...ids].join()}}'::oid[]`)
  return sql`
    select * from (
      select id, pg_stat_get_xact_tuples_inserted(id) + pg_stat_get_xact_tuples_updated(id)
        + pg_stat_get_xact_tuples_deleted(id) n
      from unnest(${tables}) id offset 0) t
    where n > 0`
}

async function readTables(tx: Transaction): Promise<StoreTables> {
  const rows = await tx.query<{ id: number; name: string }>(sql`
    select oid::int8 id, relname::text name from pg_class
    where relkind = 'r' and relnamespace = current_schema()::regnamespace
      and relname <> all(${excludedTables}::text[])`)
  const names = new Map(rows.map(({ id, name }) => [Number(id), name]))
  return { names, written: writtenRowsSql(names.keys()) }
}

export interface WriteCounter {
  readonly end: () => Promise<Map<string, number>>
}

/**
 * Counts the rows a transaction writes from now on, using the connection's statistics. These can
 * include rows of earlier transactions, so only differences are meaningful.
 */
export async function countWrittenRows(db: Database, tx: Transaction): Promise<WriteCounter> {
  const tables = tablesByStore.get(db) ?? (await readTables(tx))
  tablesByStore.set(db, tables)
  const count = async (): Promise<Map<number, number>> => {
    const rows = await tx.query<{ id: number; n: number }>(tables.written)
    return new Map(rows.map(({ id, n }) => [Number(id), Number(n)]))
  }
  // Not awaited, to send it together with the first statement of the save.
  const counting = count()
  counting.catch(() => undefined)
  return {
    end: async () => {
      const [before, after] = await Promise.all([counting, count()])
      const written = [...after].flatMap(([id, n]): [string, number][] => {
        const rows = n - (before.get(id) ?? 0)
        return rows > 0 ? [[tables.names.get(id) ?? '', rows]] : []
      })
      return new Map(written)
    },
  }
}

const minGrowthRows = 1_000

export async function findGrownTables(
  tx: Transaction,
  written: ReadonlyMap<string, number>,
): Promise<string[]> {
  const many = [...written].filter(([, rows]) => rows >= minGrowthRows)
  if (many.length === 0) return []
  const known = await tx.query<{ name: string; size: number }>(sql`
    select relname::text name, reltuples size from pg_class
    where relnamespace = current_schema()::regnamespace
      and relname = any(${many.map(([name]) => name)}::text[])`)
  return known.flatMap(({ name, size }) => ((written.get(name) ?? 0) * 5 > size ? [name] : []))
}
