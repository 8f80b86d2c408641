import { randomUUID } from 'node:crypto'
import { Readable } from 'node:stream'
import sql, { type Sql } from 'sql-template-tag'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { testSite, type TestSite } from '#tests/support/app.ts'
import { createPartner } from '#tests/support/partner.ts'
import { createSiteApp } from '#tests/support/site-app.ts'
import { uploadForm } from '#tests/support/upload-form.ts'

let site: TestSite

beforeAll(async () => {
  site = await testSite()
})
afterAll(() => site.close())
beforeEach(() =>
  site.db.script(`
    update app_user set use_yn = 'Y' where user_id = 'second';
    update user_role set role_cd = 'ADMIN' where user_id = 'second'`),
)

interface SlowCall {
  readonly url: string
  readonly body?: object
  /** Sent in place of a JSON body. */
  readonly payload?: Buffer
  readonly headers?: Record<string, string>
}

/** Sends the second half of a body after `change`, which is long after the session was looked up. */
async function sendSlowly(call: SlowCall, change: Sql): Promise<number> {
  const here = await createSiteApp(site)
  const { cookie } = await here.login('second')
  const text = call.payload ?? Buffer.from(JSON.stringify(call.body))
  const half = Math.floor(text.length / 2)
  async function* sendInHalves() {
    yield text.subarray(0, half)
    await site.db.execute(change)
    yield text.subarray(half)
  }
  const response = await here.app.inject({
    method: 'POST',
    url: call.url,
    headers: { cookie, 'content-type': 'application/json', ...call.headers },
    payload: Readable.from(sendInHalves()),
  })
  return response.statusCode
}

const setting = { url: '/api/setting/save', body: { KEY: 'slow', VALUE: 'x'.repeat(200) } }

test('a request whose user is deactivated before its body is received is rejected', async () => {
  const off = sql`update app_user set use_yn = 'N' where user_id = 'second'`
  expect(await sendSlowly(setting, off)).toBe(401)
  expect(await site.db.query(sql`select from user_setting`)).toHaveLength(0)
})

test('a large save uses the permissions that are left when its body is received', async () => {
  const rows = Array.from({ length: 800 }, (_, index) => ({
    NO: index + 1,
    BATCH_FLAG: 'I',
    ZONE_CD: `Z${index}`,
    ZONE_NM: 'x'.repeat(90),
  }))
  const call = {
    url: '/api/wms/comm/wmsCommon/saveProcedure',
    body: { PROCEDURE: 'master/save-zone', ROWS: rows },
    headers: { 'idempotency-key': randomUUID(), wcode: 'W01' },
  }
  const demote = sql`update user_role set role_cd = 'NOTHING' where user_id = 'second'`
  expect(await sendSlowly(call, demote)).toBe(403)
  expect(await site.db.query(sql`select from zone where zone_cd = 'Z1'`)).toHaveLength(0)
})

const startSlowUpload = (url: string) => {
  const content = Buffer.from(`%PDF-1.7\n${'x'.repeat(2000)}\n%%EOF`)
  return { url, ...uploadForm([{ name: 'file', file: 'bill.pdf', content }]) }
}

test.each([
  ['/api/file/fileUpload', 401, sql`update app_user set use_yn = 'N' where user_id = 'second'`],
  [
    '/api/file/readSpreadsheet',
    401,
    sql`update app_user set use_yn = 'N' where user_id = 'second'`,
  ],
  [
    '/api/file/fileUpload',
    403,
    sql`update user_role set role_cd = 'NOTHING' where user_id = 'second'`,
  ],
])('a file for %s is rejected with %s by the permissions of its end', async (url, code, change) => {
  expect(await sendSlowly(startSlowUpload(url), change)).toBe(code)
  expect(await site.db.query(sql`select from stored_file`)).toHaveLength(0)
  expect(await site.db.query(sql`select from stored_chunk`)).toHaveLength(0)
})

test('a file sent slowly with unchanged permissions is stored', async () => {
  expect(await sendSlowly(startSlowUpload('/api/file/fileUpload'), sql`select 1`)).toBe(200)
})

test('a slow body of a user with unchanged permissions is processed', async () => {
  expect(await sendSlowly(setting, sql`select 1`)).toBe(200)
})

test('a message whose profile is disabled before its body is received is rejected', async () => {
  const admin = await site.login('admin')
  const partner = await createPartner(site, admin)
  const off = sql`update partner_profile set use_yn = 'N'`
  const line = { STOCK_CD: 'PLAIN', ORDER_QTY: 1 }
  const body = { MESSAGE_NO: 'M1', KIND: 'RECEIPT', LINES: [line] }
  const headers = { authorization: `Bearer ${partner.token}` }
  expect(await sendSlowly({ url: '/api/partner/messages', body, headers }, off)).toBe(401)
  expect(await site.db.query(sql`select from partner_message`)).toHaveLength(0)
})
