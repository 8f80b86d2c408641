import { copyLimits } from './store-copy.ts'
import { readBackup } from './backup-file.ts'
import { CheckedFiles } from './checked-files.ts'
import { fillStore } from './fill-store.ts'
import { openDatabase } from '#server/db/open-database.ts'
import { findLedgerBreaches } from '#server/ledger/ledger-breaches.ts'

// `node check-backup.ts file`: restores a backup into an in-memory store and verifies its ledger.
// Runs in a separate process to keep the server responsive. Exits with status 1 and a message if
// invalid.
const [file = ''] = process.argv.slice(2)
const scratchStore = await openDatabase({ limits: copyLimits })
try {
  const files = new CheckedFiles(await readBackup(file))
  await fillStore(scratchStore, files.source, async (db) => [
    ...(await findLedgerBreaches(db)),
    ...(await files.findBreaches(db)),
  ])
} catch (error) {
  process.stderr.write(error instanceof Error ? error.message : String(error))
  process.exitCode = 1
} finally {
  await scratchStore.close()
}
