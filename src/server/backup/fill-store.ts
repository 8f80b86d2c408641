import type { Database, Queryable } from '#server/db/database.ts'
import { migrate } from '#server/db/migrate.ts'
import {
  closeAfterRows,
  copiedTables,
  differences,
  isUsed,
  openForRows,
  totalsOf,
  writeRows,
  type Batch,
  type CopiedTable,
  type StoreTotals,
} from './store-copy.ts'

/** Why a copy was not made; the target is as it was. */
export class CopyRefused extends Error {}

/** Where rows come from: a store or a file of one. */
export interface RowSource {
  /** Number of the last migration the rows were written under. */
  readonly version: number
  readonly tables: readonly CopiedTable[]
  readonly batches: AsyncIterable<Batch>
  /** Known once the last batch was read. */
  readonly totals: () => StoreTotals
}

/** Returns in words what does not add up in a store; nothing when all does. */
export type Verify = (db: Queryable) => Promise<string[]>

/**
 * Fills an empty store with the rows of another, in one transaction: they are all there, compared
 * and verified, or none is. Throws CopyRefused, saying why.
 */
export async function fillStore(
  db: Database,
  source: RowSource,
  verify: Verify,
): Promise<StoreTotals> {
  if (await isUsed(db)) throw new CopyRefused('the target holds data already; nothing was changed')
  const { version } = await migrate(db, undefined, source.version)
  if (version < source.version) {
    throw new CopyRefused(`the rows are of version ${source.version}, this program is ${version}`)
  }
  const totals = await db.transaction(async (tx) => {
    await tx.script('set local statement_timeout = 0; set local lock_timeout = 0')
    await tx.script('set local idle_in_transaction_session_timeout = 0')
    const tables = await copiedTables(tx)
    const byName = new Map(tables.map((table) => [table.name, table]))
    for (const { name, columns } of source.tables) {
      if (byName.get(name)?.columns.join() !== columns.join()) {
        throw new CopyRefused(`table ${name} has other columns here`)
      }
    }
    await openForRows(tx, tables)
    for await (const { table, rows } of source.batches) {
      const target = byName.get(table)
      if (!target) throw new CopyRefused(`there is no table ${table}`)
      await writeRows(tx, target, rows)
    }
    await closeAfterRows(tx, tables)
    const made = await totalsOf(tx, tables)
    const wrong = [...differences(source.totals(), made), ...(await verify(tx))]
    if (wrong.length > 0) throw new CopyRefused(`the copy is not whole: ${wrong.join('; ')}`)
    return made
  })
  // Rows of an earlier version are brought to this one, as a start of the server would.
  await migrate(db)
  return totals
}
