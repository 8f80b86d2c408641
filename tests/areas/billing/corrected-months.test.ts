import sql from 'sql-template-tag'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Value } from '#kernel/field.ts'
import { testSite, type TestSite, type TestUser } from '#tests/support/app.ts'
import { addPastStock, addPrices, chargeAll, closeUntil } from '#tests/support/billing.ts'
import { closeVerified } from '#tests/support/close-verified.ts'
import { addItem, expectStock, orderLine, rowErrors } from '#tests/support/floor.ts'
import { moveToDate } from '#tests/support/simulated-days.ts'

type Row = Record<string, Value>

let site: TestSite
let user: TestUser
let last = 0

beforeAll(async () => {
  site = await testSite()
  user = await site.login('admin')
})
afterAll(() => closeVerified(site))

const moveTo = async (day: string) => {
  last = await moveToDate(site, day, last)
}

async function save(name: string, ...rows: Row[]): Promise<void> {
  const response = await user.save(name, rows)
  expect(rowErrors(response), response.body.message).toEqual([])
}

const receive = (RECEIPT_NO: string, LINE_NO: number, NOW_QTY: number) =>
  save('inbound/receive', { RECEIPT_NO, LINE_NO, NOW_QTY, CELL_CD: 'A-001' })

async function cancelReceipt(RECEIPT_NO: string, line: number): Promise<void> {
  const rows = await user.query('inbound/received-movements', { RECEIPT_NO })
  const moved = rows.find((row) => row['LINE_NO'] === line)
  const MOVEMENT_NO = moved?.['MOVEMENT_NO'] ?? null
  await save('inbound/cancel-receiving', { RECEIPT_NO, MOVEMENT_NO, REASON: 'wrong delivery' })
}

/** Charges of a document summed by posted month, month of the work and date. */
const getCharged = (number: string) =>
  site.db.query(sql`
    select bill_month, of_month, to_char(service_dt, 'YYYYMMDD') "day", sum(qty) qty,
      sum(amount) amount from charge where doc_no = ${number}
    group by 1, 2, 3 having sum(qty) <> 0 order by 1, 2, 3`)

const close = (OWNER_CD: string, BILL_MONTH: string) =>
  save('billing/close-month', { OWNER_CD, BILL_MONTH, REASON: 'no price' })

describe('work of two months', () => {
  const price = { owner_cd: 'HANBIT', charge_cd: 'IN', basis_cd: 'WORK', unit_cd: 'EA' }

  test('a receipt cancelled before its month is closed leaves that month only', async () => {
    await addPrices(site.db, { ...price, price_cd: 'IN', per_cd: 'DOC', unit_price: 10 })
    const items = [await addItem(site.db, 'EARLY-1'), await addItem(site.db, 'EARLY-2')]
    const number = await expectStock(user, [
      orderLine(items[0] ?? '', 706),
      orderLine(items[1] ?? '', 193),
    ])
    await receive(number, 2, 193)
    await receive(number, 1, 706)
    await moveTo('20260131')
    await chargeAll(site.db)
    await cancelReceipt(number, 2)
    await moveTo('20260203')
    await chargeAll(site.db)
    expect(await getCharged(number)).toEqual([
      { bill_month: '202601', of_month: null, day: '20260131', qty: 706, amount: 7060 },
    ])
  })

  test('a receipt cancelled after its month is closed is credited in the open month', async () => {
    const number = await expectStock(user, [orderLine(await addItem(site.db, 'LATE'), 40)])
    await receive(number, 1, 40)
    await moveTo('20260208')
    await chargeAll(site.db)
    await closeUntil(site.db, '20260228')
    await chargeAll(site.db)
    await close('HANBIT', '202601')
    await close('HANBIT', '202602')
    await cancelReceipt(number, 1)
    await moveTo('20260302')
    await chargeAll(site.db)
    expect(await getCharged(number)).toEqual([
      { bill_month: '202602', of_month: null, day: '20260208', qty: 40, amount: 400 },
      { bill_month: '202603', of_month: '202602', day: '20260302', qty: -40, amount: -400 },
    ])
  })

  test('parts received in two months are charged in each, at the price valid on their date', async () => {
    const number = await expectStock(user, [orderLine(await addItem(site.db, 'PARTS'), 100)])
    await receive(number, 1, 30)
    await moveTo('20260331')
    await addPrices(site.db, {
      ...price,
      price_cd: 'IN',
      version_no: 2,
      per_cd: 'DOC',
      unit_price: 13,
      from_dt: '20260415',
    })
    await chargeAll(site.db)
    await receive(number, 1, 20)
    await moveTo('20260414')
    await receive(number, 1, 20)
    await moveTo('20260415')
    await receive(number, 1, 30)
    await moveTo('20260416')
    await chargeAll(site.db)
    expect(await getCharged(number)).toEqual([
      { bill_month: '202603', of_month: null, day: '20260331', qty: 30, amount: 300 },
      { bill_month: '202604', of_month: null, day: '20260414', qty: 20, amount: 200 },
      { bill_month: '202604', of_month: null, day: '20260416', qty: 50, amount: 650 },
    ])
    const rows = await user.query('billing/real-receipts', { RECEIPT_NO: number })
    expect(rows.map((row) => row['CHARGE_AMT'])).toEqual([300, 850, null, null])
  })

  test('a price per document charges a document received over two months only once', async () => {
    const unload = { owner_cd: 'HANBIT', charge_cd: 'UNLOAD', basis_cd: 'WORK', unit_cd: 'DOC' }
    await addPrices(site.db, { ...unload, price_cd: 'UNLOAD', unit_price: 500 })
    const number = await expectStock(user, [orderLine(await addItem(site.db, 'DOOR'), 10)])
    await receive(number, 1, 4)
    await moveTo('20260430')
    await receive(number, 1, 6)
    await moveTo('20260502')
    await chargeAll(site.db)
    expect(
      await site.db.query(sql`select bill_month, amount from charge
        where doc_no = ${number} and charge_cd = 'UNLOAD'`),
    ).toEqual([{ bill_month: '202604', amount: 500 }])
  })
})

