import { randomBytes } from 'node:crypto'
import sql, { raw } from 'sql-template-tag'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { checkedLookup } from '#areas/master/server/webhook-address.ts'
import { pauseAfter } from '#areas/master/server/webhook-store.ts'
import type { WebhookSender } from '#areas/master/server/webhook-sender.ts'
import { sealSecret } from '#server/base/site-key.ts'
import { webhookSender } from '#server/site/registry.ts'
import { testSite, type TestSite, type TestUser } from '#tests/support/app.ts'
import { closeVerified } from '#tests/support/close-verified.ts'
import { checkAll, testDay, pickAll, putStock, runStep } from '#tests/support/floor.ts'
import { createPartner, type TestPartner } from '#tests/support/partner.ts'
import { isGenuine, WebhookReceiver } from '#tests/support/webhook-receiver.ts'

const secret = `whsec_${randomBytes(32).toString('base64url')}`
const hour = 3_600_000
/** Clock of the sender. Set ahead of the database's clock to make new deliveries due. */
let clock = Date.now()
const now = () => clock

let site: TestSite
let admin: TestUser
let partner: TestPartner
let receiver: WebhookReceiver
let sender: WebhookSender
let impatient: WebhookSender
const reported: unknown[] = []

/** Replaces the issued secret with the one the receivers were started with. */
async function issueSecret(SECRET = secret, OWNER_CD = 'HANBIT'): Promise<void> {
  const named = { OWNER_CD, PROFILE_CD: 'PIKL' }
  const issued = await admin.save('master/issue-webhook-secret', [named])
  expect(issued.status, issued.body.message).toBe(200)
  expect(issued.body.data.rows[0]?.['SECRET']).toMatch(/^whsec_[\w-]{43}$/)
  await site.db.execute(sql`update partner_profile set webhook_secret = ${sealSecret(SECRET)}
    where owner_cd = ${OWNER_CD} and profile_cd = 'PIKL'`)
}

beforeAll(async () => {
  vi.stubEnv('WEBHOOK_PRIVATE', '1')
  vi.stubEnv('SITE_KEY', 'a key of the tests')
  site = await testSite()
  admin = await site.login('admin')
  receiver = await WebhookReceiver.open(secret, now)
  partner = await createPartner(site, admin, { WEBHOOK_URL: receiver.url })
  await issueSecret()
  const report = (error: unknown) => reported.push(error)
  sender = webhookSender(site.db, report, { now })
  impatient = webhookSender(site.db, report, { now, timeoutMs: 1000 })
})
beforeEach(() => {
  clock = Date.now() + 60_000
  receiver.setBehaviours('takes')
})
afterAll(async () => {
  await sender.stop()
  await impatient.stop()
  await receiver.close()
  await closeVerified(site)
  vi.unstubAllEnvs()
  expect(reported).toEqual([])
})

async function sendStock(number: string): Promise<void> {
  const { data } = await partner.send(number, 'STOCK', [{ STOCK_CD: 'PLAIN', QTY: 1 }])
  expect(data.STATE).toBe('30')
}

async function getDelivery(DOC_NO: string) {
  const [row] = await admin.query('master/webhook-deliveries', { DOC_NO })
  if (!row) throw new Error(`nothing is sent about ${DOC_NO}`)
  return row
}

const getNumbers = (calls: readonly { readonly body: string }[]) =>
  calls.map(({ body }) => (JSON.parse(body) as { DOC_NO: string }).DOC_NO)

