import sql, { raw } from 'sql-template-tag'
import type { Transaction } from '#server/db/database.ts'
import type { Handler, ProcedureHandler, SaveCall, SaveResult } from '#server/engine/handler.ts'
import { changeContent, publishEvent } from './publish-event.ts'

/** Tables in which the engine keeps its own books; no page shows them as data. */
const ownBooks = ['idempotency', 'audit_log', 'event_log', 'auto_number', 'job', 'session']

/** A table whose rows are named by one column and belong to an owner. */
interface OwnedTable {
  readonly table: string
  /** As rows on the wire call it, UPPER_SNAKE. */
  readonly column: string
  readonly type: string
}

/**
 * The handlers, with every save that commits telling what it changed. A dry run tells nothing, and
 * neither does the repeat of a save, because its handler does not run again.
 */
export function publishSaves(handlers: readonly Handler[]): Handler[] {
  const known: { tables?: readonly OwnedTable[] } = {}
  return handlers.map((handler) =>
    'run' in handler ? { ...handler, run: publishing(handler, known) } : handler,
  )
}

function publishing(
  handler: ProcedureHandler,
  known: { tables?: readonly OwnedTable[] },
): ProcedureHandler['run'] {
  const { name, scope } = handler.operation
  return async (call) => {
    if (call.idempotencyKey === '') return handler.run(call)
    const before = await touchedRows(call.tx)
    const result = await handler.run(call)
    const after = await touchedRows(call.tx)
    const tables = [...after].flatMap(([table, count]) =>
      count > (before.get(table) ?? 0) ? [table] : [],
    )
    known.tables ??= await readOwnedTables(call.tx)
    await publishEvent(call.tx, {
      kind: 'change',
      wcode: scope.startsWith('warehouse') ? call.scope.wcode : null,
      owners: scope.endsWith('owner') ? await ownersOf(call, result, known.tables) : null,
      userId: null,
      content: changeContent({
        operation: name,
        tables: tables.toSorted(),
        by: call.userId,
        key: call.idempotencyKey,
      }),
    })
    return result
  }
}

/**
 * Rows written so far, by table, as the connection counts them. The counts may hold what earlier
 * transactions of the connection wrote, so only the difference of two of them says anything.
 */
async function touchedRows(tx: Transaction): Promise<Map<string, number>> {
  const rows = await tx.query<{ name: string; n: number }>(sql`
    select * from (
      select relname::text name, pg_stat_get_xact_tuples_inserted(oid)
        + pg_stat_get_xact_tuples_updated(oid) + pg_stat_get_xact_tuples_deleted(oid) n
      from pg_class where relkind = 'r' and relnamespace = current_schema()::regnamespace
        and relname <> all(${ownBooks}::text[])) t
    where n > 0`)
  return new Map(rows.map(({ name, n }) => [name, n]))
}

async function readOwnedTables(tx: Transaction): Promise<readonly OwnedTable[]> {
  return tx.query<{ table: string; column: string; type: string }>(sql`
    select c.relname::text "table", upper(a.attname) "column", format_type(a.atttypid, null) "type"
    from pg_index i join pg_class c on c.oid = i.indrelid
    join pg_attribute a on a.attrelid = c.oid and a.attnum = i.indkey[0]
    where i.indisprimary and i.indnatts = 1 and c.relnamespace = current_schema()::regnamespace
      and exists (select from pg_attribute o
        where o.attrelid = c.oid and o.attname = 'owner_cd' and not o.attisdropped)`)
}

/**
 * Owners whose goods or documents a save touched: those its rows name, and those of the documents
 * and balances its rows or its answer name. None known leaves those who see every owner.
 */
async function ownersOf(
  call: SaveCall,
  result: SaveResult,
  tables: readonly OwnedTable[],
): Promise<string[]> {
  const rows = [...call.rows.map(({ values }) => values), ...(result.rows ?? [])]
  const owners = new Set<string>()
  for (const row of rows) if (row['OWNER_CD']) owners.add(String(row['OWNER_CD']))
  for (const { table, column, type } of tables) {
    const given = new Set(rows.flatMap((row) => (row[column] ? [String(row[column])] : [])))
    const keys = type === 'text' ? [...given] : [...given].filter((key) => /^\d+$/.test(key))
    if (keys.length === 0 || column === 'OWNER_CD') continue
    const found = await call.tx.query<{ owner_cd: string }>(sql`
      select distinct owner_cd from ${raw(table)}
      where ${raw(column.toLowerCase())} = any(${keys}::text[]::${raw(type)}[])`)
    for (const { owner_cd: owner } of found) owners.add(owner)
  }
  if (owners.size === 0 && call.scope.owners) return [...call.scope.owners]
  return [...owners].toSorted()
}
