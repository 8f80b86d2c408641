import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { datesUndoneText } from '#areas/supply-chain/server/change-dates.ts'
import { dateRejections, pastDate } from '#areas/supply-chain/server/date-plan.ts'
import { orderMissing } from '#areas/supply-chain/server/lock-orders.ts'
import { addDays, timestampAt } from '#kernel/calendar.ts'
import { testSite, type TestSite, type TestUser } from '#tests/support/app.ts'
import { closeVerified } from '#tests/support/close-verified.ts'
import { addItem, orderLine, putStock, rowErrors, runStep } from '#tests/support/floor.ts'
import { columnTitles } from '#tests/support/labels.ts'
import { orderNow, orderStep, createScmOrder, type Row } from './support.ts'

let site: TestSite
let user: TestUser
const today = timestampAt(Date.now()).slice(0, 8)
const wednesday = '20290110'
const saturday = '20290113'
const monday = '20290115'

beforeAll(async () => {
  site = await testSite()
  user = await site.login('admin')
  await site.db.script(`insert into site_holiday (wcode, holiday_dt, holiday_nm)
    values ('W01', '2029-01-15', 'closed')`)
})
afterAll(() => closeVerified(site))

const plan = (search: Row) => user.query('supply-chain/date-plan', search)
const move = (numbers: readonly string[], NEW_DT: string) =>
  user.save(
    'supply-chain/change-dates',
    numbers.map((SCM_NO) => ({ SCM_NO, NEW_DT, REASON: 'no vehicle' })),
  )

async function createAcceptedOrder(
  item: string,
  head: Row = {},
): Promise<{ order: string; shipment: string }> {
  const order = await createScmOrder(user, 'OUT', [orderLine(item, 1)], {
    REQUEST_DT: wednesday,
    ...head,
  })
  const response = await orderStep(user, 'accept-orders', order)
  return { order, shipment: String(response.body.data.rows[0]?.['SHIPMENT_NO']) }
}

