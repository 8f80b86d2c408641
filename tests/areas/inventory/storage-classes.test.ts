import sql from 'sql-template-tag'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Value } from '#kernel/field.ts'
import { masterCodeLists } from '#areas/master/rules/code-lists.ts'
import { testSite, type SaveResponse, type TestSite, type TestUser } from '#tests/support/app.ts'
import { closeVerified } from '#tests/support/close-verified.ts'
import { addItem, expectStock, orderLine, putStock, rowErrors } from '#tests/support/floor.ts'

type Row = Record<string, Value>

let site: TestSite
let user: TestUser

/**
 * Zone A accepts everything but hazardous items, HAZ some hazard classes, FOOD one storage class,
 * and OWN one owner.
 */
beforeAll(async () => {
  site = await testSite()
  user = await site.login('admin')
  await site.db.script(`
    insert into zone (wcode, zone_cd, zone_nm, store_cds, hazard_cds, owner_cd, pick_seq) values
      ('W01', 'HAZ', 'Hazardous', null, 'C1, C4,C6', null, 50),
      ('W01', 'FOOD', 'Food', 'FOOD', null, null, 49), ('W01', 'OWN', 'GIFT', null, null, 'GIFT', 52);
    insert into cell (wcode, cell_cd, zone_cd)
      select 'W01', zone_cd || '-' || n, zone_cd from zone, generate_series(1, 5) n
      where zone_cd in ('HAZ', 'FOOD', 'OWN')`)
})
afterAll(() => closeVerified(site))

let created = 0
async function newItem(columns: Row = {}): Promise<string> {
  created += 1
  const item = await addItem(site.db, `CLASS-${created}`)
  const { store_cd: store = null, hazard_cd: hazard = null } = columns
  await site.db.execute(sql`update stock set store_cd = ${store}, hazard_cd = ${hazard},
    weight_kg = ${columns['weight_kg'] ?? 0} where stock_cd = ${item}`)
  return item
}

const move = (id: number, TO_CELL_CD: string, WORK_QTY = 1) =>
  user.save('inventory/move', [{ BALANCE_ID: String(id), WORK_QTY, TO_CELL_CD }])

async function change(name: string, key: Row, values: Row): Promise<SaveResponse> {
  const [row] = await user.query(`master/${name}`, key)
  return user.save(`master/save-${name}`, [{ ...row, ...values, BATCH_FLAG: 'U' }])
}

const names = masterCodeLists.hazard

test.each([
  ['an unlisted hazard', { hazard_cd: 'C5' }, 'HAZ-1', [names.C5.ko, names.C1.ko, names.C6.ko]],
  ['a hazard in an ordinary zone', { hazard_cd: 'C4' }, 'A-101', [names.C4.ko, ' A']],
  ['another storage class', { store_cd: 'MEDICAL' }, 'FOOD-1', ['FOOD']],
  ['no storage class', {}, 'FOOD-1', ['FOOD']],
  ['another owner', {}, 'OWN-1', ['GIFT', 'HANBIT']],
])(
  'a move with %s is rejected, and the error states value and limit',
  async (_, columns, cell, words) => {
    const id = await putStock(site.db, { item: await newItem(columns), qty: 5, cell: 'A-100' })
    const [refusal, ...more] = rowErrors(await move(id, cell))
    expect(more).toEqual([])
    expect(refusal?.slice(0, 2)).toEqual([1, 'TO_CELL_CD'])
    for (const word of words) expect(refusal?.[2]).toContain(word)
  },
)

test('items are accepted where their class and owner are listed', async () => {
  const food = await putStock(site.db, { item: await newItem({ store_cd: 'FOOD' }), qty: 5 })
  const spirit = await putStock(site.db, { item: await newItem({ hazard_cd: 'C4' }), qty: 5 })
  const gift = await putStock(site.db, { item: 'PLAIN', owner: 'GIFT', qty: 5 })
  const responses = [
    await move(food, 'FOOD-2'),
    await move(food, 'A-102'),
    await move(spirit, 'HAZ-2'),
    await move(gift, 'OWN-2'),
  ]
  expect(responses.map(({ status }) => status)).toEqual([200, 200, 200, 200])
  await site.db.script(`update cell set cell_type_cd = 'DOCK' where cell_cd = 'A-103'`)
  expect((await move(spirit, 'A-103')).status, 'docks are temporary').toBe(200)
  expect((await move(spirit, 'A-100')).status).toBe(422)
  expect((await move(spirit, 'HAZ-2', 3)).status).toBe(200)
})

