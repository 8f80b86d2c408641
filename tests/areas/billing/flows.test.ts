import sql from 'sql-template-tag'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { closeDays } from '#areas/inventory/server/ledger-worker.ts'
import { addDays, addMonths, timestampAt } from '#kernel/calendar.ts'
import type { WireRow } from '#kernel/field.ts'
import { testSite, type TestSite, type TestUser } from '#tests/support/app.ts'
import { closeVerified } from '#tests/support/close-verified.ts'
import { addItem, putStock } from '#tests/support/floor.ts'
import { computeFlows, moveToDate, simulateDays, type Flow } from '#tests/support/simulated-days.ts'
import { toUnits } from '#tests/support/summary-model.ts'

const seed = Number(process.env['SEED'] ?? 20_261_123)
const today = timestampAt(Date.now()).slice(0, 8)

let site: TestSite
let user: TestUser
let gifts: TestUser
let flows: Map<string, Flow>

const items = ['DAYS-A', 'DAYS-B', 'DAYS-C']
const worked = [-26, -25, -23, -22, -21, -18, -17, 0].map((days) => addDays(today, days))
const first = addDays(today, -29)
const span = `${first}~${today}`

function listDays(): string[] {
  const days: string[] = []
  for (let day = first; day <= today; day = addDays(day, 1)) days.push(day)
  return days
}

async function adjust(balance: number, qty: number): Promise<void> {
  const row = { BALANCE_ID: String(balance), ADJUST_QTY: qty, REASON: 'count' }
  expect((await user.save('inventory/adjust', [row])).status).toBe(200)
}

/**
 * June of the storage examples: 100 pieces from the start, 40 more on the 10th, 60 fewer on the
 * 20th.
 */
async function liveThroughJune(): Promise<number> {
  await site.db.execute(sql`update stock set cbm = 0.05 where stock_cd = 'JUNE'`)
  const balance = await putStock(site.db, { item: 'JUNE', qty: 100 })
  let last = await moveToDate(site, '20260531', 0)
  await adjust(balance, 40)
  last = await moveToDate(site, '20260610', last)
  await adjust(balance, -60)
  return moveToDate(site, '20260620', last)
}

/** Receives ten pieces of 0.10 m³, remeasures them as 0.12 m³ and ships ten. */
async function liveThroughDrift(after: number): Promise<number> {
  await site.db.execute(sql`update stock set cbm = 0.1 where stock_cd = 'DRIFT'`)
  const balance = await putStock(site.db, { item: 'DRIFT', qty: 10, cell: 'A-150' })
  let last = await moveToDate(site, '20260701', after)
  await site.db.execute(sql`update stock set cbm = 0.12 where stock_cd = 'DRIFT'`)
  last = await moveToDate(site, '20260703', last)
  await adjust(balance, -10)
  return moveToDate(site, '20260704', last)
}

beforeAll(async () => {
  site = await testSite()
  user = await site.login('admin')
  await site.db.script(`insert into role_menu (role_cd, menu_id, actions)
    values ('CUSTOMER', 'CInOutSummary', '{search}'), ('CUSTOMER', 'InOutReportByDay', '{search}')`)
  gifts = await site.login('customer')
  for (const item of ['JUNE', 'DRIFT', ...items]) await addItem(site.db, item, { unit_cd: 'M' })
  const past = await liveThroughDrift(await liveThroughJune())
  await site.db.execute(sql`update stock set cbm = 0.013 where stock_cd = any(${items}::text[])`)
  await putStock(site.db, { item: 'DAYS-A', qty: 7, wcode: 'W02', cell: 'A-170' })
  await addItem(site.db, 'METRES', { owner_cd: 'GIFT', unit_cd: 'M' })
  const other = await putStock(site.db, { item: 'METRES', qty: 9.5, owner: 'GIFT', cell: 'A-171' })
  const start = await moveToDate(site, addDays(today, -27), past)
  await simulateDays(
    site,
    items,
    worked,
    seed,
    async (_day, at) => {
      await adjust(other, at % 2 === 0 ? 2.25 : -1)
      await site.db.execute(sql`update stock set cbm = cbm + 0.001
      where stock_cd = any(${items.slice(at % 3)}::text[])`)
    },
    start,
  )
  flows = await computeFlows(site, 'W01')
}, 120_000)
afterAll(() => closeVerified(site))