describe('bulk date changes', () => {
  test('bulk date changes reject an allocated order among five, and move and undo the other four together', async () => {
    const item = await addItem(site.db, 'MOVED')
    await putStock(site.db, { item, qty: 20 })
    const orders = [
      await createAcceptedOrder(item),
      await createAcceptedOrder(item),
      await createAcceptedOrder(item),
    ]
    const requested = await createScmOrder(user, 'OUT', [orderLine(item, 1)], {
      REQUEST_DT: wednesday,
    })
    const begun = await createAcceptedOrder(item)
    await runStep(user, 'allocate', begun.shipment)
    const all = [...orders.map(({ order }) => order), requested, begun.order]
    const rows = await plan({ SCM_NO: all.join(','), SHIFT_DAYS: '2' })
    expect(rows.map((row) => row['NEW_DT'])).toEqual(all.map(() => '20290112'))
    expect(
      rows.filter((row) => row['REFUSAL']).map((row) => [row['SCM_NO'], row['REFUSAL']]),
    ).toEqual([[begun.order, dateRejections.BEGUN.ko]])
    const refused = await move(all, '20290112')
    expect(rowErrors(refused)).toEqual([[5, 'NEW_DT', dateRejections.BEGUN.ko]])
    const moved = await move(all.slice(0, 4), '20290112')
    expect(moved.status, moved.body.message).toBe(200)
    const getShipmentDate = async (shipment: string) =>
      (await user.query('outbound/shipments', { SHIPMENT_NO: shipment }))[0]?.['SHIPMENT_DT']
    expect(await Promise.all(orders.map(({ shipment }) => getShipmentDate(shipment)))).toEqual(
      orders.map(() => '20290112'),
    )
    expect(await orderNow(user, requested)).toMatchObject({
      PROMISED_DT: '20290112',
      STATE_CD: '05',
    })
    const BATCH_NO = moved.body.data.rows[0]?.['BATCH_NO'] ?? null
    const [change] = await user.query('supply-chain/order-history', {
      SCM_NO: requested,
      EVENT_CD: 'DATE',
    })
    expect(change).toMatchObject({ WAS: '2029-01-10', NOW_IS: '2029-01-12', REASON: 'no vehicle' })
    const back = await user.save('supply-chain/undo-dates', [{ BATCH_NO }])
    expect(back.body.message).toBe(datesUndoneText(4).ko)
    expect(await Promise.all(orders.map(({ shipment }) => getShipmentDate(shipment)))).toEqual(
      orders.map(() => wednesday),
    )
    expect(await orderNow(user, requested)).toMatchObject({ PROMISED_DT: null })
    expect((await user.save('supply-chain/undo-dates', [{ BATCH_NO }])).status).toBe(409)
  })

  test('bulk date changes cannot be undone partially', async () => {
    const item = await addItem(site.db, 'HALVES')
    await putStock(site.db, { item, qty: 20 })
    const [first, second] = [await createAcceptedOrder(item), await createAcceptedOrder(item)]
    const moved = await move([first.order, second.order], '20290111')
    await runStep(user, 'allocate', second.shipment)
    const BATCH_NO = moved.body.data.rows[0]?.['BATCH_NO'] ?? null
    const back = await user.save('supply-chain/undo-dates', [{ BATCH_NO }])
    expect(rowErrors(back)[0]?.[2]).toContain(second.order)
    expect(await orderNow(user, first.order)).toMatchObject({ PROMISED_DT: '20290111' })
  })

  test('undoing bulk date changes keeps the date of a document that was cancelled since', async () => {
    const item = await addItem(site.db, 'CANCELLED')
    const { order, shipment } = await createAcceptedOrder(item)
    const moved = await move([order], '20290111')
    const head = async () =>
      (await user.query('outbound/shipments', { SHIPMENT_NO: shipment }))[0] ?? {}
    const flags = { ROW_TYPE: 'H', BATCH_FLAG: 'D', DOC_REF: shipment }
    expect(
      rowErrors(await user.save('outbound/save-shipments', [{ ...(await head()), ...flags }])),
    ).toEqual([])
    const cancelled = await head()
    expect(cancelled).toMatchObject({ SHIPMENT_DT: '20290111', STATE_CD: '90' })
    const BATCH_NO = moved.body.data.rows[0]?.['BATCH_NO'] ?? null
    expect((await user.save('supply-chain/undo-dates', [{ BATCH_NO }])).status).toBe(200)
    expect(await orderNow(user, order)).toMatchObject({ PROMISED_DT: wednesday })
    expect(await head()).toEqual(cancelled)
  })

  test('bulk date changes move to the same weekday or the next working day on request', async () => {
    const order = await createScmOrder(user, 'IN', [orderLine('PLAIN', 1)], {
      REQUEST_DT: wednesday,
    })
    const newDay = async (search: Row) => {
      const [row] = await plan({ SCM_NO: order, ...search })
      return [row?.['NEW_DT'], row?.['REFUSAL']]
    }
    expect(await newDay({})).toEqual([null, null])
    expect(await newDay({ SHIFT_DAYS: '3' })).toEqual([saturday, null])
    expect(await newDay({ SHIFT_DAYS: '3', RULE_CD: 'WEEKDAY' })).toEqual(['20290117', null])
    // Skips Saturday, Sunday, and the Monday that is a holiday.
    expect(await newDay({ SHIFT_DAYS: '3', RULE_CD: 'WORKDAY' })).toEqual(['20290116', null])
    expect(await newDay({ SHIFT_DAYS: '-2' })).toEqual(['20290108', null])
    expect(await newDay({ SET_DT: monday })).toEqual([monday, dateRejections.CLOSED.ko])
    expect(await newDay({ SET_DT: addDays(today, -1) })).toEqual([addDays(today, -1), pastDate.ko])
    expect(await newDay({ SET_DT: wednesday })).toEqual([wednesday, dateRejections.SAME.ko])
  })

  test('bulk date changes respect closed dates of the order’s branch and partner', async () => {
    await site.db.script(`
      insert into scm_partner (owner_cd, partner_cd, partner_nm, kind_cd, work_days) values
        ('HANBIT', 'BD', 'Branch', 'BRANCH', '12345'), ('HANBIT', 'PD', 'Partner', 'PARTNER', null),
        ('HANBIT', 'NEVER', 'Weekend', 'BRANCH', '67');
      insert into scm_partner_holiday (owner_cd, partner_cd, holiday_dt, holiday_nm)
        values ('HANBIT', 'PD', '2029-01-16', 'Anniversary')`)
    const order = await createScmOrder(user, 'IN', [orderLine('PLAIN', 1)], {
      REQUEST_DT: wednesday,
      BRANCH_CD: 'BD',
      PARTNER_CD: 'PD',
    })
    const newDay = async (SCM_NO: string, search: Row) => {
      const [row] = await plan({ SCM_NO, ...search })
      return [row?.['NEW_DT'], row?.['REFUSAL']]
    }
    const closed = dateRejections.PARTNER.ko
    expect(await newDay(order, { SET_DT: '20290116' })).toEqual(['20290116', closed])
    expect(await newDay(order, { SET_DT: saturday })).toEqual([saturday, closed])
    expect(rowErrors(await move([order], '20290116'))[0]?.[2]).toBe(closed)
    // Skips the weekend, the site's holiday and the partner's holiday.
    const next = { SHIFT_DAYS: '3', RULE_CD: 'WORKDAY' }
    expect(await newDay(order, next)).toEqual(['20290117', null])
    // The site and this branch have no working day in common.
    const never = await createScmOrder(user, 'IN', [orderLine('PLAIN', 1)], {
      REQUEST_DT: saturday,
      BRANCH_CD: 'NEVER',
    })
    expect(await newDay(never, { SHIFT_DAYS: '2', RULE_CD: 'WORKDAY' })).toEqual([
      monday,
      dateRejections.CLOSED.ko,
    ])
  })

  test('bulk date changes respect the shelf life that the ship-to requires', async () => {
    const item = await addItem(site.db, 'FRESH', { VALID_YN: 'Y' })
    // FRESH requires 90 days of shelf life, so 14 January is its last date.
    await putStock(site.db, { item, qty: 5, valid: '2029-04-14' })
    const order = await createScmOrder(user, 'OUT', [orderLine(item, 5)], {
      REQUEST_DT: wednesday,
      SHIP_TO_CD: 'FRESH',
    })
    const [unchangedOrder] = await plan({ SCM_NO: order })
    expect(unchangedOrder).toMatchObject({ SHORT_NOW_QTY: 0, SHORT_NEW_QTY: null })
    const [fits] = await plan({ SCM_NO: order, SET_DT: '20290114' })
    expect(fits).toMatchObject({ REFUSAL: null, SHORT_NOW_QTY: 0, SHORT_NEW_QTY: 0 })
    const [late] = await plan({ SCM_NO: order, SET_DT: '20290116' })
    expect(late).toMatchObject({ SHORT_NEW_QTY: 5 })
    expect(rowErrors(await move([order], '20290116'))[0]?.[2]).toContain(columnTitles.VALID_DT)
  })

  test('bulk date changes reject inactive orders, closed orders and orders of another warehouse', async () => {
    const order = await createScmOrder(user, 'IN', [orderLine('PLAIN', 1)], {
      REQUEST_DT: wednesday,
    })
    await orderStep(user, 'switch-orders', order, { ACTIVE_YN: 'N', REASON: 'held' })
    expect(rowErrors(await move([order], '20290111'))[0]?.[2]).toBe(dateRejections.OFF.ko)
    await orderStep(user, 'cancel-orders', order)
    expect(rowErrors(await move([order], '20290111'))[0]?.[2]).toBe(dateRejections.OVER.ko)
    const elsewhere = await site.login('admin', 'W02')
    const other = await createScmOrder(elsewhere, 'IN', [orderLine('PLAIN', 1)], {
      REQUEST_DT: wednesday,
    })
    expect(rowErrors(await move([other], '20290111'))[0]?.[2]).toBe(orderMissing.ko)
  })
})
