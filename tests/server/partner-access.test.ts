import sql, { raw } from 'sql-template-tag'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { testSite, type TestSite, type TestUser } from '#tests/support/app.ts'
import { closeVerified } from '#tests/support/close-verified.ts'
import { checkAll, testDay, pickAll, putStock, runStep } from '#tests/support/floor.ts'
import {
  issueToken,
  createPartner,
  createPartnerClient,
  type TestPartner,
} from '#tests/support/partner.ts'

let site: TestSite
let admin: TestUser
let hanbit: TestPartner
let gift: TestPartner

beforeAll(async () => {
  site = await testSite()
  admin = await site.login('admin')
  hanbit = await createPartner(site, admin)
  gift = await createPartner(site, admin, { OWNER_CD: 'GIFT' })
})
afterAll(() => closeVerified(site))

const receiptLine = { OWNER_ORDER_NO: 'PO-1', RECEIPT_DT: testDay, STOCK_CD: 'PLAIN', ORDER_QTY: 5 }
const orderLine = (order: string) => ({
  OWNER_ORDER_NO: order,
  SHIPMENT_DT: testDay,
  SHIP_TO_CD: 'ST1',
  STOCK_CD: 'PLAIN',
  ORDER_QTY: 3,
})
const every = { MESSAGE_NO: 'X', KIND: 'RECEIPT', LINES: [receiptLine], RESULT_NOS: [1] }
const doors = ['messages', 'message', 'results', 'acknowledge', 'stock']

describe('partner access', () => {
  test.each(doors)('/api/partner/%s requires a token, even with a user session', async (door) => {
    const requests = [
      await hanbit.call(door, every, { authorization: '' }),
      await hanbit.call(door, every, { authorization: 'Basic YTpi' }),
      await createPartnerClient(site, 'wms_guess').call(door, every),
    ]
    for (const response of requests) {
      expect([response.status, response.code]).toEqual([401, 'TOKEN_UNKNOWN'])
    }
    const session = await admin.call(`/api/partner/${door}`, every)
    expect(session.status).toBe(401)
  })

  test('a partner token does not open the API of users', async () => {
    const url = '/api/wms/inbound/receipts'
    const headers = { authorization: `Bearer ${hanbit.token}` }
    const response = await site.app.inject({ method: 'POST', url, payload: {}, headers })
    expect(response.statusCode).toBe(401)
  })

  test('a new token invalidates the previous one, and a disabled profile rejects its token', async () => {
    const old = await createPartner(site, admin, { PROFILE_CD: 'OLD' })
    const named = { OWNER_CD: 'HANBIT', PROFILE_CD: 'OLD' }
    const TOKEN = await issueToken(admin, named)
    expect((await old.call('stock', {})).status).toBe(401)
    const fresh = createPartnerClient(site, TOKEN)
    expect((await fresh.call('stock', {})).status).toBe(200)
    await site.db.execute(sql`update partner_profile set use_yn = 'N' where profile_cd = 'OLD'`)
    expect((await fresh.call('stock', {})).status).toBe(401)
  })

  test.each([
    ['InterfacePikl', '{search,save}', 200],
    ['OutInterfacePikl', '{search,save}', 200],
    ['InvInterfacePikl', '{search}', 403],
    ['ReceiptCreate', '{search,save}', 403],
  ])(
    'saving a profile with menu %s and actions %s responds with %i',
    async (menu, actions, status) => {
      const role = `KEEPS_${menu}`.slice(0, 20).toUpperCase()
      await site.db.script(`
      insert into app_role (role_cd, role_nm) values ('${role}', '${role}');
      insert into role_menu (role_cd, menu_id, actions) values ('${role}', '${menu}', '${actions}');
      insert into app_user (user_id, user_nm, password_hash, all_owners_yn)
        select '${menu.toLowerCase()}', 'x', password_hash, 'Y' from app_user where user_id = 'admin';
      insert into user_role (user_id, role_cd) values ('${menu.toLowerCase()}', '${role}');
      insert into user_warehouse (user_id, wcode) values ('${menu.toLowerCase()}', 'W01')`)
      const user = await site.login(menu.toLowerCase())
      const profile = { BATCH_FLAG: 'I', OWNER_CD: 'HANBIT', PROFILE_CD: role, PROFILE_NM: role }
      const saved = await user.save('master/save-partner-profile', [profile])
      expect(saved.status, saved.body.message).toBe(status)
    },
  )

  test('tokens are not stored in plain text', async () => {
    for (const table of ['partner_profile', 'idempotency', 'audit_log', 'event_log']) {
      const rows = await site.db.query(sql`select to_jsonb(t)::text t from ${raw(table)} t`)
      expect(JSON.stringify(rows)).not.toContain(hanbit.token)
    }
  })

  test('tokens are chosen by the server and returned only once', async () => {
    await createPartner(site, admin, { PROFILE_CD: 'CHOSEN' })
    const chosen = `wms_${'A'.repeat(43)}`
    const named = { OWNER_CD: 'HANBIT', PROFILE_CD: 'CHOSEN', TOKEN: chosen }
    const key = crypto.randomUUID()
    const [first, again] = [
      await admin.save('master/issue-partner-token', [named], key),
      await admin.save('master/issue-partner-token', [named], key),
    ]
    const token = String(first.body.data.rows[0]?.['TOKEN'])
    expect(token).toMatch(/^wms_[\w-]{43}$/)
    expect(token).not.toBe(chosen)
    expect((await createPartnerClient(site, token).call('stock', {})).status).toBe(200)
    expect((await createPartnerClient(site, chosen).call('stock', {})).status).toBe(401)
    expect([again.status, again.body.data.rows[0]?.['TOKEN']]).toEqual([200, undefined])
  })
})