const names = ['RECEIPT_QTY', 'SHIPMENT_QTY', 'ADJUST_QTY', 'TRANSFER_QTY'] as const

const none: Flow = { receipt: 0n, shipment: 0n, adjust: 0n, transfer: 0n }
const getFlow = (row: WireRow): Flow => {
  const [receipt = 0n, shipment = 0n, adjusted = 0n, transfer = 0n] = names.map(
    (name) => toUnits(row[name]) ?? 0n,
  )
  return { receipt, shipment, adjust: adjusted, transfer }
}
const netFlow = ({ receipt, shipment, adjust: adjusted, transfer }: Flow) =>
  receipt - shipment + adjusted + transfer
const sumColumn = (rows: readonly WireRow[], name: string) =>
  rows.reduce((sum, row) => sum + (toUnits(row[name]) ?? 0n), 0n)

function expectWhole(rows: readonly WireRow[]): void {
  for (const row of rows) {
    expect(toUnits(row['CLOSE_QTY'])).toBe((toUnits(row['OPEN_QTY']) ?? 0n) + netFlow(getFlow(row)))
  }
}

const getKey = (row: WireRow) => `${row['STOCK_DT']} ${row['OWNER_CD']} ${row['STOCK_CD']}`

/** Expects owner rows to equal the totals of the owner's item rows. */
async function expectOwnersOfItems(STOCK_DT: string): Promise<void> {
  const items = await user.query('inventory/item-flows', { STOCK_DT })
  const owners = await user.query('inventory/owner-flows', { STOCK_DT })
  const getPlace = (row: WireRow) => `${row['STOCK_DT']} ${row['OWNER_CD']}`
  const sums = ['HELD_QTY', 'CBM', 'KG']
  const shown = owners.map((row) => {
    return [
      getPlace(row),
      row['UNIT_CD'],
      row['STOCK_COUNT'],
      ...sums.map((name) => toUnits(row[name])),
    ]
  })
  const wanted = [...Map.groupBy(items, getPlace)].map(([place, own]) => {
    const storedRows = own.filter((row) => (toUnits(row['CLOSE_QTY']) ?? 0n) > 0n)
    const units = [...new Set(own.map((row) => String(row['UNIT_CD'])))].toSorted().join()
    return [place, units, storedRows.length, ...sums.map((name) => sumColumn(own, name))]
  })
  expect(shown.length).toBeGreaterThan(0)
  expect(shown).toEqual(wanted)
}

async function queryGroups(name: string, by: unknown[], days = span): Promise<WireRow[]> {
  const response = await user.call(`/api/wms/${name}`, {
    SEARCH: { STOCK_DT: days },
    GROUP: { BY: by },
  })
  expect([response.status, response.body.message]).toEqual([200, undefined])
  return response.body.data
}

/** Results must be equal with none, some and all past dates closed. */
const closings = [
  ['before any day is closed', 0],
  ['while some days are closed', 15],
  ['after all past days are closed', 99],
] as const

