import sql from 'sql-template-tag'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Value } from '#kernel/field.ts'
import { testSite, type TestSite, type TestUser } from '#tests/support/app.ts'
import { addPastStock, addPrices, chargeAll, closeUntil } from '#tests/support/billing.ts'
import { rowErrors } from '#tests/support/floor.ts'

type Row = Record<string, Value>

let site: TestSite
let user: TestUser

const [june, july] = ['202606', '202607']
const inbound = { charge_cd: 'IN', basis_cd: 'WORK', unit_cd: 'EA', from_dt: '20260601' }
const owners = ['OWN', 'LATE', 'TWICE', 'PAIR', 'BACK', 'MORE', 'CUT', 'RAISED', 'BOTH', 'LIMIT']
const unload = {
  ...inbound,
  price_cd: 'BOTH-DOC',
  owner_cd: 'BOTH',
  charge_cd: 'UNLOAD',
  unit_cd: 'DOC',
  unit_price: 200,
}
/** Two parts of one receipt. */
const parts = [
  ['2026-06-10 09:00:00', 60],
  ['2026-06-11 09:00:00', 40],
] as const

beforeAll(async () => {
  site = await testSite()
  user = await site.login('admin')
  await site.db.execute(sql`insert into owner (owner_cd, owner_nm, biz_no)
    select o, o, '124-81-00998' from unnest(${owners}::text[]) o`)
  for (const owner of owners) {
    const price = { price_cd: owner, owner_cd: owner, ...inbound, unit_price: 10 }
    await addPrices(site.db, { ...price, month_min_amt: owner === 'LIMIT' ? 1200 : null })
    if (owner !== 'LATE') await receive(owner, ...parts)
  }
  await addPrices(site.db, unload)
  await closeUntil(site.db, '20260731')
  await chargeAll(site.db)
  for (const owner of owners) if (owner !== 'LATE') await close(owner, june)
})
// Without the ledger check, because these past receipts have no documents.
afterAll(() => site.close())

/** Receives stock on a past date. A date of a closed month is charged in the next month. */
const receive = (owner: string, ...moved: readonly (readonly [at: string, qty: number])[]) =>
  addPastStock(site.db, { owner, item: 'J', kind: 'RECEIPT', moved })

async function saved(name: string, row: Row): Promise<void> {
  expect(rowErrors(await user.save(name, [row]))).toEqual([])
}

const close = (OWNER_CD: string, BILL_MONTH: string) =>
  saved('billing/close-month', { OWNER_CD, BILL_MONTH, REASON: 'no storage price' })

/** Issues the invoice of a month. Returns its number. */
async function issue(OWNER_CD: string, BILL_MONTH: string): Promise<Value> {
  const invoices = await user.query('billing/invoices', { OWNER_CD, BILL_MONTH })
  const INVOICE_NO = invoices[0]?.['INVOICE_NO'] ?? null
  await saved('billing/issue-invoices', { INVOICE_NO })
  return INVOICE_NO
}

const correct = (INVOICE_NO: Value, CORRECT_CD: string, more: Row = {}) =>
  saved('billing/correct-invoice', { INVOICE_NO, CORRECT_CD, ...more })

const credit = async (owner: string, month: string) => correct(await issue(owner, month), '4')

let versions = 1

const addVersion = (owner: string, unit_price: number) => {
  versions += 1
  const price = { price_cd: owner, owner_cd: owner, ...inbound, version_no: versions, unit_price }
  return addPrices(site.db, price)
}

const differences = async (OWNER_CD: string) =>
  (await user.query('billing/rerate-diffs', { OWNER_CD, BILL_MONTH: june })).map(
    (row) => row['DIFF_AMT'],
  )

const post = (OWNER_CD: string, PRICE_CD = OWNER_CD) =>
  saved('billing/post-rerate', { OWNER_CD, BILL_MONTH: june, PRICE_CD })

/** Receives 20 pieces of June late, which are billed in July. */
async function receiveLate(owner: string): Promise<void> {
  await receive(owner, ['2026-06-20 09:00:00', 20])
  await chargeAll(site.db)
  const rows = await user.query('billing/charges', { OWNER_CD: owner, OF_MONTH: june })
  expect(rows).toMatchObject([{ BILL_MONTH: july, QTY: 20 }])
}

describe('re-rating a month of which a part was credited', () => {
  test('leaves out late charges whose later invoice was credited in full', async () => {
    await receiveLate('OWN')
    await close('OWN', july)
    await credit('OWN', july)
    await addVersion('OWN', 11)
    expect(await differences('OWN')).toEqual([100])
  })

  test('leaves out a month with only such late charges', async () => {
    await site.db.execute(sql`insert into bill_month (wcode, owner_cd, bill_month)
      values ('W01', 'LATE', ${june})`)
    await close('LATE', june)
    await receiveLate('LATE')
    await close('LATE', july)
    await addVersion('LATE', 11)
    expect(await differences('LATE')).toEqual([20])
    await credit('LATE', july)
    expect(await differences('LATE')).toEqual([])
  })

  test('includes late charges if only the invoice of the month was credited', async () => {
    await receiveLate('PAIR')
    await close('PAIR', july)
    await credit('PAIR', june)
    await addVersion('PAIR', 11)
    expect(await differences('PAIR')).toEqual([20])
  })

  test('lists a posted difference again, once, after its invoice was credited in full', async () => {
    await addVersion('TWICE', 11)
    await post('TWICE')
    expect(await differences('TWICE')).toEqual([])
    await close('TWICE', july)
    await credit('TWICE', july)
    expect(await differences('TWICE')).toEqual([100])
    await post('TWICE')
    expect(await differences('TWICE')).toEqual([])
    await credit('TWICE', june)
    // The work is credited, and its difference of August is reversed.
    expect(await differences('TWICE')).toEqual([-100])
  })
})