describe('a partner of one owner', () => {
  test('writes for that owner, regardless of the owner in the lines', async () => {
    const line = { ...receiptLine, OWNER_ORDER_NO: 'PO-G', OWNER_CD: 'HANBIT', WCODE: 'W02' }
    const { data } = await gift.send('G1', 'RECEIPT', [line])
    expect(data.STATE).toBe('30')
    const inserted = await admin.query('inbound/receipts', { OWNER_ORDER_NO: 'PO-G' })
    expect(inserted).toMatchObject([{ OWNER_CD: 'GIFT', WCODE: 'W01' }])
  })

  test('a partner of one owner cannot order items or use ship-tos of another owner', async () => {
    const { data } = await gift.send('G2', 'SHIPMENT', [{ ...orderLine('O-G'), STOCK_CD: 'OTHER' }])
    expect(data.ERRORS.map(({ COLUMN }) => COLUMN)).toEqual(['SHIP_TO_CD', 'STOCK_CD'])
  })

  test('a partner of one owner cannot read messages, results or stock of another owner', async () => {
    await putStock(site.db, { item: 'PLAIN', qty: 50 })
    await hanbit.send('H1', 'RECEIPT', [{ ...receiptLine, OWNER_ORDER_NO: 'PO-H' }])
    const request = { KIND: 'RECEIPT', MESSAGE_NO: 'H1' }
    expect((await hanbit.call('message', request)).status).toBe(200)
    const other = await gift.call('message', request)
    expect([other.status, other.code]).toEqual([404, 'MESSAGE_UNKNOWN'])
    expect((await gift.call('stock', {})).data.STOCK).toEqual([])
    const { DOCUMENTS } = (await hanbit.call('message', request)).data
    await admin.save('inbound/receive-bulk', [{ RECEIPT_NO: DOCUMENTS[0] ?? null }])
    expect((await gift.call('results', {})).data.RESULTS).toEqual([])
    expect((await hanbit.call('results', {})).data.RESULTS).toMatchObject([{ RESULT_NO: 1 }])
    const refused = await gift.call('acknowledge', { RESULT_NOS: [1] })
    expect(refused.data).toEqual({ ACKNOWLEDGED: [], BEFORE: [], UNKNOWN: [1] })
  })

  test('a partner of one owner can reuse a message number of another partner', async () => {
    const line = { ...receiptLine, OWNER_ORDER_NO: 'PO-H' }
    expect((await gift.send('H1', 'RECEIPT', [line])).data.STATE).toBe('30')
  })
})

