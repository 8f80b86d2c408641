import { join } from 'node:path'
import { josa } from '#kernel/josa.ts'
import { timestampAt } from '#kernel/calendar.ts'
import { serveBackupRequests } from './backup/backup-requests.ts'
import { writeBackup } from './backup/backup-file.ts'
import { buildPage } from './site/build-page.ts'
import { loadDemo } from './demo/load-demo.ts'
import { demoPastJob, parsePastDays } from './demo/past/past-job.ts'
import { bindError, bindNotice } from './base/network-exposure.ts'
import { fillEmptyStore } from './site/fill-empty-store.ts'
import { passwordLines } from './site/first-passwords.ts'
import { buildApp } from './site/app.ts'
import { openTracing } from './site/open-tracing.ts'
import { checkSiteKey } from './db/check-site-key.ts'
import { stopOnSignals } from './site/stop-server.ts'
import { openStore } from './db/open-store.ts'
import { Drain } from './http/drain.ts'

// `npm start`: builds the page, opens the store, loads demo data into an empty one, and serves.
const port = Number(process.env['PORT'] ?? 3000)
const host = process.env['HOST'] ?? '127.0.0.1'

const unsafeBindError = bindError(process.env)
if (unsafeBindError) {
  console.error(`\n  ${unsafeBindError.ko}\n\n  ${unsafeBindError.en}\n`)
  process.exit(1)
}
function refuseStart(error: unknown): never {
  console.error(error instanceof Error ? error.message : error)
  process.exit(1)
}
const printLine = (korean: string, english: string) => console.log(`  ${korean} / ${english} …`)
const pageDir = await buildPage(() => printLine('화면을 빌드합니다', 'Building the page'))
const db = await openStore(process.env, {}, () =>
  printLine('데이터베이스를 기다립니다', 'Waiting for the database'),
).catch(refuseStart)
await checkSiteKey(db, process.env).catch(async (error: unknown) => {
  await db.close()
  refuseStart(error)
})
const passwords = await fillEmptyStore(db, process.env, async (first) => {
  printLine('데모 회사를 만듭니다', 'Creating the demo company')
  await loadDemo(db, first, { seed: 'demo', days: parsePastDays(process.env['WMS_PAST']) })
})
// Print the passwords before anything can fail, because they are not shown again.
if (passwords) {
  console.log('  아이디와 첫 비밀번호 / ids and first passwords')
  console.log(`${passwordLines(passwords).join('\n')}\n`)
} else {
  console.log(
    '  기존 자료로 시작합니다. 비밀번호는 처음 시작할 때 표시한 것입니다.\n' +
      '  Data is there already; passwords are those shown at the first start.\n',
  )
}
const drain = new Drain()
const tracing = await openTracing(process.env)
const app = await buildApp({ db, pageDir, jobs: [demoPastJob], drain, tracing })
try {
  await app.listen({ port, host })
} catch (error) {
  const isTaken = (error as NodeJS.ErrnoException).code === 'EADDRINUSE'
  console.error(
    isTaken
      ? `포트 ${port}${josa(port, '이/가')} 이미 사용 중입니다. PORT=…로 변경하십시오. / Port ${port} is taken; set PORT.`
      : error,
  )
  await db.close()
  process.exit(1)
}
const address = app.server.address()
const shownPort = typeof address === 'object' && address ? address.port : port
console.log(`\n  WMS  http://${host === '0.0.0.0' ? 'localhost' : host}:${shownPort}\n`)
const notice = bindNotice(process.env)
if (notice) console.log(`  ${notice.ko}\n  ${notice.en}\n`)

const dataDir = process.env['DATA_DIR'] ?? 'data'
const stopBackupRequests =
  db.kind === 'embedded'
    ? serveBackupRequests(dataDir, () =>
        writeBackup(db, join(dataDir, 'backups'), timestampAt(Date.now())),
      )
    : () => undefined

const stop = stopOnSignals({ app, db, drain, beforeClose: stopBackupRequests, env: process.env })
process.on('SIGTERM', stop)
process.on('SIGINT', stop)
