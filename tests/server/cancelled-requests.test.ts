import { once } from 'node:events'
import { request, type IncomingMessage, type ServerResponse } from 'node:http'
import type { FastifyInstance } from 'fastify'
import sql from 'sql-template-tag'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { buildApp } from '#server/site/app.ts'
import { testPassword, testSite, type TestSite } from '#tests/support/app.ts'

/** Log levels of pino. */
const warning = 40
const error = 50

let site: TestSite
let app: FastifyInstance
let port: number
let cookie: string
let lines: { level: number; msg: string; err?: { message: string } }[] = []

beforeAll(async () => {
  site = await testSite()
  const logTo = { write: (line: string) => void lines.push(JSON.parse(line)) }
  app = await buildApp({ db: site.db, logLevel: 'debug', logTo, settings: { backupMs: 3_600_000 } })
  port = Number(new URL(await app.listen({ port: 0, host: '127.0.0.1' })).port)
  const login = { p: `admin|W01|${testPassword}`, c: testPassword, lang: 'ko' }
  const response = await app.inject({ method: 'POST', url: '/api/login', payload: login })
  cookie = String(response.headers['set-cookie']).split(';')[0] ?? ''
})
afterAll(async () => {
  await app.close()
  await site.close()
})
beforeEach(() => {
  lines = []
})

/** Sends a request and disconnects after the server has received it but before it can respond. */
async function requestAndAbort(
  { path, body }: { path: string; body: object },
  accept: string,
): Promise<void> {
  const headers = { 'content-type': 'application/json', accept, cookie, wcode: 'W01' }
  // The lock makes the query wait.
  await site.db.transaction(async (tx) => {
    await tx.execute(sql`lock table cell in access exclusive mode`)
    const call = request({ port, path, method: 'POST', headers })
    call.on('error', () => undefined)
    const taken: Promise<[IncomingMessage, ServerResponse]> = once(app.server, 'request') as never
    call.end(JSON.stringify(body))
    const [, response] = await taken
    const closed = once(response, 'close')
    call.destroy()
    await closed
  })
}

const countErrors = async () => (await site.db.query(sql`select path from error_log`)).length
const getHighestLevel = () => Math.max(...lines.map(({ level }) => level))

test('a cancelled query is not an error', async () => {
  const before = await countErrors()
  const question = { path: '/api/wms/master/cell', body: {} }
  await requestAndAbort(question, 'application/vnd.apache.arrow.stream')
  const findLogLine = () => lines.find(({ msg }) => msg === 'given up by the caller')
  // The query was never started. Other cancellations only happen after the timeout of a
  // disconnected reader.
  await expect.poll(() => findLogLine()?.err?.message).toMatch(/abort/i)
  expect(getHighestLevel()).toBeLessThan(warning)
  expect(await countErrors()).toBe(before)
})

test('a print-out is not generated after its request is cancelled', async () => {
  const before = await countErrors()
  const columns = [{ title: 'A', width: 100, align: 'left' }]
  const body = { MENU_ID: 'Owner', TITLE: 'A', COLUMNS: columns, ROWS: [['a']] }
  await requestAndAbort({ path: '/api/file/printGrid', body }, 'application/pdf')
  const findLogLine = () => lines.find(({ msg }) => msg === 'given up by the caller')
  await expect.poll(() => findLogLine()?.err?.message).toMatch(/abort/i)
  expect(getHighestLevel()).toBeLessThan(warning)
  expect(await countErrors()).toBe(before)
})

test('a failure of a cancelled request is still an error', async () => {
  const before = await countErrors()
  await site.db.script('alter table visit_log rename to visit_log_away')
  const question = { path: '/api/insertVisitLog', body: { MENU_ID: 'Owner' } }
  await requestAndAbort(question, 'application/json')
  await expect.poll(countErrors).toBe(before + 1)
  await site.db.script('alter table visit_log_away rename to visit_log')
  expect(getHighestLevel()).toBe(error)
})
