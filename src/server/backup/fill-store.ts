import type { Database, Queryable } from '#server/db/database.ts'
import { migrate } from '#server/db/migrate.ts'
import {
  finishCopy,
  copiedTables,
  findDifferences,
  isStoreInUse,
  prepareForCopy,
  computeStoreTotals,
  writeRows,
  type Batch,
  type CopiedTable,
  type StoreTotals,
} from './store-copy.ts'

/** Thrown if a copy is refused, with the reason. The target is unchanged. */
export class CopyError extends Error {}

export interface RowSource {
  readonly version: number
  readonly tables: readonly CopiedTable[]
  readonly batches: AsyncIterable<Batch>
  readonly totals: () => StoreTotals
}

/** Returns the inconsistencies of a store as readable messages; empty if there are none. */
export type VerifyStore = (db: Queryable) => Promise<string[]>

/**
 * Fills an empty store with the rows of another in one transaction that also verifies them. Throws
 * CopyError with the reason.
 */
export async function fillStore(
  db: Database,
  source: RowSource,
  verify: VerifyStore,
): Promise<StoreTotals> {
  if (await isStoreInUse(db))
    throw new CopyError('the target holds data already; nothing was changed')
  const { version } = await migrate(db, undefined, source.version)
  if (version < source.version) {
    throw new CopyError(`the rows are of version ${source.version}, this program is ${version}`)
  }
  const totals = await db.transaction(async (tx) => {
    await tx.script('set local statement_timeout = 0; set local lock_timeout = 0')
    await tx.script('set local idle_in_transaction_session_timeout = 0')
    const tables = await copiedTables(tx)
    const byName = new Map(tables.map((table) => [table.name, table]))
    for (const { name, columns } of source.tables) {
      if (byName.get(name)?.columns.join() !== columns.join()) {
        throw new CopyError(`table ${name} has other columns here`)
      }
    }
    await prepareForCopy(tx, tables)
    for await (const { table, rows } of source.batches) {
      const target = byName.get(table)
      if (!target) throw new CopyError(`there is no table ${table}`)
      await writeRows(tx, target, rows)
    }
    await finishCopy(tx, tables)
    const created = await computeStoreTotals(tx, tables)
    const wrong = [...findDifferences(source.totals(), created), ...(await verify(tx))]
    if (wrong.length > 0) throw new CopyError(`the copy is not whole: ${wrong.join('; ')}`)
    return created
  })
  await migrate(db)
  return totals
}
