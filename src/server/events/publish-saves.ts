import sql, { raw } from 'sql-template-tag'
import type { Procedure } from '#kernel/operation.ts'
import { analyzeTables } from '#server/db/analyze-tables.ts'
import type { Database, Transaction } from '#server/db/database.ts'
import type { Handler, SaveCall, SaveResult } from '#server/engine/handler.ts'
import { eventSources } from './event-sources.ts'
import { changeContent, publishLater } from './publish-event.ts'
import { countWrittenRows, findGrownTables } from './written-tables.ts'

interface OwnedTable {
  readonly table: string
  readonly column: string
  readonly type: string
}

/** Makes every committed save publish its changes. Dry runs and repeated saves publish nothing. */
export function publishSaves(handlers: readonly Handler[], db: Database): Handler[] {
  return handlers.map((handler) => {
    if (!('run' in handler)) return handler
    const { operation, run, gathering } = handler
    const publish = createPublisher(operation, db)
    return {
      ...handler,
      run: async (call) => {
        if (call.idempotencyKey === '') return run(call)
        const [result = {}] = await publish([call], async () => [await run(call)])
        return result
      },
      ...(gathering && {
        gathering: { ...gathering, run: (calls) => publish(calls, () => gathering.run(calls)) },
      }),
    }
  })
}

const ownedTables = new WeakMap<Database, readonly OwnedTable[]>()

async function findOwnedTables(db: Database, tx: Transaction): Promise<readonly OwnedTable[]> {
  const tables = ownedTables.get(db) ?? (await readOwnedTables(tx))
  ownedTables.set(db, tables)
  return tables
}

type SaveRun = () => Promise<readonly SaveResult[]>

/** Runs saves of one transaction and publishes one event for each, to the users of its owners. */
function createPublisher({ name, scope, bound }: Procedure, db: Database) {
  const hasOwners = scope.endsWith('owner') || (scope === 'warehouse' && bound === 'own')
  return async (calls: readonly SaveCall[], run: SaveRun): Promise<readonly SaveResult[]> => {
    const [first] = calls
    if (!first) return run()
    const { tx } = first
    const count = await countWrittenRows(db, tx)
    const results = await run()
    const ownersRead = hasOwners
      ? findOwnedTables(db, tx).then((tables) => findOwners(tx, calls, results, tables))
      : null
    const [written, owners] = await Promise.all([count.end(), ownersRead])
    const grown = await findGrownTables(tx, written)
    if (grown.length > 0) tx.afterCommit(() => analyzeTables(db, grown))
    const tables = [...written.keys()].toSorted()
    for (const [index, call] of calls.entries()) {
      await publishLater(tx, {
        source: eventSources.save,
        wcode: scope.startsWith('warehouse') ? call.scope.wcode : null,
        owners: owners && (owners[index] ?? []),
        content: changeContent({
          operation: name,
          tables,
          by: call.userId,
          key: call.idempotencyKey,
        }),
      })
    }
    return results
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
 * Owners affected by each save: those in its rows, and those of documents and balances referenced
 * by its rows or result. If none are known, only users who see every owner are notified.
 */
async function findOwners(
  tx: Transaction,
  calls: readonly SaveCall[],
  results: readonly SaveResult[],
  tables: readonly OwnedTable[],
): Promise<string[][]> {
  const rowsBySave = calls.map((call, index) => [
    ...call.rows.map(({ values }) => values),
    ...(results[index]?.rows ?? []),
  ])
  const ownersBySave = rowsBySave.map(
    (rows) => new Set(rows.flatMap((row) => (row['OWNER_CD'] ? [String(row['OWNER_CD'])] : []))),
  )
  const requests = tables.map(async ({ table, column, type }) => {
    if (column === 'OWNER_CD') return
    const keysBySave = rowsBySave.map((rows) => {
      const given = new Set(rows.flatMap((row) => (row[column] ? [String(row[column])] : [])))
      if (type === 'text') return [...given]
      return [...given].filter((key) => /^\d+$/.test(key)).map((key) => String(BigInt(key)))
    })
    const keys = [...new Set(keysBySave.flat())]
    if (keys.length === 0) return
    const key = raw(column.toLowerCase())
    const found = await tx.query<{ key: string; owner_cd: string }>(sql`
      select ${key}::text "key", owner_cd from ${raw(table)}
      where ${key} = any(${keys}::text[]::${raw(type)}[])`)
    const ownerByKey = new Map(found.map((row) => [row.key, row.owner_cd]))
    for (const [index, own] of keysBySave.entries()) {
      for (const one of own) {
        const owner = ownerByKey.get(one)
        if (owner !== undefined) ownersBySave[index]?.add(owner)
      }
    }
  })
  await Promise.all(requests)
  return calls.map(({ scope }, index) => {
    const owners = [...(ownersBySave[index] ?? [])]
    return owners.length === 0 && scope.owners ? [...scope.owners] : owners.toSorted()
  })
}