describe('result delivery', () => {
  test('posts a result once, signed, with the body that the results query returns', async () => {
    await sendStock('W1')
    await sender.tick()
    await sender.tick()
    const [call] = receiver.taken
    expect(receiver.calls).toHaveLength(1)
    const { data } = await partner.call('results', {})
    expect([JSON.parse(call?.body ?? '')]).toEqual(data.RESULTS)
    expect(call?.headers['content-type']).toContain('application/json')
    expect(await getDelivery('W1')).toMatchObject({
      STATE_CD: '50',
      TRIES: 1,
      ANSWER: 'HTTP 200',
      NEXT_AT: null,
      EVENT_ID: call?.id,
    })
  })

  test('signature verification rejects a changed body, another secret and a late replay', async () => {
    await sendStock('W2')
    await sender.tick()
    const [call] = receiver.taken
    if (!call) throw new Error('nothing came')
    expect(isGenuine(call, secret, clock)).toBe(true)
    expect(isGenuine({ ...call, body: call.body.replace('1', '2') }, secret, clock)).toBe(false)
    expect(isGenuine(call, 'another', clock)).toBe(false)
    expect(isGenuine(call, secret, clock + hour)).toBe(false)
    const headers = { ...call.headers, 'wms-timestamp': String(Math.floor(clock / 1000) + 3600) }
    expect(isGenuine({ ...call, headers }, secret, clock + hour)).toBe(false)
  })

  test('a result with a wrong signature records the error and is delivered with the right secret', async () => {
    await issueSecret(`whsec_${'x'.repeat(43)}`)
    await sendStock('W3')
    await sender.tick()
    expect(receiver.taken).toEqual([])
    expect(await getDelivery('W3')).toMatchObject({
      STATE_CD: '10',
      ANSWER: 'HTTP 401 wrong signature',
    })
    await issueSecret()
    clock += hour
    await sender.tick()
    expect(getNumbers(receiver.taken)).toEqual(['W3'])
  })

  test('a result of a profile without a webhook is not sent', async () => {
    const plain = await createPartner(site, admin, { PROFILE_CD: 'PLAIN' })
    await plain.send('N1', 'STOCK', [{ STOCK_CD: 'PLAIN', QTY: 1 }])
    await sender.tick()
    expect(receiver.calls).toEqual([])
    expect(await admin.query('master/webhook-deliveries', { DOC_NO: 'N1' })).toEqual([])
  })

  test('a result whose transaction is rolled back is not sent', async () => {
    const before = await admin.query('master/webhook-deliveries', {})
    const wrong = [{ STOCK_CD: 'NOSUCH', QTY: 1 }]
    expect((await partner.send('W4', 'STOCK', wrong)).data.STATE).toBe('20')
    expect(await admin.query('master/webhook-deliveries', {})).toEqual(before)
  })
})

describe('receiver failures', () => {
  test.each([
    ['hangs', '1초 안에 응답이 없습니다.'],
    ['trickles', '1초 안에 응답이 없습니다.'],
    ['redirects', 'HTTP 302: 리디렉션은 따르지 않습니다. 최종 주소를 등록하세요.'],
    ['fails', 'HTTP 500 out of order'],
    ['drops', '연결하지 못했습니다: ECONNRESET'],
  ] as const)(
    'a delivery to a receiver that %s stores the reason and retries with the same id',
    async (how, text) => {
      receiver.setBehaviours(how, 'takes')
      await sendStock(`R-${how}`.toUpperCase())
      await (text.startsWith('1초') ? impatient : sender).tick()
      const waiting = await getDelivery(`R-${how}`.toUpperCase())
      expect(waiting).toMatchObject({ STATE_CD: '10', TRIES: 1, ANSWER: text })
      await sender.tick()
      expect(receiver.calls).toHaveLength(1)
      clock += pauseAfter(1) * 1000
      await sender.tick()
      expect(receiver.calls.map(({ id, path }) => [id, path])).toEqual([
        [waiting['EVENT_ID'], '/hook'],
        [waiting['EVENT_ID'], '/hook'],
      ])
      expect(await getDelivery(`R-${how}`.toUpperCase())).toMatchObject({
        STATE_CD: '50',
        TRIES: 2,
      })
    },
  )

  test('a 500 lasting a day is retried at growing intervals, then abandoned and logged', async () => {
    receiver.setBehaviours('fails')
    await sendStock('DAY')
    const begun = clock
    const pauses: number[] = []
    for (let last = clock; (await getDelivery('DAY'))['STATE_CD'] !== '80'; clock += 30_000) {
      const before = receiver.calls.length
      await sender.tick()
      if (receiver.calls.length === before) continue
      pauses.push(clock - last)
      last = clock
      if (pauses.length > 50) throw new Error('no end')
      const { NEXT_AT } = await getDelivery('DAY')
      // Advance to the due time, minus the step of the loop.
      if (NEXT_AT) clock = Math.max(clock, await getNextAttempt('DAY')) - 30_000
    }
    expect(pauses.slice(1, 5).every((pause, index) => pause >= (pauses[index] ?? 0))).toBe(true)
    expect(pauses.length).toBeGreaterThan(12)
    expect(clock - begun).toBeGreaterThan(23 * hour)
    expect(clock - begun).toBeLessThan(26 * hour)
    expect(new Set(receiver.calls.map(({ id }) => id)).size).toBe(1)
    const failed = await admin.query('system/errors', { PATH: 'job/webhook' })
    expect(failed).toHaveLength(1)
    const calls = receiver.calls.length
    clock += 48 * hour
    await sender.tick()
    expect(receiver.calls).toHaveLength(calls)
  })

  test('an abandoned delivery can be resent manually with the same id', async () => {
    const { DELIVERY_ID = null, EVENT_ID } = await getDelivery('DAY')
    const again = await admin.save('master/resend-webhooks', [{ DELIVERY_ID }])
    expect(again.body.message).toContain('1건을 다시 보냅니다')
    await sender.tick()
    expect(receiver.taken.map(({ id }) => id)).toEqual([EVENT_ID])
    expect(await getDelivery('DAY')).toMatchObject({ STATE_CD: '50' })
    const nobody = await admin.save('master/resend-webhooks', [{ DELIVERY_ID: 999_999 }])
    expect(nobody.status).toBe(409)
  })

  test('an unresponsive receiver does not delay other partners', async () => {
    const other = await WebhookReceiver.open(secret, now)
    const gift = await createPartner(site, admin, { OWNER_CD: 'GIFT', WEBHOOK_URL: other.url })
    await issueSecret(secret, 'GIFT')
    await gift.send('G1', 'STOCK', [{ STOCK_CD: 'PLAIN', QTY: 1 }])
    receiver.setBehaviours('hangs')
    for (const number of ['A1', 'A2', 'A3']) await sendStock(number)
    await impatient.tick()
    expect(getNumbers(other.taken)).toEqual(['G1'])
    expect(receiver.calls).toHaveLength(1)
    receiver.setBehaviours('takes')
    clock += hour
    await sender.tick()
    expect(getNumbers(receiver.taken).toSorted()).toEqual(['A1', 'A2', 'A3'])
    await other.close()
  })
})

