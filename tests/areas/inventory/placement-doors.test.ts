import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import sql from 'sql-template-tag'
import {
  placementDoors,
  placementOutcome,
  placementRules,
  type DoorDefinition,
  type PlacementDoor,
} from '#areas/inventory/rules/placement-doors.ts'
import { postMovements } from '#areas/inventory/server/post-movements.ts'
import { closeVerified } from '#tests/support/close-verified.ts'
import { addItem, putStock, rowErrors } from '#tests/support/floor.ts'
import {
  breakRule,
  createPlacementSite,
  ruleTexts,
  placementSteps,
  type PlacementSite,
  type Target,
} from '#tests/support/placement-steps.ts'

let site: PlacementSite

beforeAll(async () => {
  site = await createPlacementSite()
})
afterAll(() => closeVerified(site.site))

let targets = 0

async function newTarget(): Promise<Target> {
  targets += 1
  const item = await addItem(site.site.db, `PLACED-${targets}`)
  return { item, cell: `T-${String(targets).padStart(3, '0')}`, pallet: `P-${targets}` }
}

async function countEntries({ cell, item }: Target): Promise<number> {
  const [found] = await site.site.db.query<{ n: number }>(sql`
    select count(*)::int n from stock_movement m
    join stock_balance b on b.balance_id = m.to_balance_id
    where b.wcode = 'W01' and b.cell_cd = ${cell} and b.stock_cd = ${item}`)
  return found?.n ?? 0
}

const doors = Object.keys(placementDoors) as PlacementDoor[]

describe.each(doors)('placement door %s', (door) => {
  const cases = placementRules.map((rule) => [rule, placementOutcome(door, rule)] as const)

  test.each(cases)('handles a violation of rule %s with the outcome %s', async (rule, outcome) => {
    const target = await newTarget()
    const attempt = await placementSteps[door](site, target)
    await breakRule[rule](site, target)
    const before = await countEntries(target)
    const response = await attempt()
    if (outcome === 'refuse') {
      const { column }: DoorDefinition = placementDoors[door]
      expect(rowErrors(response)).toEqual([[1, column, expect.stringContaining(ruleTexts[rule])]])
      expect(await countEntries(target)).toBe(before)
      return
    }
    expect(response.body.rows ?? [], response.body.message).toEqual([])
    expect(await countEntries(target)).toBe(before + 1)
    const isNotified = response.body.message.includes(ruleTexts[rule])
    const isWarning = Reflect.get(response.body.data, 'WARNS') === true
    expect({ isNotified, isWarning }).toEqual({
      isNotified: outcome === 'warn',
      isWarning: outcome === 'warn',
    })
  })
})

test('an adjustment that needs approval is checked when requested and when approved', async () => {
  const adjust = (id: number) => {
    const row = { BALANCE_ID: String(id), ADJUST_QTY: 500, REASON: 'Found' }
    return site.user.save('inventory/adjust', [row])
  }
  const target = await newTarget()
  const id = await putStock(site.site.db, { ...target, qty: 1 })
  await breakRule.ZONE(site, target)
  const { instead } = placementDoors.ADJUST
  const text = new RegExp(`${ruleTexts.ZONE}.* ${target.cell}.* ${instead.ko}$`)
  expect(rowErrors(await adjust(id))).toEqual([[1, 'ADJUST_QTY', expect.stringMatching(text)]])

  const later = await newTarget()
  const laterId = await putStock(site.site.db, { ...later, qty: 1 })
  expect((await adjust(laterId)).status).toBe(200)
  const [asked] = await site.user.query('inventory/adjust-requests', {
    BALANCE_ID: String(laterId),
  })
  await breakRule.CLOSED(site, later)
  const request = { REQUEST_NO: asked?.['REQUEST_NO'] ?? null }
  const approved = await site.counter.save('inventory/approve-adjust', [request])
  expect(rowErrors(approved)).toEqual([
    [1, 'ADJUST_QTY', expect.stringContaining(ruleTexts.CLOSED)],
  ])
})

test('damaged stock and docks are exempt from the put-away zone rule', async () => {
  const move = (id: number, TO_CELL_CD: string) =>
    site.user.save('inventory/move', [{ BALANCE_ID: String(id), WORK_QTY: 1, TO_CELL_CD }])
  const target = await newTarget()
  await breakRule.ZONE(site, target)
  const normal = await putStock(site.site.db, { item: target.item, qty: 5, cell: 'A-150' })
  const damaged = await putStock(site.site.db, {
    item: target.item,
    qty: 5,
    cell: 'A-150',
    condition: 'DAMAGED',
  })
  expect((await move(normal, target.cell)).status).toBe(422)
  expect((await move(damaged, target.cell)).status).toBe(200)
  const dock = (await newTarget()).cell
  await site.site.db.execute(sql`
    update cell set cell_type_cd = 'DOCK' where wcode = 'W01' and cell_cd = ${dock}`)
  expect((await move(normal, dock)).status).toBe(200)
})

test('a posting cannot put stock into a cell unless it declares how the stock gets there', async () => {
  const { db } = site.site
  const target = await newTarget()
  const id = await putStock(db, { ...target, qty: 1 })
  const posting = db.transaction((tx) =>
    postMovements(
      { tx, userId: 'admin', idempotencyKey: 'no-door' },
      'OUT',
      sql`select wcode, owner_cd, stock_cd, 'ADJUST' movement_cd, 'ADJ-NO-DOOR' doc_no, 1 doc_line,
        'ADJUSTMENT' from_place_cd, null::bigint from_balance_id, 'CELL' to_place_cd,
        balance_id to_balance_id, 1::numeric qty, null reason, null::bigint reverses_no
        from stock_balance where balance_id = ${id}`,
    ),
  )
  await expect(posting).rejects.toThrow('1 movements lead into a cell without a door')
  expect(await countEntries(target)).toBe(1)
})
