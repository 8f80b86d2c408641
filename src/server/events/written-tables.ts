import sql, { raw, type Sql } from 'sql-template-tag'
import type { Database, Transaction } from '#server/db/database.ts'

/** Tables in which the engine keeps its own books; no page shows them as data. */
const ownBooks = ['idempotency', 'audit_log', 'event_log', 'auto_number', 'job', 'session']

/** The tables of a store, whose columns and names stay as they are while a server runs. */
interface StoreTables {
  readonly names: ReadonlyMap<number, string>
  readonly written: Sql
}

const tablesOf = new WeakMap<Database, StoreTables>()

/**
 * A statement for the rows written so far. It names the tables itself: to look for them in the
 * catalogue costs several times as much as to ask after each of them, twice in every save.
 */
function writtenSql(ids: Iterable<number>): Sql {
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
      and relname <> all(${ownBooks}::text[])`)
  const names = new Map(rows.map(({ id, name }) => [Number(id), name]))
  return { names, written: writtenSql(names.keys()) }
}

/** A count of what a transaction writes, begun with its first statement. */
export interface WrittenCount {
  /** Rows written since, by table; none for a table nothing was written to. */
  readonly end: () => Promise<Map<string, number>>
}

/**
 * Counts the rows that a transaction writes from now on, as its connection counts them. Its counts
 * may hold what earlier transactions wrote, so that only the difference of two of them says anything.
 */
export async function countWritten(db: Database, tx: Transaction): Promise<WrittenCount> {
  const tables = tablesOf.get(db) ?? (await readTables(tx))
  tablesOf.set(db, tables)
  const count = async (): Promise<Map<number, number>> => {
    const rows = await tx.query<{ id: number; n: number }>(tables.written)
    return new Map(rows.map(({ id, n }) => [Number(id), Number(n)]))
  }
  // Goes to the database with the first statement of the work.
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

/** From so many rows in one transaction on, a table is looked at anew. */
const manyRows = 1_000

/** Tables that grew by so much that the planner takes them for smaller than they are. */
export async function grownTables(
  tx: Transaction,
  written: ReadonlyMap<string, number>,
): Promise<string[]> {
  const many = [...written].filter(([, rows]) => rows >= manyRows)
  if (many.length === 0) return []
  const known = await tx.query<{ name: string; size: number }>(sql`
    select relname::text name, reltuples size from pg_class
    where relnamespace = current_schema()::regnamespace
      and relname = any(${many.map(([name]) => name)}::text[])`)
  return known.flatMap(({ name, size }) => ((written.get(name) ?? 0) * 5 > size ? [name] : []))
}
