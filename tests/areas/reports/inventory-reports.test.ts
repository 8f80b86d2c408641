import fc from 'fast-check'
import sql from 'sql-template-tag'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Value, WireRow } from '#kernel/field.ts'
import { stockBalances } from '#areas/inventory/operations/stock.ts'
import { isSummary, type Summary } from '#kernel/summary.ts'
import { paneScreens } from '#tests/support/all-screens.ts'
import { testSite, type TestSite, type TestUser } from '#tests/support/app.ts'
import { addItem, addOrder, putStock, runStep } from '#tests/support/floor.ts'
import { expectGroups } from '#tests/support/expect-groups.ts'
import { toUnits } from '#tests/support/summary-model.ts'

const seed = Number(process.env['SEED'] ?? 20_261_123)
const declared: readonly Summary[] = [
  ...new Set(
    Object.values(paneScreens).flatMap((screen) => {
      const source = screen?.sources.grid?.source
      const isOne = source && isSummary(source) && source.source === stockBalances
      // Excludes charts, which can only be grouped as declared.
      return isOne && source.offers.length > 0 ? [source] : []
    }),
  ),
]

let site: TestSite
let admin: TestUser
let customer: TestUser

const goods = fc.record({
  item: fc.constantFrom('PLAIN', 'PLAIN', 'OTHER', 'HEAVY', 'LOOSE'),
  qty: fc.integer({ min: 1, max: 99_999 }).map((number) => number / 1000),
  owner: fc.constantFrom('HANBIT', 'GIFT'),
  cell: fc.constantFrom('A-001', 'A-002', 'B-001', 'B-002'),
  lot: fc.constantFrom('L1', 'L2', ''),
  condition: fc.constantFrom('NORMAL', 'NORMAL', 'HELD', 'DAMAGED'),
  valid: fc.constantFrom('20270101', '20270131', null),
  pallet: fc.constantFrom('P-1', ''),
  day: fc.integer({ min: 1, max: 20 }),
})

beforeAll(async () => {
  site = await testSite()
  admin = await site.login('admin')
  await site.db.script(`
    insert into zone (wcode, zone_cd, zone_nm) values ('W01', 'B', 'B');
    insert into cell (wcode, cell_cd, zone_cd, pick_seq)
      values ('W01', 'B-001', 'B', 1), ('W01', 'B-002', 'B', 2);
    insert into cell_hold (wcode, cell_cd, from_dt, reason)
      values ('W01', 'B-002', '2020-01-01', 'leaks');
    insert into role_menu (role_cd, menu_id, actions) values
      ('CUSTOMER', 'InventoryByZone', '{search,export}'), ('CUSTOMER', 'InventoryAsOf', '{search}')`)
  await addItem(site.db, 'HEAVY')
  await addItem(site.db, 'LOOSE')
  await site.db.script(`
    insert into stock (owner_cd, stock_cd, stock_nm, valid_yn, lot_yn, goods_yn, cbm)
      select 'GIFT', stock_cd, stock_nm, 'N', 'N', 'Y', 0.5 from stock
      where owner_cd = 'HANBIT' and stock_cd in ('OTHER', 'HEAVY', 'LOOSE');
    update stock set weight_kg = 12.345 where stock_cd = 'HEAVY';
    update stock set unit_cd = case stock_cd when 'LOOSE' then 'KG' else 'M' end`)
  await site.db.script('alter table stock_movement disable trigger stock_movement_append_only')
  const lots = fc.uniqueArray(goods, {
    minLength: 40,
    maxLength: 40,
    selector: (lot) => `${lot.owner} ${lot.item} ${lot.cell} ${lot.lot} ${lot.condition}`,
  })
  for (const { day, ...one } of fc.sample(lots, { numRuns: 1, seed }).flat()) {
    const balance = await putStock(site.db, one)
    await site.db.execute(sql`
      update stock_movement set posted_at = make_timestamptz(2026, 10, ${day}, 9, 0, 0, 'Asia/Seoul')
      where to_balance_id = ${balance}`)
  }
  await site.db.script('alter table stock_movement enable trigger stock_movement_append_only')
  const number = await addOrder(admin, [{ STOCK_CD: 'PLAIN', ORDER_QTY: 1 }])
  await runStep(admin, 'allocate', number)
  customer = await site.login('customer')
})
afterAll(() => site.close())

async function queryGroups(user: TestUser, name: string, body: object): Promise<WireRow[]> {
  const response = await user.call(`/api/wms/${name}`, body)
  expect([response.status, response.body.message]).toEqual([200, undefined])
  return response.body.data
}

const moments = [null, '20261001', '20261005235959', '20261010120000', '20261030']
const answers = new Map<string, Promise<WireRow[]>>()

/**
 * Result of a query for the administrator. Cached, because the stock does not change during the
 * tests.
 */
function getRows(name: string, search: Record<string, Value> = {}): Promise<WireRow[]> {
  const key = JSON.stringify([name, search])
  const request = answers.get(key) ?? admin.query(name, search)
  answers.set(key, request)
  return request
}

