import { afterAll, beforeAll, expect, test } from 'vitest'
import { totalLines } from '#areas/outbound/server/total-picking.ts'
import { testSite, type TestSite, type TestUser } from '#tests/support/app.ts'
import { readPdfText } from '#tests/server/print/pdf-text.ts'
import { addItem, addOrder, putStock, getState, runStep } from '#tests/support/floor.ts'

let site: TestSite
let user: TestUser

beforeAll(async () => {
  site = await testSite()
  user = await site.login('admin')
})
afterAll(async () => site.close())

const print = (who: TestUser, name: string, ...numbers: string[]) =>
  who.call(`/api/print/outbound/${name}`, {
    ROWS: numbers.map((SHIPMENT_NO) => ({ SHIPMENT_NO })),
  })

async function createAllocated(item: string, qty: number): Promise<string> {
  const number = await addOrder(user, [{ STOCK_CD: item, ORDER_QTY: qty }])
  await runStep(user, 'allocate', number)
  return number
}

test.each(['picking-list-by-stock', 'picking-list-vts'])(
  '%s prints only allocated shipments of the caller’s warehouse',
  async (name) => {
    const item = await addItem(site.db, name.toUpperCase())
    await putStock(site.db, { item, qty: 20 })
    const numbers = [await createAllocated(item, 2), await createAllocated(item, 3)]
    const paper = await print(user, name, ...numbers)
    expect([paper.status, paper.headers['content-type']]).toEqual([200, 'application/pdf'])
    await runStep(user, 'mark-listed', ...numbers)
    expect(await getState(user, numbers[0] ?? '')).toBe('30')
    expect((await print(user, name, ...numbers)).status).toBe(200)
    const fresh = await addOrder(user, [{ STOCK_CD: item, ORDER_QTY: 1 }])
    expect((await print(user, name, ...numbers, fresh)).status).toBe(409)
    const elsewhere = await site.login('admin', 'W02')
    expect((await print(elsewhere, name, ...numbers)).status).toBe(409)
  },
)

test.each(['picking-list', 'picking-list-by-stock', 'picking-list-vts'])(
  '%s prints in the reader’s language',
  async (name) => {
    const item = await addItem(site.db, `EN-${name}`.toUpperCase())
    await putStock(site.db, { item, qty: 5 })
    const number = await createAllocated(item, 2)
    const rows = { ROWS: [{ SHIPMENT_NO: number }] }
    const english = await user.call(`/api/print/outbound/${name}`, rows, { 'x-lang': 'en' })
    const [page = ''] = readPdfText(english.bytes)
    for (const word of ['icking list', 'Ship date', 'Item code', 'Total 1 line', 'Printed']) {
      expect(page).toContain(word)
    }
    // The site's own names appear in any language.
    const names = page.match(/[가-힣]+/g) ?? []
    expect(names.filter((word) => /수량|품목|합계|출력|출고|인$/.test(word))).toEqual([])
    expect((await print(user, name, number)).status).toBe(200)
  },
)

test('the total list sums equal stock per cell and names the shipments it belongs to', () => {
  const line = { stock_cd: 'A', stock_nm: 'A', zone_cd: 'Z', lot_no: '', valid_dt: null }
  const lines = [
    { ...line, cell_cd: 'C1', shipment_no: 'S1', qty: 0.1 },
    { ...line, cell_cd: 'C1', shipment_no: 'S2', qty: 0.2 },
    { ...line, cell_cd: 'C1', shipment_no: 'S1', qty: 4, lot_no: 'L' },
    { ...line, cell_cd: 'C2', shipment_no: 'S1', qty: 1 },
  ]
  expect(
    totalLines(lines).map((totalLine) => [
      totalLine.cell_cd,
      totalLine.lot_no,
      totalLine.qty,
      totalLine.shares,
    ]),
  ).toEqual([
    ['C1', '', 0.3, 'S1 0.1 · S2 0.2'],
    ['C1', 'L', 4, 'S1 4'],
    ['C2', '', 1, 'S1 1'],
  ])
})
