import sql from 'sql-template-tag'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Value } from '#kernel/field.ts'
import { testSite, type TestSite, type TestUser } from '#tests/support/app.ts'

let site: TestSite
let user: TestUser

beforeAll(async () => {
  site = await testSite()
  user = await site.login('admin')
  await site.db.script(`insert into stock_group (owner_cd, group_cd, group_nm)
    values ('HANBIT', 'CUBES', 'Cubes')`)
})
afterAll(() => site.close())

async function saveItem(row: Record<string, Value>) {
  const response = await user.save('master/save-stock', [{ OWNER_CD: 'HANBIT', ...row }])
  expect(response.body.rows ?? [], response.body.message).toEqual([])
}

async function change(item: string, values: Record<string, Value>) {
  const [row] = await user.query('master/stock', { STOCK_CD: item })
  await saveItem({ ...row, ...values, BATCH_FLAG: 'U' })
}

const history = (item: string) =>
  site.db.query(sql`
    select case when from_dt = warehouse_day(now()) then 'today' else from_dt::text end as from,
      cbm, weight_kg, box_qty, group_cd, changed_by
    from stock_measure where stock_cd = ${item} order by from_dt`)

/** Backdates today's changes of an item. */
async function wasChangedOn(item: string, day: string) {
  await site.db.transaction(async (tx) => {
    await tx.script('alter table stock_measure disable trigger stock_measure_guard')
    await tx.execute(sql`update stock_measure set from_dt = ${day}::date
      where stock_cd = ${item} and from_dt = warehouse_day(now())`)
    await tx.script('alter table stock_measure enable trigger stock_measure_guard')
  })
}

async function getVolumeOn(item: string, day: string) {
  const rows = await site.db.query(sql`select cbm from measure_on('HANBIT', ${item}, ${day}::date)`)
  return rows.map((row) => row['cbm'])
}

describe('item measures', () => {
  const start = '0001-01-01'

  test('item measures apply from the start, change from a date on and retain their history', async () => {
    await saveItem({ BATCH_FLAG: 'I', STOCK_CD: 'CUBE', STOCK_NM: 'CUBE', CBM: 0.1, WEIGHT_KG: 2 })
    const first = {
      from: start,
      cbm: 0.1,
      weight_kg: 2,
      box_qty: null,
      group_cd: null,
      changed_by: 'admin',
    }
    expect(await history('CUBE')).toEqual([first])
    await change('CUBE', { STOCK_NM: 'renamed' })
    expect(await history('CUBE')).toEqual([first])
    await change('CUBE', { CBM: 0.12 })
    await wasChangedOn('CUBE', '2026-03-01')
    await change('CUBE', { WEIGHT_KG: 3, BOX_QTY: 6, GROUP_CD: 'CUBES' })
    expect(await history('CUBE')).toEqual([
      first,
      { ...first, from: '2026-03-01', cbm: 0.12 },
      { ...first, from: 'today', cbm: 0.12, weight_kg: 3, box_qty: 6, group_cd: 'CUBES' },
    ])
    expect(await getVolumeOn('CUBE', '2020-01-01')).toEqual([0.1])
    expect(await getVolumeOn('CUBE', '2026-02-28')).toEqual([0.1])
    expect(await getVolumeOn('CUBE', '2026-03-01')).toEqual([0.12])
    expect(await getVolumeOn('NONE', '2026-03-01')).toEqual([])
  })

  test('item measures replace earlier changes of the same date', async () => {
    await saveItem({ BATCH_FLAG: 'I', STOCK_CD: 'TYPO', STOCK_NM: 'TYPO', CBM: 1 })
    await wasChangedOn('TYPO', '2026-01-01')
    await change('TYPO', { CBM: 10 })
    await change('TYPO', { CBM: 0.01 })
    expect((await history('TYPO')).map(({ from, cbm }) => [from, cbm])).toEqual([
      [start, 1],
      ['today', 0.01],
    ])
  })

  test('item measures can change for many items in one statement', async () => {
    await site.db.execute(sql`update stock set weight_kg = weight_kg + 1 where owner_cd = 'GIFT'`)
    const [row] = await site.db.query(sql`
      select count(*) n from stock_measure where owner_cd = 'GIFT' and from_dt > '0001-01-01'`)
    expect(row?.['n']).toBe(1)
  })

  test.each([
    [`update stock_measure set cbm = 9 where stock_cd = 'CUBE'`],
    [`update stock_measure set cbm = 9 where stock_cd = 'CUBE' and from_dt = warehouse_day(now())`],
    [`insert into stock_measure values ('HANBIT', 'CUBE', '2025-01-01', 1, 1, null, 'x')`],
    [`delete from stock_measure where stock_cd = 'CUBE'`],
    ['truncate stock_measure'],
  ])('item measures can only be written through the item: %s', async (statement) => {
    await expect(site.db.script(statement)).rejects.toMatchObject({ code: 'WM001' })
  })

  test('item measures disappear when an unused item is deleted', async () => {
    const [row] = await user.query('master/stock', { STOCK_CD: 'TYPO' })
    await saveItem({ ...row, BATCH_FLAG: 'D' })
    expect(await history('TYPO')).toEqual([])
  })
})