test.each([
  ['profile', sql`update partner_profile set use_yn = 'N' where owner_cd = 'HANBIT'`],
  ['owner', sql`update owner set use_yn = 'N' where owner_cd = 'HANBIT'`],
  ['warehouse', sql`update warehouse set use_yn = 'N' where wcode = 'W01'`],
])('results wait from when their %s is deactivated during a round', async (kind, deactivate) => {
  const numbers = ['1', '2', '3'].map((at) => `${kind} ${at}`)
  for (const number of numbers) await sendStock(number)
  const report = (error: unknown) => reported.push(error)
  const deactivating = webhookSender(site.db, report, {
    now: async () => {
      if (receiver.calls.length > 0) await site.db.execute(deactivate)
      return clock
    },
  })
  await deactivating.tick()
  await deactivating.stop()
  expect(receiver.calls).toHaveLength(1)
  await site.db.script(`update partner_profile set use_yn = 'Y' where owner_cd = 'HANBIT';
    update owner set use_yn = 'Y' where owner_cd = 'HANBIT';
    update warehouse set use_yn = 'Y' where wcode = 'W01'`)
  await sender.tick()
  expect(getNumbers(receiver.taken).toSorted()).toEqual(numbers)
})

async function getNextAttempt(document: string): Promise<number> {
  const [row] = await site.db.query<{ ms: number }>(sql`
    select (extract(epoch from next_at) * 1000)::float8 ms from webhook_delivery
    where doc_no = ${document}`)
  return Math.ceil(Number(row?.ms))
}

describe('results of one document', () => {
  test('a later result waits for the earlier one, but results of other documents do not wait', async () => {
    await putStock(site.db, { item: 'PLAIN', qty: 50 })
    const line = { SHIPMENT_DT: testDay, SHIP_TO_CD: 'ST1', STOCK_CD: 'PLAIN', ORDER_QTY: 3 }
    const sent = await partner.send('O1', 'SHIPMENT', [{ OWNER_ORDER_NO: 'O-1', ...line }])
    const [number = ''] = sent.data.DOCUMENTS
    for (const name of ['allocate', 'mark-listed']) await runStep(admin, name, number)
    await pickAll(admin, number)
    await checkAll(admin, number)
    for (const name of ['finish-check', 'ship']) await runStep(admin, name, number)
    receiver.setBehaviours('fails', 'takes')
    await sender.tick()
    await runStep(admin, 'cancel-shipping', number)
    await sendStock('BESIDE')
    await sender.tick()
    expect(getNumbers(receiver.taken)).toEqual(['BESIDE'])
    clock += hour
    await sender.tick()
    const results = receiver.taken.map(({ body }) => JSON.parse(body) as Record<string, unknown>)
    expect(results.slice(1)).toMatchObject([
      { DOC_NO: number, RESULT: 'DONE' },
      { DOC_NO: number, RESULT: 'REOPENED' },
    ])
  })
})

