import sql from 'sql-template-tag'
import { expect } from 'vitest'
import type { Value } from '#kernel/field.ts'
import { entireRemainder } from '#areas/inventory/operations/replenish-station.ts'
import type { TestSite, TestUser } from './app.ts'
import { addItem, addOrder, runStep } from './floor.ts'

type Row = Record<string, Value>

interface Face {
  readonly item: string
  readonly cell: string
}

/** Scans once at the refill station, for the remaining quantity unless `extra` contains another. */
export const scanRefill = (by: TestUser, from: string, code: string, extra: Row = {}) =>
  by.save('inventory/replenish-scan', [
    { FROM_CELL_CD: from, TO_CELL_CD: null, CODE: code, QTY: entireRemainder, ...extra },
  ])

/** Pick faces F-1 to F-9 and reserve cells of zone F, with items in boxes of 24. */
export async function createReplenishFloor(site: TestSite, user: TestUser) {
  await site.db.script(`
    insert into zone (wcode, zone_cd, zone_nm, pick_seq) values ('W01', 'F', 'F', 1);
    insert into cell (wcode, cell_cd, zone_cd, pick_seq, role_cd)
      select 'W01', k || '-' || n, 'F', n, case k when 'F' then 'PICK' else 'RESERVE' end
      from generate_series(1, 9) n cross join (values ('F'), ('R')) k(k)`)
  let created = 0

  async function newItem(columns: Row = {}): Promise<string> {
    created += 1
    const item = await addItem(site.db, `RPL-${created}`)
    await site.db.execute(sql`update stock set box_qty = 24, cbm = 0.001 where stock_cd = ${item}`)
    if (columns['cbm'] !== undefined) {
      await site.db.execute(sql`update stock set cbm = ${columns['cbm']} where stock_cd = ${item}`)
    }
    return item
  }

  const saveFace = ({ item, cell }: Face, extra: Row = {}, flag = 'I') =>
    user.save('master/save-pick-face', [
      {
        BATCH_FLAG: flag,
        CELL_CD: cell,
        OWNER_CD: 'HANBIT',
        STOCK_CD: item,
        MIN_QTY: 20,
        MAX_QTY: 100,
        UNIT_CD: 'BOX',
        FIXED_YN: 'Y',
        USE_YN: 'Y',
        ...extra,
      },
    ])

  async function getNeeds({ item }: Face): Promise<Row[]> {
    return user.query('inventory/replenish-plan', { STOCK_CD: item })
  }

  async function plan({ item, cell }: Face, extra: Row = {}): Promise<Value> {
    const done = await user.save('inventory/plan-replenishment', [
      { CELL_CD: cell, OWNER_CD: 'HANBIT', STOCK_CD: item, ...extra },
    ])
    expect(done.body.rows ?? [], done.body.message).toEqual([])
    return done.body.data.rows[0]?.['PLAN_QTY'] ?? null
  }

  /** Open tasks of an item with cause, quantity and the part that is allocated to shipments. */
  const getTasks = (item: string): Promise<Row[]> =>
    site.db.query<Row>(sql`
      select task_no::text, cause_cd, qty::float8, travel_qty::float8 travel from move_task
      where stock_cd = ${item} and state_cd = '10' order by task_no`)

  async function allocateShipment(item: string, ...quantities: number[]): Promise<string[]> {
    const numbers: string[] = []
    for (const ORDER_QTY of quantities) {
      const number = await addOrder(user, [{ STOCK_CD: item, ORDER_QTY }])
      await runStep(user, 'allocate', number)
      numbers.push(number)
    }
    return numbers
  }

  return { newItem, saveFace, needs: getNeeds, plan, tasks: getTasks, allocated: allocateShipment }
}