test('two incompatible hazard classes never share a zone, even after two concurrent saves', async () => {
  await site.db.script(`
    insert into zone (wcode, zone_cd, zone_nm, hazard_cds) values ('W01', 'MIX', 'Mix', 'C1,C4,C6');
    insert into cell (wcode, cell_cd, zone_cd)
      select 'W01', 'MIX-' || n, 'MIX' from generate_series(1, 9) n`)
  const putHazardousItem = async (hazard_cd: string) =>
    putStock(site.db, { item: await newItem({ hazard_cd }), qty: 5, cell: 'A-104' })
  const spirits = [await putHazardousItem('C4'), await putHazardousItem('C4')]
  const oxidisers = [await putHazardousItem('C6'), await putHazardousItem('C6')]
  const responses = await Promise.all(
    [...spirits, ...oxidisers].map((id, index) => move(id, `MIX-${index + 1}`)),
  )
  const isIn = (part: SaveResponse[]) => part.filter(({ status }) => status === 200).length
  expect([isIn(responses.slice(0, 2)), isIn(responses.slice(2))].toSorted((a, b) => a - b)).toEqual(
    [0, 2],
  )
  const [refused] = responses.filter(({ status }) => status !== 200)
  const [, column, text] = (refused && rowErrors(refused)[0]) ?? []
  expect(column).toBe('TO_CELL_CD')
  expect(text).toContain(names.C4.ko)
  expect(text).toContain(names.C6.ko)
})

test('a cell accepts neither more weight nor more pallets than its limits', async () => {
  await site.db.script(`
    update cell set max_kg = 10 where cell_cd = 'A-105';
    update cell set max_plt = 1 where cell_cd = 'A-106'`)
  const heavy = await putStock(site.db, { item: await newItem({ weight_kg: 2.5 }), qty: 9 })
  expect((await move(heavy, 'A-105', 4)).status).toBe(200)
  expect(rowErrors(await move(heavy, 'A-105', 1))[0]?.[2]).toContain('12.5 kg')
  const item = await newItem()
  const moveOnto = (id: number, TO_PALLET_NO: string) =>
    user.save('inventory/move', [
      { BALANCE_ID: String(id), WORK_QTY: 1, TO_CELL_CD: 'A-106', TO_PALLET_NO },
    ])
  const loose = await putStock(site.db, { item, qty: 9 })
  expect((await moveOnto(loose, 'PLT-1')).status).toBe(200)
  expect((await moveOnto(loose, 'PLT-1')).status).toBe(200)
  expect(rowErrors(await moveOnto(loose, 'PLT-2'))[0]?.[2]).toContain('2 PLT')
  // Weight 0 means unmeasured, not weightless.
  const unknown = await move(loose, 'A-105')
  expect(unknown.status).toBe(200)
  expect(Reflect.get(unknown.body.data, 'WARNS')).toBe(true)
})

test('two clerks cannot use the same remaining weight of a cell', async () => {
  await site.db.script(`update cell set max_kg = 5 where cell_cd = 'A-107'`)
  const item = await newItem({ weight_kg: 1 })
  const ids: number[] = []
  for (const lot of ['1', '2', '3']) ids.push(await putStock(site.db, { item, qty: 3, lot }))
  const responses = await Promise.all(ids.map((id) => move(id, 'A-107', 3)))
  expect(responses.filter(({ status }) => status === 200)).toHaveLength(1)
})

