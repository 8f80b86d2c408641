import path from 'node:path'
import { openStore } from './db/open-store.ts'
import { ArchiveError } from './ledger/archive-file.ts'
import { ArchiveRefusedError, archiveMonth, readRetainedMonths } from './ledger/archive-month.ts'
import { checkArchive } from './ledger/check-archive.ts'
import type { Database } from './db/database.ts'

// `npm run archive -- 202411`: moves seals and changes of a closed month to DATA_DIR/archive.
// `-- --check FILE` compares such a file with the site.
const [first = '', file] = process.argv.slice(2)
const isCheck = first === '--check'
if (isCheck ? !file : !/^\d{4}(?:0[1-9]|1[0-2])$/.test(first)) {
  console.error('npm run archive -- 202411\nnpm run archive -- --check FILE')
  process.exit(2)
}

async function archive(db: Database): Promise<void> {
  const folder = path.join(process.env['DATA_DIR'] ?? 'data', 'archive')
  const retainedMonths = readRetainedMonths(process.env)
  const { files, head } = await archiveMonth(db, first, { folder, retainedMonths })
  for (const [table, { name, rows, sha256 }] of Object.entries(files)) {
    console.log(
      `${path.join(folder, name)}: ${table}, ${rows.toLocaleString('en')} rows, ${sha256}`,
    )
  }
  console.log(`archived: ${first}, seal ${head.sealNo} ${head.hash}`)
}

async function check(db: Database, checked: string): Promise<void> {
  const { read, differences } = await checkArchive(db, checked)
  console.log(`${read.table} ${read.month}, ${read.rows.toLocaleString('en')} rows`)
  for (const difference of differences) console.log(`✗ ${difference}`)
  if (differences.length === 0) console.log('✓ the file matches the site')
  process.exitCode = differences.length ? 1 : 0
}

const db = await openStore(process.env)
try {
  await (isCheck ? check(db, file ?? '') : archive(db))
} catch (error) {
  if (error instanceof ArchiveRefusedError) console.error(`${error.text.ko}\n${error.text.en}`)
  else if (error instanceof ArchiveError) console.error(`✗ ${error.message}`)
  else throw error
  process.exitCode = 1
} finally {
  await db.close()
}