describe('re-rating a month whose invoice was corrected by an amount', () => {
  const add = async (owner: string, DIFF_AMT: number) =>
    correct(await issue(owner, june), '2', { DIFF_AMT })

  test('gives back only what the correction did not', async () => {
    await add('CUT', -70)
    await addVersion('CUT', 9.5)
    expect(await differences('CUT')).toEqual([])
    await addVersion('CUT', 9)
    expect(await differences('CUT')).toEqual([-30])
    await post('CUT')
    expect(await differences('CUT')).toEqual([])
    const rerated = await user.query('billing/charges', { OWNER_CD: 'CUT', CAUSE_CD: 'RERATE' })
    expect(new Set(rerated.map((row) => row['AMOUNT']))).toEqual(new Set([-100, 70]))
    await addVersion('CUT', 11)
    expect(await differences('CUT')).toEqual([130])
  })

  test('does not count the correction towards a minimum', async () => {
    await add('LIMIT', -70)
    const price = { price_cd: 'LIMIT', owner_cd: 'LIMIT', ...inbound, unit_price: 10 }
    await addPrices(site.db, { ...price, version_no: 2, month_min_amt: 1100 })
    expect(await differences('LIMIT')).toEqual([-30])
    await post('LIMIT')
    expect(await differences('LIMIT')).toEqual([])
    const posted = async () => {
      const rows = await user.query('billing/charges', { OWNER_CD: 'LIMIT', OF_MONTH: june })
      return rows.reduce((sum, row) => sum + Number(row['AMOUNT']), 0)
    }
    expect(await posted()).toBe(-30)
    await close('LIMIT', july)
    expect(await posted()).toBe(-30)
    await addPrices(site.db, { ...price, version_no: 3, month_min_amt: 1250 })
    expect(await differences('LIMIT')).toEqual([80])
    await post('LIMIT')
    expect(await posted()).toBe(50)
    expect(await differences('LIMIT')).toEqual([])
  })

  test('bills only what the correction did not', async () => {
    await add('RAISED', 60)
    await addVersion('RAISED', 11)
    expect(await differences('RAISED')).toEqual([40])
  })

  test('counts the correction once for several prices', async () => {
    await add('BOTH', -70)
    await addVersion('BOTH', 9.5)
    await addPrices(site.db, { ...unload, version_no: 2, unit_price: 150 })
    expect(await differences('BOTH')).toEqual([-30])
    await post('BOTH', 'BOTH-DOC')
    expect(await differences('BOTH')).toEqual([])
  })
})

describe('work that changes after its invoice was credited in full', () => {
  /** Repeats or reverses the movement of `qty` pieces of an owner. */
  const move = async (owner: string, qty: number, isReversal: boolean) => {
    await site.db.execute(sql`
      insert into stock_movement (posted_at, business_dt, wcode, owner_cd, stock_cd, movement_cd,
        doc_no, doc_line, from_place_cd, from_balance_id, to_place_cd, to_balance_id, qty,
        reverses_no, reason, idempotency_key, user_id)
      select m.posted_at, m.business_dt, m.wcode, m.owner_cd, m.stock_cd, m.movement_cd, m.doc_no,
        m.doc_line, p.*, m.qty, case when ${isReversal} then m.movement_no end, 'test',
        m.idempotency_key, m.user_id
      from stock_movement m cross join lateral (
        select m.to_place_cd, m.to_balance_id, m.from_place_cd, m.from_balance_id where ${isReversal}
        union all
        select m.from_place_cd, m.from_balance_id, m.to_place_cd, m.to_balance_id
        where not ${isReversal}) p
      where m.owner_cd = ${owner} and m.qty = ${qty} and m.reverses_no is null
        and not exists (select from stock_movement x where x.reverses_no = m.movement_no)
      order by m.movement_no desc limit 1`)
    await chargeAll(site.db)
  }
  const laterCharges = async (OWNER_CD: string) => {
    const rows = await user.query('billing/charges', { OWNER_CD, BILL_MONTH: july })
    return rows.reduce((sum, row) => sum + Number(row['AMOUNT']), 0)
  }

  test('credits nothing when its receiving is cancelled', async () => {
    await credit('BACK', june)
    await move('BACK', 40, true)
    expect(await laterCharges('BACK')).toBe(0)
    await move('BACK', 60, true)
    expect(await laterCharges('BACK')).toBe(0)
  })

  test('charges only the pieces that were not credited', async () => {
    await credit('MORE', june)
    await move('MORE', 40, false)
    expect(await laterCharges('MORE')).toBe(400)
    await move('MORE', 40, true)
    expect(await laterCharges('MORE')).toBe(0)
  })
})
