import sql from 'sql-template-tag'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addDays, timestampAt } from '#kernel/calendar.ts'
import type { Value } from '#kernel/field.ts'
import { masterCodeLists } from '#areas/master/rules/code-lists.ts'
import { testSite, type TestSite, type TestUser } from '#tests/support/app.ts'
import { closeVerified } from '#tests/support/close-verified.ts'
import { addItem, addOrder, pickAll, putStock, rowErrors, runStep } from '#tests/support/floor.ts'

type Row = Record<string, Value>

let site: TestSite
let user: TestUser
let items = 0

beforeAll(async () => {
  site = await testSite()
  user = await site.login('admin')
})
afterAll(() => closeVerified(site))

const [dry = '', cool = ''] = Object.keys(masterCodeLists.temperature)
const today = timestampAt(Date.now()).slice(0, 8)

/** Item with stock in a cell that is picked for a number of orders of one piece. */
async function createPickedItem(cell: string, picks: number, temperature = dry): Promise<string> {
  items += 1
  const item = await addItem(site.db, `SLOT-${items}`)
  await site.db.execute(sql`
    update stock set temperature_cd = ${temperature} where stock_cd = ${item}`)
  await putStock(site.db, { item, qty: picks + 20, cell })
  for (let index = 0; index < picks; index += 1) {
    const number = await addOrder(user, [{ STOCK_CD: item, ORDER_QTY: 1 }])
    for (const name of ['allocate', 'mark-listed']) await runStep(user, name, number)
    await pickAll(user, number)
  }
  return item
}

const getProposals = (search: Row = {}) =>
  user.query('tasks/slotting', { PICK_DT: `${addDays(today, -29)}~${today}`, ...search })

const pickColumns = (rows: readonly Row[]) =>
  rows.map((row) =>
    ['STOCK_CD', 'CELL_CD', 'PICK_COUNT', 'CELL_SEQ', 'TO_CELL_CD', 'TO_SEQ', 'GAIN'].map(
      (name) => row[name],
    ),
  )

test('the gain is picks × cells skipped, and the most picked item gets the first free cell', async () => {
  const often = await createPickedItem('A-100', 3)
  const seldom = await createPickedItem('A-150', 1)
  await putStock(site.db, { item: 'OTHER', qty: 1, cell: 'A-001' })
  expect(pickColumns(await getProposals())).toEqual([
    [often, 'A-100', 3, 100, 'A-002', 2, 294],
    [seldom, 'A-150', 1, 150, 'A-003', 3, 147],
  ])
  expect(await getProposals({ PICK_DT: addDays(today, 1) })).toEqual([])
  const [first = {}] = await getProposals()
  const { BALANCE_ID = null, TO_CELL_CD = null, WORK_QTY = null } = first
  expect(WORK_QTY).toBe(20)
  const made = await user.save('tasks/create-move-of-stock', [{ BALANCE_ID, TO_CELL_CD, WORK_QTY }])
  expect(rowErrors(made)).toEqual([])
  expect(pickColumns(await getProposals())).toEqual([[seldom, 'A-150', 1, 150, 'A-003', 3, 147]])
  expect(await user.query('tasks/my-tasks', { STOCK_CD: often })).toMatchObject([
    { CELL_CD: 'A-100', TO_CELL_CD: 'A-002', QTY: 20 },
  ])
})

test('a chilled item goes to a chilled cell', async () => {
  await site.db.execute(sql`
    insert into zone (wcode, zone_cd, zone_nm, temperature_cd) values ('W01', 'C', 'C', ${cool})`)
  await site.db.script(`insert into cell (wcode, cell_cd, zone_cd, pick_seq)
    values ('W01', 'C-1', 'C', 301), ('W01', 'C-2', 'C', 302)`)
  const item = await createPickedItem('C-2', 1, cool)
  expect(pickColumns(await getProposals({ STOCK_CD: item }))).toEqual([
    [item, 'C-2', 1, 202, 'C-1', 201, 1],
  ])
})

test('items with a pick face and cancelled picks are left out', async () => {
  const faced = await createPickedItem('A-181', 2)
  await site.db.execute(sql`
    insert into pick_face (wcode, cell_cd, owner_cd, stock_cd, min_qty, max_qty)
    values ('W01', 'A-181', 'HANBIT', ${faced}, 1, 9)`)
  const once = await createPickedItem('A-182', 1)
  const [pick] = await user.query('outbound/picked-lines', { STOCK_CD: once })
  const { ALLOC_ID = null } = pick ?? {}
  const back = await user.save('outbound/cancel-pick', [{ ALLOC_ID, BACK_QTY: 1 }])
  expect(rowErrors(back)).toEqual([])
  const named = new Set((await getProposals()).map((row) => row['STOCK_CD']))
  expect([faced, once].filter((item) => named.has(item))).toEqual([])
})
