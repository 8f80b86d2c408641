import path from 'node:path'
import sql from 'sql-template-tag'
import { verifyCodes } from '#areas/master/server/verify-codes.ts'
import { verifyLedger } from '#areas/inventory/server/verify.ts'
import { verifyMonth } from '#areas/inventory/server/verify-month.ts'
import { openStore } from './db/open-store.ts'
import { verifyHeads } from './security/signed-heads.ts'
import { verifySecurity } from './security/verify-security.ts'

// `npm run verify`: prints each check with its number of rows and breaches. `-- 202611` verifies
// what the movements of this month touched.
const [month] = process.argv.slice(2)
if (month !== undefined && !/^\d{4}(?:0[1-9]|1[0-2])$/.test(month)) {
  console.error(`"${month}" 월을 202611처럼 입력하세요. / Enter the month like 202611.`)
  process.exit(2)
}
const verifyAll = async () => [
  ...(await verifyLedger(db)),
  ...(await verifySecurity(db)),
  await verifyHeads(db, path.join(process.env['DATA_DIR'] ?? 'data', 'backups')),
  ...(await verifyCodes(db)),
]
const db = await openStore(process.env)
try {
  const results = month === undefined ? await verifyAll() : await verifyMonth(db, month)
  const archived = await db.query(sql`select from ledger_archive where month = ${month ?? ''}`)
  if (archived.length > 0) {
    console.log(
      `archived: ${month}월의 봉인은 보관되어 수불로 다시 계산했습니다. / The seals of ${month} are archived and were computed from the movements again.`,
    )
  }
  let findings = 0
  for (const { name, looked, breaches } of results) {
    findings += breaches.length
    const mark = breaches.length ? '✗' : '✓'
    console.log(`${mark} ${name} (${looked.toLocaleString('en')} rows)`)
    for (const breach of breaches) console.log(`    ${JSON.stringify(breach)}`)
  }
  console.log(`${results.length} checks, ${findings} findings`)
  process.exitCode = findings ? 1 : 0
} finally {
  await db.close()
}
