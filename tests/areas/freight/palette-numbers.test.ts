import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { testSite, type TestSite, type TestUser } from '#tests/support/app.ts'

let site: TestSite
let user: TestUser
let billId = ''

beforeAll(async () => {
  site = await testSite({ referenceData: true })
  await site.db.script(`
    insert into carrier (carrier_cd, carrier_nm, mode_cd, scac) values ('HMM', 'HMM', 'SEA', 'HDMU');
    insert into customer (customer_cd, customer_nm) values ('SHIP', 'Shipper'), ('PAY', 'Payer');
    insert into booking (book_dt, booking_id, booking_no, wcode, carrier_cd, state_cd, mode_cd, load_cd, pol_cd,
      pod_cd, shipper_cd, package_qty, weight_kg) values ('2026-03-01', 'SEA', 'B1', 'W01', 'HMM',
      'CONFIRMED', 'SEA', 'FCL', 'CNSHA', 'KRPUS', 'SHIP', 240, 3180.5);
    insert into booking_container (booking_id, line_no, cntr_tp, cntr_qty, cntr_no)
      values ('SEA', 1, '22G1', 1, 'CSQU3054383');
    insert into bonded_shed (wcode, shed_cd, shed_nm, kind_cd)
      values ('W01', 'S1', 'S1', 'GENERAL') on conflict do nothing;
    insert into bonded_cargo (bond_no, wcode, owner_cd, cargo_no, mbl_no, hbl_no, cntr_no, expect_dt,
      pkg_qty, kg, shed_cd) values ('BD-1', 'W01', 'HANBIT', '26HDMU0001I00010001', 'HDMUSHA123',
      'HOUSE77', 'CSQU3054383', '2026-03-20', 10, 10, 'S1');
    insert into invoice (invoice_no, wcode, payer_cd, booking_id, bill_month, currency_cd, vat_cd,
      write_dt, due_dt, supply_amt, tax_amt, total_amt, created_by) values
      ('BL-202603-0077', 'W01', 'PAY', 'SEA', '202603', 'KRW', 'ZERO', '2026-03-31', '2026-04-30', 0,
        0, 0, 'test')`)
  user = await site.login('admin')
  const head = { BATCH_FLAG: 'I', ROW_TYPE: 'H', DOC_REF: 'a', BOOKING_ID: 'SEA', KIND_CD: 'MBL' }
  const line = { BATCH_FLAG: 'I', ROW_TYPE: 'L', DOC_REF: 'a', CNTR_NO: 'CSQU3054383' }
  const saved = await user.save('freight/save-bill', [
    { ...head, BILL_NO: 'HDMUSHA123' },
    { ...line, CNTR_TP: '22G1' },
  ])
  billId = String(saved.body.data.rows[0]?.['BILL_ID'])
})
afterAll(() => site.close())

async function find(by: TestUser, SEARCH: string): Promise<string[]> {
  const { body } = await by.call('/api/records/search', { SEARCH })
  return body.data.map((row) => `${row['KIND']} ${row['CODE']}`)
}

describe('numbers of a transport in the command line', () => {
  test.each([
    ['a bill of lading', 'HDMUSHA123', ['bill', 'cargo']],
    ['the start of a bill number', 'hdmush', ['bill', 'cargo']],
    ['a house bill', 'HOUSE77', ['cargo']],
    ['a container', 'CSQU3054383', ['bill', 'booking', 'cargo']],
    ['an MRN', '26HDMU0001I', ['cargo']],
    ['a freight invoice', 'BL-202603-0077', ['invoice']],
  ])('%s finds its documents', async (_kind, number, kinds) => {
    const codes = { bill: billId, booking: 'SEA', cargo: 'BD-1', invoice: 'BL-202603-0077' }
    const expected = kinds.map((kind) => `${kind} ${codes[kind as keyof typeof codes]}`)
    const found = await find(user, number)
    expect(found).toEqual(expect.arrayContaining(expected))
    expect(found).toHaveLength(expected.length)
  })

  test('a user restricted to another owner finds none of them', async () => {
    await site.db.script(`
      insert into owner (owner_cd, owner_nm) values ('OTHER', 'OTHER');
      insert into role_menu (role_cd, menu_id, actions) values
        ('CUSTOMER', 'CmsBill', '{search}'), ('CUSTOMER', 'Invoice', '{search}'),
        ('CUSTOMER', 'BondedCargo', '{search}') on conflict do nothing;
      insert into user_owner (user_id, owner_cd) values ('customer', 'OTHER')`)
    const customer = await site.login('customer')
    for (const number of ['HDMUSHA123', 'CSQU3054383', '26HDMU0001I', 'BL-202603-0077']) {
      expect(await find(customer, number)).toEqual([])
    }
  })
})