describe.each(closings)('daily ledger, %s', (_, rounds) => {
  beforeAll(async () => {
    for (let round = 0; round < rounds; round += 1) {
      if ((await closeDays(site.db)) === 0) break
    }
  }, 300_000)

  test('reports the opening stock, flows and closing stock of each date', async () => {
    const rows = await user.query('billing/item-ledger-by-day', { STOCK_DT: span })
    expectWhole(rows)
    const remaining = new Map<string, bigint>()
    const found = new Map(rows.map((row) => [getKey(row), row]))
    expect(found.size).toBe(rows.length)
    const everything = [...new Set([...flows.keys()].map((key) => key.slice(9)))]
    for (const [key, flow] of flows) {
      if (key.slice(0, 8) < first)
        remaining.set(key.slice(9), (remaining.get(key.slice(9)) ?? 0n) + netFlow(flow))
    }
    const wanted: string[] = []
    for (const day of listDays()) {
      for (const search of everything) {
        const flow = flows.get(`${day} ${search}`)
        const open = remaining.get(search) ?? 0n
        const close = open + (flow ? netFlow(flow) : 0n)
        remaining.set(search, close)
        if (!flow && close === 0n) continue
        const row = found.get(`${day} ${search}`) ?? {}
        wanted.push(`${day} ${search}`)
        expect([day, search, toUnits(row['OPEN_QTY'] ?? '0')]).toEqual([day, search, open])
        expect([day, search, getFlow(row)]).toEqual([day, search, flow ?? none])
      }
    }
    expect([...found.keys()].toSorted()).toEqual(wanted.toSorted())
  })

  test('closes each date with its midnight stock, with CBM as measured on that date', async () => {
    for (const day of [
      ...worked,
      addDays(today, -24),
      addDays(today, -1),
      '20260615',
      '20260702',
    ]) {
      const closed = await user.query('billing/stock-by-day', { STOCK_DT: day })
      const storedRows = await user.query('inventory/balances', { AS_OF: `${day}235959` })
      const held = storedRows.filter((row) => row['CONDITION_CD'] === 'HELD')
      expect([day, sumColumn(closed, 'CLOSE_QTY')]).toEqual([day, sumColumn(storedRows, 'QTY')])
      expect([day, sumColumn(closed, 'HELD_QTY')]).toEqual([day, sumColumn(held, 'QTY')])
      for (const row of closed) {
        const of = storedRows.filter((candidate) => candidate['STOCK_CD'] === row['STOCK_CD'])
        const owned = of.filter((candidate) => candidate['OWNER_CD'] === row['OWNER_CD'])
        expect(toUnits(row['CLOSE_QTY'])).toBe(sumColumn(owned, 'QTY'))
        const [measure] = await site.db.query<{ cbm: number }>(sql`
          select cbm from measure_on(${row['OWNER_CD']}, ${row['STOCK_CD']}, ${day}::date)`)
        const wanted = (toUnits(row['CLOSE_QTY']) ?? 0n) * (toUnits(measure?.cbm ?? 0) ?? 0n)
        expect(toUnits(row['CBM'])).toBe(((wanted + 500_000_000_000n) / 1_000_000_000_000n) * 1000n)
      }
    }
  })

  test('daily rows add up to their month, and owner rows to the total', async () => {
    const days = await user.query('billing/item-ledger-by-day', { STOCK_DT: span })
    const months = await user.query('billing/item-ledger-by-month', { STOCK_DT: span })
    expectWhole(months)
    for (const month of months) {
      const text = String(month['STOCK_DT_MONTH']).replace('-', '')
      const own = days.filter(
        (row) =>
          getKey(row).slice(9) === getKey(month).slice(getKey(month).indexOf(' ') + 1) &&
          String(row['STOCK_DT']).startsWith(text),
      )
      for (const name of [...names, 'RECEIPT_LINES', 'SHIPMENT_LINES']) {
        expect([text, name, sumColumn(own, name)]).toEqual([text, name, toUnits(month[name])])
      }
    }
    const owners = await user.query('billing/in-out-by-day', { STOCK_DT: span })
    expectWhole(owners)
    const whole = await queryGroups('billing/in-out-by-day', ['STOCK_DT'])
    for (const row of whole) {
      const own = owners.filter((owner) => owner['STOCK_DT'] === row['STOCK_DT'])
      const sameDay = days.filter((day) => day['STOCK_DT'] === row['STOCK_DT'])
      for (const name of [...names, 'OPEN_QTY', 'CLOSE_QTY', 'RECEIPT_LINES']) {
        expect([row['STOCK_DT'], name, toUnits(row[name])]).toEqual([
          row['STOCK_DT'],
          name,
          sumColumn(own, name),
        ])
        expect(sumColumn(sameDay, name)).toBe(sumColumn(own, name))
      }
    }
    const byMonth = await user.query('billing/in-out-by-month', { STOCK_DT: span })
    expectWhole(byMonth)
    for (const name of [...names, 'RECEIPTS', 'SHIPMENTS']) {
      expect(sumColumn(byMonth, name)).toBe(sumColumn(owners, name))
    }
  })

  test('totals the item count, units and CBM of each owner', async () => {
    await expectOwnersOfItems(span)
  })

  test('an owner search returns that owner’s rows of the full result', async () => {
    for (const name of ['billing/in-out-by-day', 'billing/item-ledger-by-day']) {
      const all = await user.query(name, { STOCK_DT: span })
      for (const [OWNER_CD, owner] of [
        ['HANBIT', 'HANBIT'],
        ['GI%', 'GIFT'],
      ] as const) {
        const own = all.filter((row) => row['OWNER_CD'] === owner)
        expect(own.some((row) => row['STOCK_DT'] === today)).toBe(true)
        expect(await user.query(name, { STOCK_DT: span, OWNER_CD })).toEqual(own)
      }
    }
  })

  test('adds up in any grouping, from the first date’s opening to the last date’s closing', async () => {
    for (const by of [[], ['OWNER_CD'], [{ COLUMN: 'STOCK_DT', PERIOD: 'week' }, 'STOCK_CD']]) {
      expectWhole(await queryGroups('billing/item-ledger-by-day', by))
    }
    const [all] = await queryGroups('billing/item-ledger-by-day', [], `${worked[1]}~${worked[4]}`)
    const onDay = (day: string) => queryGroups('billing/item-ledger-by-day', [], day)
    const [[before], [after]] = await Promise.all([onDay(worked[1] ?? ''), onDay(worked[4] ?? '')])
    expect([all?.['OPEN_QTY'], all?.['CLOSE_QTY']]).toEqual([
      before?.['OPEN_QTY'],
      after?.['CLOSE_QTY'],
    ])
  })

  test('matches the side-by-side reports, day by day and month by month', async () => {
    const search = { STOCK_DT: `${addDays(today, -27)}~${today}` }
    const days = await user.query('billing/item-ledger-by-day', search)
    for (const [figure, name] of [
      ['RECEIPT', 'RECEIPT_QTY'],
      ['SHIPMENT', 'SHIPMENT_QTY'],
      ['CLOSE', 'CLOSE_QTY'],
    ] as const) {
      const rows = await user.query('billing/figure-by-day', { ...search, FIGURE_CD: figure })
      for (const row of rows) {
        const own = days.filter(
          (day) => day['OWNER_CD'] === row['OWNER_CD'] && day['STOCK_CD'] === row['STOCK_CD'],
        )
        for (let day = 1; day <= 31; day += 1) {
          const on = own.filter((other) => Number(String(other['STOCK_DT']).slice(6)) === day)
          expect(toUnits(row[`FIGURE_QTY__${day}`])).toBe(sumColumn(on, name))
        }
        const last = own.filter((candidate) => candidate['STOCK_DT'] === today)
        const total = figure === 'CLOSE' ? sumColumn(last, name) : sumColumn(own, name)
        expect(toUnits(row['TOTAL_QTY'])).toBe(total)
      }
    }
    const year = { STOCK_DT: `${addMonths(`${today.slice(0, 6)}01`, -5)}~${today}` }
    const months = await user.query('billing/item-ledger-by-month', year)
    const closing = await user.query('billing/figure-by-month', { ...year, FIGURE_CD: 'CLOSE' })
    for (const month of months) {
      const row = closing.find(
        (one) => one['OWNER_CD'] === month['OWNER_CD'] && one['STOCK_CD'] === month['STOCK_CD'],
      )
      const at = Number(String(month['STOCK_DT_MONTH']).slice(5))
      expect([at, row?.[`FIGURE_QTY__${at}`]]).toEqual([at, month['CLOSE_QTY']])
    }
  })

  test('June volume is 3,180 piece-days and 159 m³-days, 5.3 on average, 7 at peak', async () => {
    const june = { STOCK_DT: '20260601~20260630', STOCK_CD: 'JUNE' }
    const days = await user.query('billing/room-by-day', june)
    expect(sumColumn(days, 'CLOSE_QTY')).toBe(3_180_000_000_000n)
    expect(await user.query('billing/room-by-month', june)).toMatchObject([
      { CBM_DAYS: 159, DAY_COUNT: 30, CBM_AVERAGE: 5.3, CBM_PEAK: 7, CBM: 4, CLOSE_QTY: 80 },
    ])
    expect(await user.query('billing/item-ledger-by-month', june)).toMatchObject([
      { OPEN_QTY: 100, ADJUST_QTY: -20, CLOSE_QTY: 80 },
    ])
  })

  test('an emptied balance occupies no volume, even if its item was remeasured', async () => {
    const drift = { STOCK_DT: '20260630~20260705', STOCK_CD: 'DRIFT' }
    const rows = await user.query('billing/room-by-day', drift)
    expect(rows.map((row) => [row['STOCK_DT'], row['CLOSE_QTY'], row['CBM']])).toEqual([
      ['20260701', 10, 1],
      ['20260702', 10, 1],
      ['20260703', 10, 1.2],
      ['20260704', 0, 0],
    ])
  })

  test('shows customers only their own rows, one warehouse at a time', async () => {
    const own = await gifts.query('billing/in-out-by-day', { STOCK_DT: span })
    expect(new Set(own.map((row) => row['OWNER_CD']))).toEqual(new Set(['GIFT']))
    const foreign = await gifts.query('billing/in-out-by-day', {
      STOCK_DT: span,
      OWNER_CD: 'HANBIT',
    })
    expect(foreign).toEqual([])
    const [here] = await user.query('billing/stock-by-day', {
      STOCK_DT: worked[0] ?? '',
      STOCK_CD: 'DAYS-A',
    })
    expect(toUnits(here?.['CLOSE_QTY'] ?? '0')).toBe(
      netFlow(flows.get(`${worked[0]} HANBIT DAYS-A`) ?? none),
    )
  })
})

