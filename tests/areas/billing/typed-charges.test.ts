import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { testSite, type TestSite, type TestUser } from '#tests/support/app.ts'
import { chargeAll, closeUntil } from '#tests/support/billing.ts'
import { rowErrors } from '#tests/support/floor.ts'
import { addDays, timestampAt } from '#kernel/calendar.ts'
import { getLastWorkDay, workTooFarAhead } from '#areas/billing/server/later-dates.ts'
import { billingArea } from '#areas/billing/area.ts'
import { chargeEntryScreen } from '#areas/billing/screens/ChargeEntry.ts'
import { writeCharges } from '#areas/billing/operations/charges.ts'

let site: TestSite
let user: TestUser

beforeAll(async () => {
  site = await testSite()
  user = await site.login('admin')
  await site.db.script(`
    insert into owner (owner_cd, owner_nm) values ('TYPED', 'TYPED'), ('KEPT', 'KEPT'),
      ('OLD', 'OLD');
    insert into billing_terms (owner_cd, biz_no) values ('TYPED', '124-81-00998'),
      ('KEPT', '124-81-00998')`)
  await closeUntil(site.db, '20260630')
  await chargeAll(site.db)
})
afterAll(() => site.close())

const typed = {
  OWNER_CD: 'TYPED',
  CHARGE_CD: 'EXTRA',
  SERVICE_DT: '20260610',
  QTY: 1,
  UNIT_CD: 'DOC',
  UNIT_PRICE: 12_345,
  VAT_CD: 'TAX',
  REASON: 'night work',
}

const type = async (row: Readonly<Record<string, string | number>>) => {
  const response = await user.save('billing/write-charges', [{ BATCH_FLAG: 'I', ...row }])
  return { answer: response, CHARGE_NO: response.body.data?.rows?.[0]?.['CHARGE_NO'] ?? null }
}

const takeBack = (CHARGE_NO: unknown) =>
  user.save('billing/take-back-charge', [{ CHARGE_NO: Number(CHARGE_NO) }])

const month = (OWNER_CD: string) => ({ OWNER_CD, BILL_MONTH: '202606' })

describe('a typed charge', () => {
  test('one screen offers all columns of a typed charge, including tax kind and reason', () => {
    const routes = billingArea.menus.flatMap((menu) => menu.entries.map(({ route }) => route))
    expect(routes).toContain(chargeEntryScreen.route)
    expect(chargeEntryScreen.save).toBe(writeCharges)
    const columns = chargeEntryScreen.grid.columns.map((column) =>
      typeof column === 'string' ? column : column.field,
    )
    expect(columns).toEqual(expect.arrayContaining(Object.keys(writeCharges.input)))
  })

  test.each([
    ['REASON', { REASON: '' }],
    ['UNIT_PRICE', { UNIT_PRICE: '' }],
    ['VAT_CD', { VAT_CD: 'NONE' }],
    ['OWNER_CD', { OWNER_CD: 'NOBODY' }],
  ])('a typed charge is refused at its column %s', async (column, wrong) => {
    const { answer } = await type({ ...typed, ...wrong })
    expect(rowErrors(answer).map(([, at]) => at)).toEqual([column])
  })

  test('a typed charge for work after this year is refused', async () => {
    const today = timestampAt(Date.now()).slice(0, 8)
    for (const SERVICE_DT of [addDays(getLastWorkDay(today), 1), '20991231']) {
      const { answer } = await type({ ...typed, SERVICE_DT })
      expect(rowErrors(answer)).toEqual([[1, 'SERVICE_DT', workTooFarAhead.ko]])
    }
    expect(getLastWorkDay('20260610')).toBe('20261231')
    expect(getLastWorkDay('20261215')).toBe('20270115')
  })

  test('a warning names the month of a typed charge for work after today', async () => {
    const SERVICE_DT = addDays(timestampAt(Date.now()).slice(0, 8), 1)
    const { answer } = await type({ ...typed, OWNER_CD: 'OLD', SERVICE_DT })
    expect(answer.body.message).toContain(`→ ${SERVICE_DT.slice(0, 6)}`)
  })

  test('a warning names the month of a typed charge for work more than a year ago', async () => {
    const old = await type({ ...typed, OWNER_CD: 'OLD', SERVICE_DT: '20160610' })
    expect(old.answer.body.message).toContain('2016-06-10 → 201606')
    const recent = await type({ ...typed, OWNER_CD: 'OLD' })
    expect(recent.answer.body.message).not.toContain('→')
  })

  test('a typed charge appears in the trial, and withdrawing it removes it', async () => {
    const { CHARGE_NO } = await type({ ...typed, VAT_CD: 'ZERO' })
    const [tried] = await user.query('billing/price-trial', month('TYPED'))
    expect(tried).toMatchObject({ CHARGE_CD: 'EXTRA', BILLED_AMT: 12_345, TRIED_AMT: 12_345 })
    expect((await takeBack(CHARGE_NO)).status).toBe(200)
    const [remaining] = await user.query('billing/price-trial', month('TYPED'))
    expect(remaining).toMatchObject({ BILLED_AMT: 0, TRIED_AMT: 0 })
  })

  test('a typed charge is on the invoice of its tax kind and is fixed once that invoice is issued', async () => {
    const taxed = await type({ ...typed, OWNER_CD: 'KEPT' })
    const free = await type({ ...typed, OWNER_CD: 'KEPT', VAT_CD: 'FREE', UNIT_PRICE: 777 })
    const closed = await user.save('billing/close-month', [{ ...month('KEPT'), REASON: 'x' }])
    expect(closed.status).toBe(200)
    const invoices = await user.query('billing/invoices', month('KEPT'))
    const amounts = invoices.map((row) => [row['VAT_CD'], row['SUPPLY_AMT'], row['TAX_AMT']])
    expect(amounts.toSorted(([a], [b]) => String(a).localeCompare(String(b)))).toEqual([
      ['FREE', 777, 0],
      ['TAX', 12_345, 1234],
    ])
    const issued = invoices.find((row) => row['VAT_CD'] === 'TAX')?.['INVOICE_NO'] ?? null
    const response = await user.save('billing/issue-invoices', [{ INVOICE_NO: issued }])
    expect(response.status).toBe(200)
    const refused = await takeBack(taxed.CHARGE_NO)
    expect([refused.status, rowErrors(refused)[0]?.[1]]).toEqual([409, 'CHARGE_NO'])
    expect(rowErrors(refused)[0]?.[2]).toContain(String(issued))
    expect((await takeBack(free.CHARGE_NO)).status).toBe(200)
    expect((await user.save('billing/undo-issue', [{ INVOICE_NO: issued }])).status).toBe(200)
    expect((await takeBack(taxed.CHARGE_NO)).status).toBe(200)
  })
})
