import { schemaVersion } from './backup/backup-file.ts'
import { CopyError, fillStore, type RowSource } from './backup/fill-store.ts'
import {
  copiedTables,
  copyLimits,
  startSnapshot,
  readRows,
  computeStoreTotals,
  type StoreTotals,
} from './backup/store-copy.ts'
import { StoreError, type Transaction } from './db/database.ts'
import { openDatabase } from './db/open-database.ts'
import { migrate } from './db/migrate.ts'
import { findLedgerBreaches } from './ledger/ledger-breaches.ts'

// `DATABASE_URL=… npm run move-to-postgres`: copies the embedded store of DATA_DIR into an empty
// server database and verifies the copy. Does not change the embedded store. Stop the server first.
const url = process.env['DATABASE_URL']
const dataDir = process.env['DATA_DIR'] ?? 'data'

async function* readCountedRows(
  tx: Transaction,
  source: RowSource['tables'],
  found: StoreTotals[],
) {
  yield* readRows(tx, source)
  found.push(await computeStoreTotals(tx, source))
}

async function moveStore(target: string): Promise<void> {
  const from = await openDatabase({ dataDir, env: {}, limits: copyLimits })
  const to = await openDatabase({
    url: target,
    listenUrl: process.env['LISTEN_URL'],
    limits: copyLimits,
  })
  try {
    await migrate(from)
    const started = performance.now()
    const totals = await from.transaction(
      async (tx) => {
        await startSnapshot(tx)
        const tables = await copiedTables(tx)
        const found: StoreTotals[] = []
        const source: RowSource = {
          version: await schemaVersion(tx),
          tables,
          batches: readCountedRows(tx, tables, found),
          totals: () => {
            if (!found[0]) throw new CopyError('not every row was read')
            return found[0]
          },
        }
        return fillStore(to, source, findLedgerBreaches)
      },
      { readOnly: true },
    )
    const rows = Object.values(totals.rows).reduce((sum, count) => sum + count, 0)
    const seconds = ((performance.now() - started) / 1000).toFixed(1)
    console.log(`${rows} rows moved and verified in ${seconds} s; ${dataDir} was left as it is`)
    console.log(`stock ${totals.qty}, seal ${totals.sealNo} ${totals.seal}`)
  } finally {
    await from.close()
    await to.close()
  }
}

if (!url) {
  console.error('DATABASE_URL=postgresql://… npm run move-to-postgres')
  process.exit(2)
}
await moveStore(url).catch((error: unknown) => {
  if (!(error instanceof CopyError || error instanceof StoreError)) throw error
  console.error(error.message)
  process.exitCode = 1
})