describe('several sender processes', () => {
  test('several sender processes send each result once', async () => {
    const others = [1, 2, 3].map(() => webhookSender(site.db, (e) => reported.push(e), { now }))
    for (const number of ['P1', 'P2', 'P3', 'P4']) await sendStock(number)
    await Promise.all([sender, ...others].map((server) => server.tick()))
    expect(getNumbers(receiver.taken).toSorted()).toEqual(['P1', 'P2', 'P3', 'P4'])
    await Promise.all(others.map((server) => server.stop()))
  })

  test('several sender processes take over a delivery that a stopped process left, with the same id', async () => {
    const crashingSender = webhookSender(site.db, () => undefined, { now })
    receiver.setBehaviours('hangs', 'takes')
    await sendStock('LEFT')
    const round = crashingSender.tick()
    await vi.waitFor(() => expect(receiver.calls).toHaveLength(1))
    await crashingSender.stop()
    await round
    await sender.tick()
    expect(receiver.taken).toEqual([])
    clock += 61_000
    await sender.tick()
    expect(new Set(receiver.calls.map(({ id }) => id)).size).toBe(1)
    expect(getNumbers(receiver.taken)).toEqual(['LEFT'])
  })
})

describe('webhook addresses', () => {
  const save = async (WEBHOOK_URL: string) => {
    const row = { OWNER_CD: 'HANBIT', PROFILE_CD: 'URL', PROFILE_NM: 'u', WEBHOOK_URL }
    const response = await admin.save('master/save-partner-profile', [{ BATCH_FLAG: 'I', ...row }])
    return response.body.rows?.map((each) => each['COLUMN'])
  }

  test.each([
    'http://hooks.example.com/x',
    'ftp://hooks.example.com',
    'hooks.example.com',
    'https://user:pass@hooks.example.com/',
    'https://localhost/',
    'https://app.localhost./',
    'https://127.0.0.1/',
    'https://2130706433/',
    'https://0x7f.1/',
    'https://10.1.2.3/',
    'https://172.20.0.1/',
    'https://192.168.0.7:8443/x',
    'https://169.254.169.254/latest',
    'https://100.64.0.1/',
    'https://0.0.0.0/',
    'https://[::1]/',
    'https://[::ffff:10.0.0.1]/',
    'https://[fe80::1]/',
    'https://[fd00::1]/',
    'https://[2002:7f00:1::]/',
    'https://[64:ff9b::7f00:1]/',
  ])('%s is rejected when the profile is saved', async (address) => {
    vi.stubEnv('WEBHOOK_PRIVATE', '')
    expect(await save(address)).toEqual(['WEBHOOK_URL'])
    vi.stubEnv('WEBHOOK_PRIVATE', '1')
  })

  test('an address that has become private is not called', async () => {
    await sendStock('INSIDE')
    await site.db.execute(sql`update partner_profile
      set webhook_url = ${receiver.url.replace('http:', 'https:')} where profile_cd = 'PIKL'`)
    vi.stubEnv('WEBHOOK_PRIVATE', '')
    await sender.tick()
    vi.stubEnv('WEBHOOK_PRIVATE', '1')
    expect(receiver.calls).toEqual([])
    expect((await getDelivery('INSIDE'))['ANSWER']).toContain('사내망 주소로는 보낼 수 없습니다')
  })

  test('a host name is resolved once and the connection uses the checked address', async () => {
    vi.stubEnv('WEBHOOK_PRIVATE', '')
    const url = new URL('https://hooks.example.com/x')
    const publicAddress = { address: '93.184.215.14', family: 4 }
    const found = vi.fn(async () => [publicAddress])
    const lookup = await checkedLookup(url, found)
    for (const _ of [1, 2]) {
      const answer = vi.fn()
      lookup('hooks.example.com', { all: true }, answer)
      expect(answer).toHaveBeenCalledWith(null, [publicAddress])
    }
    expect(found).toHaveBeenCalledTimes(1)
    const inside = { address: '10.0.0.8', family: 4 }
    const both = checkedLookup(url, async () => [publicAddress, inside])
    await expect(both).rejects.toThrow('private addresses')
    vi.stubEnv('WEBHOOK_PRIVATE', '1')
  })

  test('the secret is neither stored in plain text nor returned with the profile', async () => {
    for (const table of ['partner_profile', 'idempotency', 'audit_log', 'event_log']) {
      const rows = await site.db.query(sql`select to_jsonb(t)::text t from ${raw(table)} t`)
      expect(JSON.stringify(rows)).not.toContain(secret)
    }
    const profiles = await admin.query('master/partner-profile', {})
    expect(JSON.stringify(profiles)).not.toContain('SECRET')
  })
})