test('an unmeasured line does not prevent its document from being billed', async () => {
  const load = { owner_cd: 'HANBIT', charge_cd: 'INSPECT', basis_cd: 'WORK', unit_cd: 'CBM' }
  await addPrices(site.db, { ...load, price_cd: 'INSPECT', per_cd: 'DOC', unit_price: 1000 })
  const items = [await addItem(site.db, 'KNOWN'), await addItem(site.db, 'UNKNOWN')]
  await site.db.execute(sql`update stock set cbm = 0.5 where stock_cd = 'KNOWN'`)
  const number = await expectStock(user, [
    orderLine(items[0] ?? '', 10),
    orderLine(items[1] ?? '', 10),
  ])
  await receive(number, 1, 10)
  await receive(number, 2, 10)
  await moveTo('20260504')
  await chargeAll(site.db)
  const sumInspections = () =>
    site.db.query(sql`select sum(amount) amount from charge
      where doc_no = ${number} and charge_cd = 'INSPECT'`)
  const getUnbilledReasons = () =>
    site.db.query(sql`select reason_cd from unbilled_work where doc_no = ${number}`)
  expect([await sumInspections(), await getUnbilledReasons()]).toEqual([
    [{ amount: 5000 }],
    [{ reason_cd: 'NO_CBM' }],
  ])
  await site.db.execute(sql`update stock set cbm = 0.25, updated_at = now()
    where stock_cd = 'UNKNOWN'`)
  await chargeAll(site.db)
  expect([await sumInspections(), await getUnbilledReasons()]).toEqual([[{ amount: 7500 }], []])
})

describe('storage of items measured later', () => {
  const days = { from_dt: '20260601', to_dt: '20260630' }
  const bases = [
    ['AVERAGE', '150', '450'],
    ['PEAK', '150', '450'],
    ['MONTH_END', '150', '450'],
    ['SPLIT', '150', '450'],
    ['HALF_END', '300', '900'],
  ] as const
  const stored = [['2026-05-20 09:00:00', 300]] as const

  beforeAll(async () => {
    for (const basis of [...bases.map(([name]) => name), 'LATE']) {
      const owner = `M-${basis}`
      await addPastStock(site.db, { owner, item: 'K', cbm: 0.5, moved: stored })
      await addPastStock(site.db, { owner, item: 'Z', cbm: 0, moved: stored })
      const price = { price_cd: owner, owner_cd: owner, unit_price: 1, ...days }
      await addPrices(site.db, { ...price, basis_cd: basis === 'LATE' ? 'AVERAGE' : basis })
    }
    await closeUntil(site.db, '20260630')
    await chargeAll(site.db)
  })

  const measure = async (owner: string, cbm: number) => {
    await site.db.execute(sql`update stock set cbm = ${cbm}, updated_at = now()
      where owner_cd = ${owner} and stock_cd = 'Z'`)
    await chargeAll(site.db)
  }

  const getBilledCharges = (owner: string) =>
    site.db.query(sql`
      select bill_month, of_month, trim_scale(sum(qty))::text qty,
        trim_scale(sum(amount))::text won from charge where owner_cd = ${owner}
      group by 1, 2 order by 1, 2`)

  test.each(bases)('is added to the charge of its period on basis %s', async (basis, part, all) => {
    const owner = `M-${basis}`
    const month = { bill_month: '202606', of_month: null }
    expect(await getBilledCharges(owner)).toEqual([{ ...month, qty: part, won: part }])
    const search = { OWNER_CD: owner, SERVICE_DT: '20260601~20260630' }
    expect(await user.query('billing/unbilled', search)).not.toEqual([])
    await measure(owner, 1)
    expect(await getBilledCharges(owner)).toEqual([{ ...month, qty: all, won: all }])
    expect(await user.query('billing/unbilled', search)).toEqual([])
  })

  test('the difference of a closed month is billed in the open month', async () => {
    const owner = 'M-LATE'
    await close(owner, '202606')
    await measure(owner, 2)
    const [, later] = await getBilledCharges(owner)
    expect(later).toEqual({ bill_month: '202607', of_month: '202606', qty: '600', won: '600' })
  })
})