describe('rejected messages', () => {
  const body = (extra: object) => ({ ...every, MESSAGE_NO: 'BAD', ...extra })
  const deep = `{"MESSAGE_NO":"D","KIND":"RECEIPT","LINES":${'['.repeat(200_000)}`

  test.each([
    ['invalid JSON', '{"MESSAGE_NO":', 400, 'JSON_INVALID'],
    ['a prototype key', '{"__proto__":{"x":1},"KIND":"RECEIPT"}', 400, 'JSON_INVALID'],
    ['endless nesting', deep, 400, 'JSON_TOO_DEEP'],
    ['a nested line', body({ LINES: [{ A: { B: 1 } }] }), 400, 'BODY_INVALID'],
    [
      'a number too large to be exact',
      '{"MESSAGE_NO":"N","KIND":"STOCK","LINES":[{"STOCK_CD":12345678901234567890}]}',
      400,
      'BODY_INVALID',
    ],
    ['no lines', body({ LINES: [] }), 400, 'BODY_INVALID'],
    [
      'too many lines',
      body({ LINES: Array.from({ length: 5001 }, () => ({})) }),
      400,
      'BODY_INVALID',
    ],
    ['an unknown kind', body({ KIND: 'PRICE' }), 400, 'BODY_INVALID'],
    ['a blank number', body({ MESSAGE_NO: ' ' }), 400, 'BODY_INVALID'],
    [
      'five megabytes',
      body({ LINES: [{ REMARK: 'x'.repeat(5 * 1024 * 1024) }] }),
      413,
      'TOO_LARGE',
    ],
  ])('rejects a message with %s', async (_, sent, status, reason) => {
    const response = await hanbit.call('messages', sent)
    expect([response.status, response.code]).toEqual([status, reason])
    expect(response.message.length).toBeGreaterThan(5)
    const kept = await admin.query('inbound/partner-messages', { MESSAGE_NO: 'BAD' })
    expect(kept).toEqual([])
  })

  test('drops characters that cannot be stored and accepts the rest of the message', async () => {
    const sent = `{"MESSAGE_NO":"NUL","KIND":"RECEIPT","LINES":[{"REMARK":"a\\u0000\\ud800b","STOCK_CD":"'; drop table receipt; --"}]}`
    const response = await hanbit.call('messages', sent)
    expect(response).toMatchObject({ status: 200, data: { STATE: '20' } })
    const [message] = await admin.query('inbound/partner-messages', { MESSAGE_NO: 'NUL' })
    const { MESSAGE_ID = null } = message ?? {}
    const [line] = await admin.query('inbound/partner-message-lines', { MESSAGE_ID })
    expect(line).toMatchObject({ REMARK: 'ab', STOCK_CD: "'; drop table receipt; --" })
    const [attempt] = await admin.query('inbound/partner-attempts', { MESSAGE_ID })
    expect(attempt?.['DETAIL']).toBe(sent)
  })
})

describe('results', () => {
  test('a result is delivered after shipping, acknowledged once and reissued when it changes', async () => {
    const partner = await createPartner(site, admin, { PROFILE_CD: 'OUT' })
    const { data } = await partner.send('O1', 'SHIPMENT', [orderLine('O-1')])
    const number = data.DOCUMENTS[0] ?? ''
    const read = async (AFTER = 0) => (await partner.call('results', { AFTER })).data.RESULTS
    expect(await read()).toEqual([])
    await runStep(admin, 'allocate', number)
    await runStep(admin, 'mark-listed', number)
    await pickAll(admin, number)
    await checkAll(admin, number)
    for (const name of ['finish-check', 'ship']) await runStep(admin, name, number)
    const [first] = await read()
    expect(first).toMatchObject({
      RESULT_NO: 1,
      KIND: 'SHIPMENT',
      RESULT: 'DONE',
      DOC_NO: number,
      LINES: [{ OWNER_ORDER_NO: 'O-1', STOCK_CD: 'PLAIN', ORDER_QTY: 3, RESULT_QTY: 3 }],
    })
    expect(await read()).toEqual([first])
    const twice = await Promise.all(
      [1, 2].map(() => partner.call('acknowledge', { RESULT_NOS: [1] })),
    )
    expect(twice.flatMap((response) => response.data.ACKNOWLEDGED)).toEqual([1])
    expect(await read()).toEqual([])
    await runStep(admin, 'cancel-shipping', number)
    expect(await read(1)).toMatchObject([{ RESULT_NO: 2, RESULT: 'REOPENED' }])
    await runStep(admin, 'ship', number)
    expect(await read(2)).toMatchObject([{ RESULT_NO: 3, RESULT: 'CHANGED' }])
  })

  test('parallel requests create a result only once', async () => {
    const partner = await createPartner(site, admin, { PROFILE_CD: 'MANY' })
    const { data } = await partner.send('R1', 'RECEIPT', [
      { ...receiptLine, OWNER_ORDER_NO: 'PO-M' },
    ])
    await admin.save('inbound/receive-bulk', [{ RECEIPT_NO: data.DOCUMENTS[0] ?? null }])
    const responses = await Promise.all(
      Array.from({ length: 6 }, () => partner.call('results', {})),
    )
    for (const response of responses) {
      expect(response.data.RESULTS).toMatchObject([{ RESULT_NO: 1, LINES: [{ RESULT_QTY: 5 }] }])
    }
  })

  test('handing over results as a file acknowledges them and records the attempt', async () => {
    const [waiting] = await admin.query('inbound/partner-messages', {
      DIRECTION_CD: 'OUT',
      PROFILE_CD: 'MANY',
    })
    expect(waiting).toMatchObject({ STATE_CD: '40', RESULT_CD: 'DONE', LINE_COUNT: 1 })
    const { MESSAGE_ID = null } = waiting ?? {}
    const named = [{ MESSAGE_ID }]
    expect((await admin.save('inbound/hand-partner-results', named)).status).toBe(200)
    expect((await admin.save('inbound/hand-partner-results', named)).status).toBe(409)
    const attempts = await admin.query('inbound/partner-attempts', { MESSAGE_ID })
    expect(attempts.at(-1)).toMatchObject({ ATTEMPT_CD: 'HANDED', DONE_BY: 'admin' })
  })
})

