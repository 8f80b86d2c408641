import { afterAll, beforeAll, expect, test } from 'vitest'
import { testSite, type TestSite, type TestUser } from '#tests/support/app.ts'
import { closeVerified } from '#tests/support/close-verified.ts'
import { toRows, testDay, orderLine, putStock } from '#tests/support/floor.ts'
import { createPartner, type TestPartner } from '#tests/support/partner.ts'

let site: TestSite
let user: TestUser
let partner: TestPartner
let other: TestPartner
/**
 * Balance created before the partner profiles: the movement that created it is reported to no
 * partner.
 */
let mine: number

beforeAll(async () => {
  site = await testSite()
  user = await site.login('admin')
  mine = await putStock(site.db, { item: 'PLAIN', qty: 10, lot: 'L1' })
  partner = await createPartner(site, user, { ADJUST_YN: 'Y' })
  other = await createPartner(site, user, { OWNER_CD: 'GIFT', ADJUST_YN: 'Y' })
  await site.db.script(`
    insert into scm_partner (owner_cd, partner_cd, partner_nm, kind_cd, notify_cd, profile_cd)
    values ('HANBIT', 'PT1', '가온물류', 'PARTNER', 'MESSAGE', 'PIKL')`)
})
afterAll(() => closeVerified(site))

const getReported = async (who: TestPartner, kind: string) => {
  const { data } = await who.call('results', { KINDS: [kind] })
  return data.RESULTS
}

test('an adjustment is reported to its owner’s partner until acknowledged, and to no other partner', async () => {
  expect(await getReported(partner, 'ADJUST')).toEqual([])
  const rows = [{ BALANCE_ID: mine, ADJUST_QTY: -3, REASON: 'damaged' }]
  const done = await user.save('inventory/adjust', rows)
  expect(done.status, done.body.message).toBe(200)
  const results = await getReported(partner, 'ADJUST')
  expect(results).toMatchObject([
    {
      RESULT: 'DONE',
      LINES: [{ STOCK_CD: 'PLAIN', LOT_NO: 'L1', ADJUST_QTY: -3, REASON: 'damaged' }],
    },
  ])
  const numbers = results.map((row) => row['RESULT_NO'])
  await partner.call('acknowledge', { RESULT_NOS: numbers })
  expect(await getReported(partner, 'ADJUST')).toEqual([])
  expect(await getReported(other, 'ADJUST')).toEqual([])
})

test('an order is reported on acceptance and cancellation, with all its events', async () => {
  const head = { REQUEST_DT: testDay, PARTNER_CD: 'PT1', PARTNER_ORDER_NO: 'PO-7' }
  const created = await user.save(
    'supply-chain/save-receipt-orders',
    toRows(head, [orderLine('PLAIN', 4)]),
  )
  const SCM_NO = created.body.data.rows[0]?.['SCM_NO'] ?? null
  expect(await getReported(partner, 'ORDER')).toEqual([])
  await user.save('supply-chain/accept-orders', [{ SCM_NO, LINE_NO: 1, NOW_QTY: 3 }])
  const accepted = await getReported(partner, 'ORDER')
  expect(accepted).toMatchObject([
    {
      RESULT: 'STATE',
      DOC_NO: SCM_NO,
      LINES: [{ PARTNER_ORDER_NO: 'PO-7', STATE_CD: '10', ORDER_QTY: 4, ACCEPT_QTY: 3 }],
      EVENTS: [{ NOW_IS: '05' }, { WAS: '05', NOW_IS: '10' }],
    },
  ])
  await user.save('supply-chain/cancel-orders', [{ SCM_NO }])
  const after = Number(accepted[0]?.['RESULT_NO'])
  const { data } = await partner.call('results', { KINDS: ['ORDER'], AFTER: after })
  expect(data.RESULTS).toMatchObject([
    {
      RESULT: 'CANCELLED',
      LINES: [{ STATE_CD: '90' }],
      EVENTS: [{ NOW_IS: '05' }, { NOW_IS: '10' }, { WAS: '10', NOW_IS: '90' }],
    },
  ])
  expect(await getReported(other, 'ORDER')).toEqual([])
})
