import path from 'node:path'
import { verifyCodes } from '#areas/master/server/verify-codes.ts'
import { verifyLedger } from '#areas/inventory/server/verify.ts'
import { openStore } from './db/open-store.ts'
import { verifyHeads } from './security/signed-heads.ts'
import { verifySecurity } from './security/verify-security.ts'

// `npm run verify`: prints each check with its number of rows and breaches.
const db = await openStore(process.env)
try {
  const results = [
    ...(await verifyLedger(db)),
    ...(await verifySecurity(db)),
    await verifyHeads(db, path.join(process.env['DATA_DIR'] ?? 'data', 'backups')),
    ...(await verifyCodes(db)),
  ]
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
