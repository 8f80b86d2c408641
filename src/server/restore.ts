import path from 'node:path'
import { timestampAt } from '#kernel/calendar.ts'
import { readBackup } from './backup/backup-file.ts'
import { CopyError, fillStore } from './backup/fill-store.ts'
import { copyLimits } from './backup/store-copy.ts'
import { StoreOpenError } from './db/database.ts'
import { openDatabase } from './db/open-database.ts'
import { rejectSeveralProcesses } from './db/single-process.ts'
import { archiveHeads } from './security/signed-heads.ts'
import { findLedgerBreaches } from './ledger/ledger-breaches.ts'

// `npm run restore -- <file>`: restores a backup of either kind of store into the empty store of
// DATABASE_URL or DATA_DIR. Verifies the result, or leaves the store empty and prints the reason.
const [file] = process.argv.slice(2)
if (!file) {
  console.error('npm run restore -- <backup file>')
  process.exit(2)
}
try {
  rejectSeveralProcesses(process.env)
  const url = process.env['DATABASE_URL']
  const db = await openDatabase({
    ...(url
      ? { url, listenUrl: process.env['LISTEN_URL'] }
      : { dataDir: process.env['DATA_DIR'] ?? 'data' }),
    limits: copyLimits,
  })
  try {
    const totals = await fillStore(db, await readBackup(file), findLedgerBreaches)
    archiveHeads(path.join(process.env['DATA_DIR'] ?? 'data', 'backups'), timestampAt(Date.now()))
    const rows = Object.values(totals.rows).reduce((sum, count) => sum + count, 0)
    console.log(`restored and verified: ${rows} rows, ${totals.rows['stock_movement']} movements`)
    console.log(`stock ${totals.qty}, seal ${totals.sealNo} ${totals.seal}`)
  } finally {
    await db.close()
  }
} catch (error) {
  if (!(error instanceof CopyError || error instanceof StoreOpenError)) throw error
  console.error(error.message)
  process.exit(1)
}