const searches = [{}, { ZONE_CD: 'B' }, { STOCK_CD: 'PLAIN' }, { CONDITION_CD: 'HELD' }] as const
const requests = searches.flatMap((search) =>
  moments.map((AS_OF): Record<string, Value> => (AS_OF === null ? search : { ...search, AS_OF })),
)

describe.each(declared.map((report) => [report.name, report] as const))('%s', (name, report) => {
  test('matches totals computed from the stock, now and at past times', async () => {
    for (const search of requests) {
      const rows = await getRows('inventory/balances', search)
      expectGroups(report, await getRows(name, search), rows)
    }
  })

  test('sums to the same CBM as the stock by lot', async () => {
    for (const search of requests) {
      const lots = await getRows('inventory/by-lot', search)
      const sumVolume = (rows: readonly WireRow[]) =>
        rows.reduce((sum, row) => sum + (toUnits(row['CBM']) ?? 0n), 0n)
      expect(sumVolume(await getRows(name, search))).toBe(sumVolume(lots))
    }
  })

  test('computes its measures correctly for any grouping it offers', async () => {
    const columns = fc.uniqueArray(fc.constantFrom(...report.offers), { maxLength: 3 })
    const groupings = fc.tuple(columns, fc.constantFrom(...requests))
    for (const [by, search] of fc.sample(groupings, { numRuns: 8, seed })) {
      const rows = await getRows('inventory/balances', search)
      const answers = await queryGroups(admin, name, { SEARCH: search, GROUP: { BY: by } })
      const summary = { ...report, keys: by.map((column) => ({ column })) }
      expectGroups(summary, answers, rows)
    }
  })
})

describe('stock reports', () => {
  test('stock reports list the units of a mixed group instead of adding its quantities', async () => {
    const rows = await admin.query('reports/inventory-by-zone')
    expect(rows.map((row) => [row['ZONE_CD'], row['UNIT_CD'], row['QTY']])).toEqual([
      ['A', 'KG,M', null],
      ['B', 'KG,M', null],
    ])
    for (const row of rows) expect(Number(row['CBM'])).toBeGreaterThan(0)
    const pieces = await admin.query('reports/inventory-by-zone', { STOCK_CD: 'PLAIN' })
    expect(pieces.map((row) => row['UNIT_CD'])).toEqual(['M', 'M'])
    for (const row of pieces) expect(Number(row['QTY'])).toBeGreaterThan(0)
  })

  test('stock reports show a weight only for items with a recorded weight', async () => {
    const rows = await admin.query('reports/inventory-by-stock')
    for (const row of rows) {
      const { STOCK_CD, QTY = null, KG } = row
      const weight = (toUnits(QTY) ?? 0n) * 12_345n
      const shown = STOCK_CD === 'HEAVY' ? (toUnits(KG) ?? 0n) * 1000n : KG
      // Each balance is rounded to grams separately.
      if (typeof shown === 'bigint') expect(Number(shown - weight) / 1e12).toBeCloseTo(0, 1)
      else expect(shown).toBeNull()
    }
  })

  test('stock reports compare a past date with now and show the difference', async () => {
    const AS_OF = '20261010'
    const compare = { COMPARE: { SEARCH: { AS_OF } } }
    const body = { GROUP: { BY: ['OWNER_CD', 'STOCK_CD'], ...compare } }
    const rows = await queryGroups(admin, 'reports/inventory-by-stock', body)
    const then = await admin.query('reports/inventory-by-stock', { AS_OF })
    expect(rows.length).toBeGreaterThan(then.length - 1)
    for (const row of rows) {
      const [was] = then.filter((candidate) => {
        return (
          candidate['OWNER_CD'] === row['OWNER_CD'] && candidate['STOCK_CD'] === row['STOCK_CD']
        )
      })
      const [now, before] = [toUnits(row['QTY']) ?? 0n, toUnits(was?.['QTY'] ?? 0) ?? 0n]
      expect([toUnits(row['QTY_WAS']), toUnits(row['QTY_DIFF'])]).toEqual([before, now - before])
    }
    expect(rows.some((row) => Number(row['QTY_DIFF']) > 0)).toBe(true)
  })

  test('stock reports show a customer the stock of its owner only', async () => {
    const own = await admin.query('inventory/balances', { OWNER_CD: 'GIFT' })
    const byZone = declared.find(({ name }) => name === 'reports/inventory-by-zone')
    if (!byZone) throw new Error('there is no report by zone')
    expectGroups(byZone, await customer.query(byZone.name), own)
    const owners = await queryGroups(customer, 'reports/inventory-by-zone', {
      GROUP: { BY: ['OWNER_CD'] },
    })
    expect(owners.map((row) => row['OWNER_CD'])).toEqual(['GIFT'])
    const search = { SEARCH: { OWNER_CD: 'HANBIT' }, GROUP: { BY: [] } }
    const [none] = await queryGroups(customer, 'reports/inventory-by-zone', search)
    expect(none).toMatchObject({ QTY: null, CBM: null, LOT_COUNT: 0 })
    const compare = { BY: ['OWNER_CD'], COMPARE: { SEARCH: { OWNER_CD: 'HANBIT' } } }
    const compared = await queryGroups(customer, 'reports/inventory-by-zone', { GROUP: compare })
    expect(compared.map((row) => [row['OWNER_CD'], row['CBM_WAS']])).toEqual([['GIFT', 0]])
  })

  test('stock reports require a separate grant, grouped or not', async () => {
    for (const GROUP of [undefined, { BY: [] }]) {
      const path = '/api/wms/reports/inventory-by-owner'
      const response = await customer.call(path, GROUP ? { GROUP } : {})
      expect([response.status, response.headers['x-error-code']]).toEqual([403, 'FORBIDDEN'])
    }
  })

  test('stock reports export the rows as shown, with the requested grouping', async () => {
    const COLUMNS = ['ZONE_CD', 'LOT_COUNT'].map((name) => ({ name, title: name, kind: 'text' }))
    const file = { QUERY: 'reports/inventory-by-zone', FILE_NM: 'zones', COLUMNS }
    const whole = await customer.call('/api/file/exportQuery', file)
    const rows = await customer.query('reports/inventory-by-zone')
    const lines = rows.map((row) => `${row['ZONE_CD']},${row['LOT_COUNT']}`)
    expect(whole.bytes.toString().trim().split(/\r?\n/).slice(1)).toEqual(lines)
    const GROUP = { BY: [{ COLUMN: 'VALID_DT', PERIOD: 'quarter' }], ZEROS: 'N' }
    const columns = [{ name: 'VALID_DT_QUARTER', title: 'Q', kind: 'text' }]
    const body = { ...file, COLUMNS: columns, GROUP }
    const quarters = await customer.call('/api/file/exportQuery', body)
    expect(quarters.bytes.toString()).toContain('2027-Q1')
  })

  test('stock reports reject columns they cannot be grouped by', async () => {
    for (const GROUP of [{ BY: ['BALANCE_ID'] }, { BY: ['QTY'] }, { BY: ["'; drop table"] }]) {
      const response = await admin.call('/api/wms/reports/inventory-by-zone', { GROUP })
      expect([response.status, response.headers['x-error-code']]).toEqual([422, 'GROUP_INVALID'])
    }
  })
})

