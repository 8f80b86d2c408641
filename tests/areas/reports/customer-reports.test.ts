import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Fields } from '#kernel/field.ts'
import { isSummary, type Summary } from '#kernel/summary.ts'
import { normalise } from '#kernel/normalise-screen.ts'
import { listOperations } from '#kernel/screen-operations.ts'
import { grantingRoutes } from '#server/auth/screen-routes.ts'
import { handlers } from '#server/site/registry.ts'
import { screens } from '#tests/support/all-screens.ts'
import { testSite, type TestSite, type TestUser } from '#tests/support/app.ts'
import { putStock } from '#tests/support/floor.ts'
import { ReportDays, today } from '#tests/support/report-days.ts'

const customerScreens = Object.values(screens).filter(({ route }) => {
  return /^C(Inventory|ReceiptReport|ShipmentReport|InOut)/.test(route)
})
/**
 * Columns that would reveal to an owner the location of stock, the workers, or internal remarks.
 */
const secret = /CELL|ZONE|USER|_BY$|PICKER|WORKER|PALLET|REASON|HOLD|BALANCE/

let site: TestSite
let admin: TestUser
let customer: TestUser

/**
 * Data of two owners, and a user who is restricted to one of them and to the customers' screens.
 */
beforeAll(async () => {
  site = await testSite()
  admin = await site.login('admin')
  const days = new ReportDays(site, admin)
  await days.prepare()
  await days.simulate(20_261_125, 12)
  for (const owner of ['HANBIT', 'GIFT']) {
    await putStock(site.db, { owner, item: 'PLAIN', qty: 5, condition: 'SAMPLE', cell: 'A-070' })
  }
  const routes = customerScreens.map(({ route }) => `('CUSTOMER', '${route}', '{search,export}')`)
  await site.db.script(`
    delete from role_menu where role_cd = 'CUSTOMER';
    insert into role_menu (role_cd, menu_id, actions) values ${routes.join(', ')}`)
  customer = await site.login('customer')
})
afterAll(() => site.close())

const sources = customerScreens.flatMap((screen) => {
  return listOperations(normalise(screen)).flatMap((operation) =>
    operation.type === 'query' ? [operation] : [],
  )
})

describe.each(customerScreens.map(({ route }) => route))('%s', (route) => {
  const screen = customerScreens.find((customerScreen) => customerScreen.route === route)
  const request = screen ? listOperations(normalise(screen)) : []
  const [source] = request.filter(
    (operation): operation is Summary => operation.type === 'query' && isSummary(operation),
  )

  test('shows an owner the same rows that staff see for it, and no others', async () => {
    const own = await customer.query(String(source?.name))
    expect(own.length).toBeGreaterThan(0)
    expect(new Set(own.map((row) => row['OWNER_CD']))).toEqual(new Set(['GIFT']))
    expect(own).toEqual(await admin.query(String(source?.name), { OWNER_CD: 'GIFT' }))
    expect(await customer.query(String(source?.name), { OWNER_CD: 'HANBIT' })).toEqual([])
  })

  test('exposes neither cells nor staff in output, search or grouping columns', () => {
    const findSecretNames = (fields: Fields | undefined) =>
      Object.keys(fields ?? {}).filter((name) => secret.test(name))
    const inserted = request.flatMap((operation) =>
      operation.type === 'query' ? [operation.output, operation.search] : [],
    )
    for (const fields of [...inserted, source?.source.output])
      expect(findSecretNames(fields)).toEqual([])
    expect(source?.offers.filter((name) => secret.test(name))).toEqual([])
  })

  test('does not reveal the source of its figures', async () => {
    expect(source?.shows).toBeUndefined()
    for (const BY of [['CELL_CD'], ['USER_ID'], ['ZONE_CD']]) {
      const response = await customer.call(`/api/wms/${source?.name}`, { GROUP: { BY } })
      expect([BY, response.status]).toEqual([BY, 422])
    }
  })
})

test('a user with only these screens is denied every other query', async () => {
  const granted = new Set(customerScreens.map(({ route }) => route))
  const open = handlers.flatMap(({ operation }) => {
    return grantingRoutes(operation).some((route) => granted.has(route)) ? [operation.name] : []
  })
  const own = new Set(sources.map(({ name }) => name))
  const others = open.filter((name) => !own.has(name) && name !== 'inventory/own-balances')
  expect(others).toEqual([])
  for (const name of ['balances', 'by-lot', 'movements', 'why', 'held-stock', 'cell-usage']) {
    const response = await customer.call(`/api/wms/inventory/${name}`, { SEARCH: {} })
    expect([name, response.status]).toEqual([name, 403])
  }
  for (const name of ['inventory-by-stock', 'receipts', 'shipments', 'receipt-cancels']) {
    const response = await customer.call(`/api/wms/reports/${name}`, { SEARCH: {} })
    expect([name, response.status]).toEqual([name, 403])
  }
})

test('sample reports show sample stock and sample documents only', async () => {
  const samples = { CONDITION_CD: 'SAMPLE' }
  const [row] = await customer.query('reports/own-inventory-by-lot', samples)
  expect(row).toMatchObject({ STOCK_CD: 'PLAIN', QTY: 5, CONDITION_CD: 'SAMPLE' })
  for (const route of ['InventoryByStockSample', 'InventoryByLotSample', 'CInventoryByLotSample']) {
    const { sources } = normalise(screens[route] ?? customerScreens[0]!)
    expect([route, sources.grid?.fixed]).toEqual([route, samples])
  }
  const head = { OWNER_CD: 'GIFT', RECEIPT_DT: today, ROW_TYPE: 'H', BATCH_FLAG: 'I', DOC_REF: 'S' }
  const line = { ROW_TYPE: 'L', BATCH_FLAG: 'I', DOC_REF: 'S', STOCK_CD: 'PLAIN', ORDER_QTY: 3 }
  expect((await admin.save('inbound/save-sample-receipts', [head, line])).status).toBe(200)
  const found = await admin.query('reports/receipts', { SAMPLE_YN: 'Y' })
  expect(found.map((one) => [one['OWNER_CD'], one['ORDER_QTY']])).toEqual([['GIFT', 3]])
})

test('a customer sees its owner’s movements as in the ledger, and no others', async () => {
  const own = await customer.query('inventory/own-movements')
  expect(own.length).toBeGreaterThan(0)
  expect(new Set(own.map((row) => row['OWNER_CD']))).toEqual(new Set(['GIFT']))
  expect(await customer.query('inventory/own-movements', { OWNER_CD: 'HANBIT' })).toEqual([])
  const ledger = await admin.query('inventory/movements', { OWNER_CD: 'GIFT' })
  const numbers = (rows: typeof own) => rows.map((row) => [row['MOVEMENT_NO'], row['QTY']])
  expect(numbers(own)).toEqual(numbers(ledger))
})
