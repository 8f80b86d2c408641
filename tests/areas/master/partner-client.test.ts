import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { randomBytes } from 'node:crypto'
import { dirname, join } from 'node:path'
import { execFile } from 'node:child_process'
import { createRequire } from 'node:module'
import { promisify } from 'node:util'
import type { AddressInfo } from 'node:net'
import sql from 'sql-template-tag'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { sealSecret } from '#server/base/site-key.ts'
import { webhookSender } from '#server/site/registry.ts'
import { testSite, type TestSite, type TestUser } from '#tests/support/app.ts'
import { closeVerified } from '#tests/support/close-verified.ts'
import { checkAll, testDay, pickAll, putStock, runStep } from '#tests/support/floor.ts'
import { createPartner } from '#tests/support/partner.ts'
import { WebhookReceiver } from '#tests/support/webhook-receiver.ts'

/** Client generated from the description, with one function per call. */
interface Client {
  readonly defaults: { baseUrl: string; headers: Record<string, string> }
  messages(body: object): Promise<{ status: number; data: { data: Fate; message: string } }>
  results(body: object): Promise<{ status: number; data: { data: { RESULTS: Result[] } } }>
  acknowledge(body: object): Promise<{ status: number; data: { data: Acknowledged } }>
}
interface Fate {
  readonly STATE: string
  readonly DOCUMENTS: string[]
  readonly ERRORS: { readonly LINE: number; readonly COLUMN: string }[]
}
interface Result {
  readonly RESULT_NO: number
  readonly KIND: string
  readonly DOC_NO: string
  readonly LINES: object[]
}
interface Acknowledged {
  readonly ACKNOWLEDGED: number[]
  readonly BEFORE: number[]
}

const run = promisify(execFile)
const secret = `whsec_${randomBytes(32).toString('base64url')}`
// Ahead of the database's clock, to make new events due.
const oneMinuteAhead = () => Date.now() + 60_000
let site: TestSite
let admin: TestUser
let receiver: WebhookReceiver
let client: Client
let folder: string
let url: string

beforeAll(async () => {
  vi.stubEnv('WEBHOOK_PRIVATE', '1')
  site = await testSite()
  admin = await site.login('admin')
  await putStock(site.db, { item: 'PLAIN', qty: 50, lot: 'L1' })
  receiver = await WebhookReceiver.open(secret, oneMinuteAhead)
  const partner = await createPartner(site, admin, { WEBHOOK_URL: receiver.url })
  const named = { OWNER_CD: 'HANBIT', PROFILE_CD: 'PIKL' }
  expect((await admin.save('master/issue-webhook-secret', [named])).status).toBe(200)
  await site.db.execute(sql`update partner_profile set webhook_secret = ${sealSecret(secret)}`)
  await site.app.listen({ port: 0, host: '127.0.0.1' })
  url = `http://127.0.0.1:${(site.app.server.address() as AddressInfo).port}`
  // Generate the client inside the checkout, where it finds its runtime.
  const artifacts = join(import.meta.dirname, '../../.artifacts')
  await mkdir(artifacts, { recursive: true })
  folder = await mkdtemp(join(artifacts, 'client-'))
  const file = join(folder, 'client.ts')
  const generator = createRequire(import.meta.url).resolve('oazapfts')
  const described = `${url}/api/partner/openapi.json`
  await run(process.execPath, [join(dirname(generator), 'cli.js'), described, file])
  client = (await import(file)) as Client
  client.defaults.baseUrl = url
  client.defaults.headers = { authorization: `Bearer ${partner.token}` }
})
afterAll(async () => {
  await rm(folder, { recursive: true, force: true })
  await receiver.close()
  await closeVerified(site)
  vi.unstubAllEnvs()
})

test('a client generated from the description orders, receives the webhook and acknowledges', async () => {
  const order = {
    KIND: 'SHIPMENT',
    MESSAGE_NO: 'CLIENT-1',
    LINES: [
      {
        OWNER_ORDER_NO: 'C-1',
        SHIPMENT_DT: testDay,
        SHIP_TO_CD: 'ST1',
        STOCK_CD: 'PLAIN',
        ORDER_QTY: 3,
      },
    ],
  }
  const ordered = await client.messages(order)
  expect(ordered).toMatchObject({ status: 200, data: { data: { STATE: '30', ERRORS: [] } } })
  const [number = ''] = ordered.data.data.DOCUMENTS
  // Resending returns the same response; changed content is rejected.
  expect((await client.messages(order)).data.data.DOCUMENTS).toEqual([number])
  const changed = { ...order, LINES: [{ ...order.LINES[0], ORDER_QTY: 4 }] }
  expect((await client.messages(changed)).status).toBe(409)

  for (const name of ['allocate', 'mark-listed']) await runStep(admin, name, number)
  await pickAll(admin, number)
  await checkAll(admin, number)
  for (const name of ['finish-check', 'ship']) await runStep(admin, name, number)
  const sender = webhookSender(site.db, (error) => expect(error).toBeUndefined(), {
    now: oneMinuteAhead,
  })
  await sender.tick()
  await sender.stop()

  expect(receiver.taken).toHaveLength(1)
  const received = JSON.parse(receiver.taken[0]?.body ?? '{}') as Result
  expect(received).toMatchObject({ KIND: 'SHIPMENT', DOC_NO: number, LINES: [{ RESULT_QTY: 3 }] })
  expect((await client.results({})).data.data.RESULTS).toEqual([received])
  const done = await client.acknowledge({ RESULT_NOS: [received.RESULT_NO] })
  expect(done.data.data).toMatchObject({ ACKNOWLEDGED: [received.RESULT_NO], BEFORE: [] })
  expect((await client.results({})).data.data.RESULTS).toEqual([])
})

test('errors of an order are returned to the client', async () => {
  const line = { OWNER_ORDER_NO: 'C-2', SHIPMENT_DT: '2026-13-40', STOCK_CD: 'NONE', ORDER_QTY: -1 }
  const refused = await client.messages({ KIND: 'SHIPMENT', MESSAGE_NO: 'CLIENT-2', LINES: [line] })
  expect(refused.data.data).toMatchObject({ STATE: '20', DOCUMENTS: [] })
  expect(refused.data.data.ERRORS.map(({ COLUMN }) => COLUMN)).toEqual(
    expect.arrayContaining(['SHIPMENT_DT', 'ORDER_QTY']),
  )
})
