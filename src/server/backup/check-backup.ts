import { copyLimits } from './store-copy.ts'
import { readBackup } from './backup-file.ts'
import { fillStore } from './fill-store.ts'
import { openDatabase } from '#server/db/open-database.ts'
import { findLedgerBreaches } from '#server/ledger/ledger-breaches.ts'

// `node check-backup.ts file`: restores a backup into a store in memory and adds its ledger up, in
// a process of its own, so that the server goes on working. Exit status 1 and why, if it is no good.
const [file = ''] = process.argv.slice(2)
const scratch = await openDatabase({ limits: copyLimits })
try {
  await fillStore(scratch, await readBackup(file), findLedgerBreaches)
} catch (error) {
  process.stderr.write(error instanceof Error ? error.message : String(error))
  process.exitCode = 1
} finally {
  await scratch.close()
}