describe('too many requests', () => {
  test('requests with an unknown token throttle their caller, but not the partners', async () => {
    const stranger = createPartnerClient(site, 'wms_nobody')
    const answers = []
    for (let turn = 0; turn < 80; turn += 1) answers.push(await stranger.call('stock', {}))
    expect(answers.at(-1)).toMatchObject({ status: 429, code: 'THROTTLED' })
    expect((await hanbit.call('stock', {})).status).toBe(200)
  })

  test('a flood of unknown tokens does not reach the database', async () => {
    const call = async (token: string) => {
      const headers = { authorization: `Bearer ${token}` }
      const url = '/api/partner/stock'
      const asked = { method: 'POST', url, headers, payload: {} } as const
      return (await site.app.inject({ ...asked, remoteAddress: '198.51.100.30' })).statusCode
    }
    const unknown = `wms_${'A'.repeat(43)}`
    expect(await call(hanbit.token)).toBe(200)
    expect(await call(unknown)).toBe(401)
    for (let batch = 1; batch <= 20; batch += 1) {
      await Promise.all(Array.from({ length: 30 }, () => call(unknown)))
    }
    const asked = vi.spyOn(site.db, 'query')
    expect(await call(unknown)).toBe(429)
    const lookups = asked.mock.calls.length
    asked.mockRestore()
    expect(lookups).toBe(0)
    expect(await call(hanbit.token)).toBe(200)
  })

  test('addresses of one network throttle each other', async () => {
    const statuses = []
    for (let host = 1; host <= 80; host += 1) {
      const remoteAddress = `2001:db8:0:7::${host.toString(16)}`
      const url = '/api/partner/stock'
      const response = await site.app.inject({ method: 'POST', url, payload: {}, remoteAddress })
      statuses.push(response.statusCode)
    }
    expect([statuses[0], statuses.at(-1)]).toEqual([401, 429])
  })

  test('messages beyond the daily quota of a profile are rejected and not stored', async () => {
    const much = await createPartner(site, admin, { PROFILE_CD: 'MUCH' })
    const send = (number: string) =>
      much.send(number, 'RECEIPT', [{ ...receiptLine, OWNER_ORDER_NO: number }])
    const counted = sql`bucket like '%"MUCH"%'`
    const readCalls = async () => {
      const [row] = await site.db.query<{ calls: number }>(sql`
        select calls from call_count where ${counted}`)
      return row?.calls
    }
    expect((await send('D-1')).status).toBe(200)
    expect(await readCalls()).toBe(4)
    const long = await much.send('D-2', 'RECEIPT', [{ ...receiptLine, REMARK: 'x'.repeat(9000) }])
    expect([long.status, await readCalls()]).toEqual([400, 4])
    await site.db.execute(sql`update call_count set calls = 262141 where ${counted}`)
    expect(await send('D-3')).toMatchObject({ status: 429, code: 'DAILY_QUOTA' })
    const read = { KIND: 'RECEIPT', MESSAGE_NO: 'D-3' }
    expect(await much.call('message', read)).toMatchObject({ status: 404 })
    expect((await much.call('stock', {})).status).toBe(200)
    const line = { ...receiptLine, OWNER_ORDER_NO: 'D-G' }
    expect((await gift.send('D-1', 'RECEIPT', [line])).status).toBe(200)
  })

  test('throttling one partner does not affect another', async () => {
    const eager = await createPartner(site, admin, { PROFILE_CD: 'EAGER' })
    const request = await Promise.all(Array.from({ length: 260 }, () => eager.call('messages', {})))
    expect(request.filter(({ status }) => status === 429)).toHaveLength(20)
    expect((await gift.call('stock', {})).status).toBe(200)
  })
})