describe('a window of report groups', () => {
  const windows = fc.record({ FIRST: fc.nat({ max: 12 }), ROWS: fc.integer({ min: 1, max: 4 }) })

  async function expectWindows(): Promise<void> {
    for (const { name, offers } of declared) {
      const columns = fc.uniqueArray(fc.constantFrom(...offers), { minLength: 1, maxLength: 3 })
      const own = fc.record({ by: fc.option(columns, { nil: undefined }), window: windows })
      for (const { by, window: WINDOW } of fc.sample(own, { numRuns: 6, seed })) {
        const body = by ? { GROUP: { BY: ['OWNER_CD', 'STOCK_CD', ...by].filter(isFirst) } } : {}
        const whole = await queryGroups(admin, name, body)
        const part = await queryGroups(admin, name, { ...body, WINDOW })
        const { FIRST, ROWS } = WINDOW
        expect([name, body, WINDOW, part]).toEqual([
          name,
          body,
          WINDOW,
          whole.slice(FIRST, FIRST + ROWS),
        ])
      }
    }
  }
  const isFirst = (name: string, at: number, all: readonly string[]) => all.indexOf(name) === at

  test('equals the same slice of the full report at any position', () => expectWindows())

  test('equals that slice even after a group of very many rows', async () => {
    await site.db.script(`
      insert into stock (owner_cd, stock_cd, stock_nm, valid_yn, lot_yn, goods_yn)
        values ('GIFT', 'A', 'A', 'N', 'N', 'Y');
      insert into lot (owner_cd, stock_cd, received_dt) values ('GIFT', 'A', '2026-11-01');
      insert into stock_balance (wcode, owner_cd, stock_cd, lot_id, cell_cd, pallet_no)
        select 'W01', owner_cd, stock_cd, lot_id, 'A-001', 'MANY-' || n
        from lot, generate_series(1, 400) n where stock_cd = 'A';
      insert into idempotency (user_id, idempotency_key, body_hash, answer)
        values ('admin', 'many-pallets-of-one', 'test', '{}');
      insert into stock_movement (business_dt, wcode, owner_cd, stock_cd, movement_cd, doc_no,
          doc_line, from_place_cd, to_place_cd, to_balance_id, qty, idempotency_key, user_id)
        select '2026-11-01', wcode, owner_cd, stock_cd, 'ADJUST', 'MANY', 1, 'ADJUSTMENT', 'CELL',
          balance_id, 1, 'many-pallets-of-one', 'admin'
        from stock_balance where stock_cd = 'A';
      analyze stock_balance, lot, stock`)
    await expectWindows()
  })
})
