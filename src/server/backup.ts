import path from 'node:path'
import { timestampAt } from '#kernel/calendar.ts'
import { requestBackup } from './backup/backup-requests.ts'
import { readBackup, writeBackup } from './backup/backup-file.ts'
import { CheckedFiles } from './backup/checked-files.ts'
import { fillStore } from './backup/fill-store.ts'
import { copyLimits } from './backup/store-copy.ts'
import { StoreInUseError } from './db/database.ts'
import { openDatabase } from './db/open-database.ts'
import { findLedgerBreaches } from './ledger/ledger-breaches.ts'
import { openStore } from './db/open-store.ts'

// `npm run backup [-- --unchecked]`: writes a backup to DATA_DIR/backups, also while the server
// runs. Then restores it into an in-memory store to verify it.
const dataDir = process.env['DATA_DIR'] ?? 'data'

async function makeBackup(): Promise<string> {
  try {
    const db = await openStore(process.env)
    try {
      const { file } = await writeBackup(db, path.join(dataDir, 'backups'), timestampAt(Date.now()))
      return file
    } finally {
      await db.close()
    }
  } catch (error) {
    if (error instanceof StoreInUseError) return requestBackup(dataDir)
    throw error
  }
}

const started = performance.now()
const file = await makeBackup()
const elapsedSeconds = () => ((performance.now() - started) / 1000).toFixed(1)
console.log(`${file}\nwritten in ${elapsedSeconds()} s`)
if (!process.argv.includes('--unchecked')) {
  const scratch = await openDatabase({ limits: copyLimits })
  try {
    const files = new CheckedFiles(await readBackup(file))
    const totals = await fillStore(scratch, files.source, async (db) => [
      ...(await findLedgerBreaches(db)),
      ...(await files.findBreaches(db)),
    ])
    const movements = totals.rows['stock_movement'] ?? 0
    console.log(
      `restored and verified after ${elapsedSeconds()} s: ${movements} movements, seal ${totals.sealNo} ${totals.seal.slice(0, 16)}…`,
    )
  } finally {
    await scratch.close()
  }
}