describe('side-by-side date columns', () => {
  test.each([
    ['billing/figure-by-day', '20260115~20260214', 200],
    ['billing/figure-by-day', '20260115~20260215', 422],
    ['billing/figure-by-day', '>=20260101', 422],
    ['billing/figure-by-month', '20260115~20261231', 200],
    ['billing/figure-by-month', '20251230~20261201', 422],
  ])('%s over %s returns %i: two periods never share a column', async (name, STOCK_DT, status) => {
    const response = await user.call(`/api/wms/${name}`, { SEARCH: { STOCK_DT } })
    expect(response.status).toBe(status)
  })
})

describe('an open day', () => {
  test('includes the units and CBM of resting stock as well as of moved stock', async () => {
    const measureUnits = async (unit: string, item: string) => {
      await site.db.script(`alter table stock disable trigger stock_fixed;
        update stock set unit_cd = '${unit}' where stock_cd = '${item}'`)
      await expectOwnersOfItems(today)
      const search = { STOCK_DT: today, OWNER_CD: 'HANBIT' }
      return (await user.query('inventory/owner-flows', search))[0]?.['UNIT_CD']
    }
    expect(await measureUnits('BOX', 'JUNE')).toBe('BOX,M')
    expect(await measureUnits('M', 'JUNE')).toBe('M')
    // DRIFT has no stock left, so its unit does not appear.
    expect(await measureUnits('PLT', 'DRIFT')).toBe('M')
    await site.db.execute(sql`update stock set cbm = 7 where stock_cd = 'JUNE'`)
    await expectOwnersOfItems(today)
    const search = { STOCK_DT: today, STOCK_CD: 'JUNE' }
    expect(await user.query('billing/stock-by-day', search)).toMatchObject([{ CBM: 560 }])
  })
})

describe('a closed day', () => {
  test('a closed day cannot be changed or deleted', async () => {
    for (const table of ['flow_day', 'flow_owner_day']) {
      for (const statement of [
        `update ${table} set qty = 0`,
        `delete from ${table}`,
        `truncate ${table}`,
      ]) {
        await expect(site.db.script(statement)).rejects.toMatchObject({ code: 'WM001' })
      }
    }
  })
})
