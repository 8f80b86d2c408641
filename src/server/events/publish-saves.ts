import sql, { raw } from 'sql-template-tag'
import { analyzeTables } from '#server/db/analyze-tables.ts'
import type { Database, Transaction } from '#server/db/database.ts'
import type { Handler, ProcedureHandler, SaveCall, SaveResult } from '#server/engine/handler.ts'
import { eventSources } from './event-sources.ts'
import { changeContent, publishLater } from './publish-event.ts'
import { countWritten, grownTables } from './written-tables.ts'

interface OwnedTable {
  readonly table: string
  readonly column: string
  readonly type: string
}

/** Makes every committed save publish its changes. Dry runs and repeated saves publish nothing. */
export function publishSaves(handlers: readonly Handler[], db: Database): Handler[] {
  return handlers.map((handler) =>
    'run' in handler ? { ...handler, run: publishingRun(handler, db) } : handler,
  )
}

const ownedTables = new WeakMap<Database, readonly OwnedTable[]>()

async function findOwnedTables(db: Database, tx: Transaction): Promise<readonly OwnedTable[]> {
  const tables = ownedTables.get(db) ?? (await readOwnedTables(tx))
  ownedTables.set(db, tables)
  return tables
}

function publishingRun(handler: ProcedureHandler, db: Database): ProcedureHandler['run'] {
  const { name, scope } = handler.operation
  return async (call) => {
    if (call.idempotencyKey === '') return handler.run(call)
    const count = await countWritten(db, call.tx)
    const result = await handler.run(call)
    const ownersRead = scope.endsWith('owner')
      ? findOwnedTables(db, call.tx).then((tables) => findOwners(call, result, tables))
      : null
    const [written, owners] = await Promise.all([count.end(), ownersRead])
    const grown = await grownTables(call.tx, written)
    if (grown.length > 0) call.tx.afterCommit(() => analyzeTables(db, grown))
    await publishLater(call.tx, {
      source: eventSources.save,
      wcode: scope.startsWith('warehouse') ? call.scope.wcode : null,
      owners,
      content: changeContent({
        operation: name,
        tables: [...written.keys()].toSorted(),
        by: call.userId,
        key: call.idempotencyKey,
      }),
    })
    return result
  }
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
 * Owners affected by a save: those in its rows, and those of documents and balances referenced by
 * its rows or result. If none are known, only users who see every owner are notified.
 */
async function findOwners(
  call: SaveCall,
  result: SaveResult,
  tables: readonly OwnedTable[],
): Promise<string[]> {
  const rows = [...call.rows.map(({ values }) => values), ...(result.rows ?? [])]
  const owners = new Set<string>()
  for (const row of rows) if (row['OWNER_CD']) owners.add(String(row['OWNER_CD']))
  const requests = tables.flatMap(({ table, column, type }) => {
    const given = new Set(rows.flatMap((row) => (row[column] ? [String(row[column])] : [])))
    const keys = type === 'text' ? [...given] : [...given].filter((key) => /^\d+$/.test(key))
    if (keys.length === 0 || column === 'OWNER_CD') return []
    const found = call.tx.query<{ owner_cd: string }>(sql`
      select distinct owner_cd from ${raw(table)}
      where ${raw(column.toLowerCase())} = any(${keys}::text[]::${raw(type)}[])`)
    return [found]
  })
  for (const { owner_cd: owner } of (await Promise.all(requests)).flat()) owners.add(owner)
  if (owners.size === 0 && call.scope.owners) return [...call.scope.owners]
  return [...owners].toSorted()
}