describe('master data that existing stock depends on', () => {
  const fixed = [
    ['stock', 'HAZARD_CD', { hazard_cd: 'C4' }, 'HAZ-3', 'C5', 'C1'],
    ['stock', 'STORE_CD', { store_cd: 'FOOD' }, 'FOOD-3', 'MEDICAL', undefined],
    ['stock', 'TEMPERATURE_CD', {}, 'A-108', 'COOL', 'DRY'],
    ['zone', 'HAZARD_CDS', { hazard_cd: 'C4' }, 'HAZ-4', 'C1,C6', 'C4,C1,C6,C2'],
    ['zone', 'STORE_CDS', { store_cd: 'FOOD' }, 'FOOD-4', 'MEDICAL', 'MEDICAL,FOOD'],
    ['cell', 'OWNER_CD', {}, 'A-109', 'GIFT', 'HANBIT'],
    ['zone', 'OWNER_CD', {}, 'A-110', 'GIFT', undefined],
  ] as const

  test.each(fixed)(
    'rejects a change of %s.%s that the stock contradicts',
    async (table, column, columns, cell, bad, good) => {
      const item = await newItem(columns)
      await putStock(site.db, { item, qty: 5, cell })
      const [place] = await user.query('master/cell', { CELL_CD: cell })
      const key: Row =
        table === 'stock'
          ? { OWNER_CD: 'HANBIT', STOCK_CD: item }
          : table === 'cell'
            ? { CELL_CD: cell }
            : { ZONE_CD: place?.['ZONE_CD'] ?? null }
      const refused = rowErrors(await change(table, key, { [column]: bad }))
      expect(refused).toEqual([[1, column, expect.any(String)]])
      const name = column.toLowerCase()
      const where =
        table === 'stock'
          ? `stock_cd = '${item}'`
          : table === 'cell'
            ? `cell_cd = '${cell}'`
            : `zone_cd = '${String(place?.['ZONE_CD'])}'`
      await expect(
        site.db.script(`update ${table} set ${name} = '${bad}' where ${where}`),
      ).rejects.toMatchObject({ constraint: 'storage_facts_fixed' })
      if (good === undefined) return
      const saved = await change(table, key, { [column]: good })
      if (table === 'stock' && column === 'HAZARD_CD') {
        expect(rowErrors(saved), 'class 1 next to class 4').toHaveLength(1)
      } else expect(rowErrors(saved)).toEqual([])
    },
  )

  test('rejects a list with unknown codes, and a pair of hazard classes that share a zone', async () => {
    const bad = await change('zone', { ZONE_CD: 'FOOD' }, { STORE_CDS: 'FOOD,NOTHING' })
    expect(rowErrors(bad)).toEqual([[1, 'STORE_CDS', expect.any(String)]])
    await site.db.script(`
      insert into zone (wcode, zone_cd, zone_nm, hazard_cds) values ('W01', 'TWO', 'Two', 'C2,C4');
      insert into cell (wcode, cell_cd, zone_cd) values ('W01', 'TWO-1', 'TWO')`)
    for (const hazard_cd of ['C2', 'C4'])
      await putStock(site.db, { item: await newItem({ hazard_cd }), qty: 1, cell: 'TWO-1' })
    const savePair = (HAZARD_CD: string, OTHER_CD: string) =>
      user.save('master/save-hazard-pair', [{ BATCH_FLAG: 'I', HAZARD_CD, OTHER_CD }])
    expect(rowErrors(await savePair('C4', 'C2'))).toEqual([[1, 'OTHER_CD', expect.any(String)]])
    await expect(
      site.db.script(`insert into hazard_pair (hazard_cd, other_cd) values ('C4', 'C2')`),
    ).rejects.toMatchObject({ constraint: 'hazard_pair_stored' })
    expect(rowErrors(await savePair('C5', 'C1')), 'known the other way round').toHaveLength(1)
    expect(rowErrors(await savePair('C4', 'C4'))).toHaveLength(1)
    expect(rowErrors(await savePair('C3', 'C4'))).toEqual([])
  })
})

test('receiving proposes only cells that accept the class and the owner', async () => {
  const items = [await newItem({ hazard_cd: 'C4' }), await newItem({ store_cd: 'FOOD' })]
  await site.db.script(`update zone set lock_yn = 'Y' where zone_cd in ('MIX', 'TWO')`)
  await site.db.script(`update cell set lock_yn = 'Y' where zone_cd = 'A'`)
  const RECEIPT_NO = await expectStock(
    user,
    items.map((item) => orderLine(item, 5)),
  )
  const lines = await user.query('inbound/receiving-lines', { RECEIPT_NO })
  expect(lines.map((row) => String(row['CELL_CD']).split('-')[0])).toEqual(['HAZ', 'FOOD'])
  const bulk = await user.save('inbound/receive-bulk', [{ RECEIPT_NO }])
  expect(rowErrors(bulk)).toEqual([])
})
