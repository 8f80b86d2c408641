import sql from 'sql-template-tag'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  pickedUnit,
  repositionedShipments,
  unitOfTask,
} from '#areas/inventory/server/move-units.ts'
import { insufficientStock } from '#areas/inventory/server/work-engine.ts'
import { testSite, type TestSite, type TestUser } from '#tests/support/app.ts'
import { closeVerified } from '#tests/support/close-verified.ts'
import {
  addItem,
  addOrder,
  checkAll,
  getUnpicked,
  orderLine,
  pickAll,
  putStock,
  rowErrors,
  runStep,
} from '#tests/support/floor.ts'
import { createReplenishFloor } from '#tests/support/replenish.ts'

let site: TestSite
let user: TestUser

beforeAll(async () => {
  site = await testSite()
  user = await site.login('admin')
})
afterAll(() => closeVerified(site))

const units = [
  ['pallet', 'inventory/move-pallet', 'PALLET_NO'],
  ['box', 'inventory/move-box', 'BOX_NO'],
] as const

let count = 0

describe.each(units)('a %s of which a part is allocated', (kind, procedure, column) => {
  /** Twelve pieces on a unit in A-020, of which an order allocates `qty`. */
  async function allocated(qty: number) {
    count += 1
    const [item, unit] = [await addItem(site.db, `UNIT-${count}`), `U${count}`]
    await putStock(site.db, { item, qty: 12, cell: 'A-020', [kind]: unit })
    const number = await addOrder(user, [orderLine(item, qty)])
    await runStep(user, 'allocate', number)
    const move = (from: string, to: string) =>
      user.save(procedure, [{ OWNER_CD: 'HANBIT', CELL_CD: from, [column]: unit, TO_CELL_CD: to }])
    const places = async () => {
      const rows = await site.db.query<{ place: string }>(sql`
        select cell_cd || ' ' || trim_scale(qty) || ' ' || trim_scale(alloc_qty) place
        from stock_balance where stock_cd = ${item} and qty > 0 order by 1`)
      return rows.map(({ place }) => place)
    }
    return { item, number, move, places }
  }

  test('moves with its allocations, and they are picked in its new cell', async () => {
    const { number, move, places } = await allocated(5)
    await runStep(user, 'mark-listed', number)
    const response = await move('A-020', 'A-021')
    expect(rowErrors(response)).toEqual([])
    expect(response.body.message).toContain(repositionedShipments([number]).ko)
    expect(await places()).toEqual(['A-021 12 5'])
    const picks = await getUnpicked(user, number)
    expect(picks.map((row) => [row['CELL_CD'], row['ALLOC_QTY']])).toEqual([['A-021', 5]])
    await pickAll(user, number)
    await checkAll(user, number)
    for (const step of ['finish-check', 'ship']) await runStep(user, step, number)
    expect(await places()).toEqual(['A-021 7 0'])
  })

  test('moves there and back, also if it was allocated again in between', async () => {
    const { number, move, places } = await allocated(5)
    await runStep(user, 'cancel-allocation', number)
    expect(rowErrors(await move('A-020', 'A-022'))).toEqual([])
    await runStep(user, 'allocate', number)
    expect(rowErrors(await move('A-022', 'A-020'))).toEqual([])
    expect(await places()).toEqual(['A-020 12 5'])
    await runStep(user, 'cancel-allocation', number)
    expect(await places()).toEqual(['A-020 12 0'])
  })

  test('stays if a part is picked, and the message names the order and the way out', async () => {
    const { number, move, places } = await allocated(5)
    await runStep(user, 'mark-listed', number)
    await pickAll(user, number)
    expect(rowErrors(await move('A-020', 'A-023'))).toEqual([
      [1, 'TO_CELL_CD', pickedUnit(number).ko],
    ])
    await checkAll(user, number)
    for (const step of ['finish-check', 'ship']) await runStep(user, step, number)
    expect(rowErrors(await move('A-020', 'A-023'))).toEqual([])
    expect(await places()).toEqual(['A-023 7 0'])
  })
})

test('a pallet that a move task empties stays, and the message names the task', async () => {
  const floor = await createReplenishFloor(site, user)
  const face = { item: await floor.newItem(), cell: 'F-1' }
  await putStock(site.db, { item: face.item, qty: 48, cell: 'R-1', pallet: 'U-TASK' })
  await floor.saveFace(face)
  expect(await floor.plan(face)).toBe(48)
  const [task] = await site.db.query<{ task_no: string }>(sql`
    select task_no from move_task where stock_cd = ${face.item}`)
  const response = await user.save('inventory/move-pallet', [
    { OWNER_CD: 'HANBIT', CELL_CD: 'R-1', PALLET_NO: 'U-TASK', TO_CELL_CD: 'R-2' },
  ])
  expect(rowErrors(response)).toEqual([[1, 'TO_CELL_CD', unitOfTask(`#${task?.task_no}`).ko]])
})

test('stock that a shipment and a move task wait for is reported with both', () => {
  const { en } = insufficientStock(3, '#7, SH-1')
  expect(en).toBe('Allocated to shipment SH-1 and move task #7; 3 available.')
})
