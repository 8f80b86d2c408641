import { afterAll, beforeAll, expect, test } from 'vitest'
import { paperHandlers } from '#areas/bonded/server/papers.ts'
import { registerPaper } from '#areas/bonded/server/register-paper.ts'
import { arrivalLines, arrivals } from '#areas/bonded/operations/cargo.ts'
import { bondedStock } from '#areas/bonded/operations/keeping.ts'
import { stock } from '#areas/master/tables/stock.ts'
import { addDays, addMonths, timestampAt } from '#kernel/calendar.ts'
import { formatDate } from '#kernel/date-format.ts'
import type { Value } from '#kernel/field.ts'
import { testSite, type TestSite, type TestUser } from '#tests/support/app.ts'
import { closeVerified } from '#tests/support/close-verified.ts'
import {
  addSheds,
  arrive,
  clearCargo,
  expectCargo,
  ok,
  open,
  release,
  saveRow,
} from '#tests/support/customs-floor.ts'
import { addItem } from '#tests/support/floor.ts'
import { customsDay } from '#tests/support/storage-period.ts'

type Row = Record<string, Value>

const today = timestampAt(Date.now()).slice(0, 8)
const daysAgo = (days: number) => addDays(today, -days)

let site: TestSite
let clerk: TestUser
let second: TestUser
let item: string

beforeAll(async () => {
  site = await testSite()
  clerk = await site.login('admin')
  second = await site.login('second')
  await addSheds(clerk)
  item = await addItem(site.db, 'FILED1')
})
afterAll(() => closeVerified(site))

async function correct(bondNo: string, change: Row) {
  const asked = { BATCH_FLAG: 'I', BOND_NO: bondNo, REASON: 'typing error', ...change }
  await saveRow(clerk, 'save-corrections', [asked])
  const [waiting] = await clerk.query('bonded/corrections', { BOND_NO: bondNo, STATE_CD: '10' })
  const CORRECTION_NO = waiting?.['CORRECTION_NO'] ?? null
  await saveRow(second, 'approve-correction', [{ CORRECTION_NO, APPROVAL_NO: 'C-1' }])
}

const getValidArrivals = (bondNo: string) =>
  clerk.query('bonded/in-lines', { BOND_NO: bondNo, STANDING_CD: 'STANDS,CORRECTION' })

const printCall = (lines: readonly Value[]) =>
  ({
    db: site.db,
    scope: { wcode: 'W01', owners: null },
    userId: 'admin',
    language: 'ko',
    today,
    rows: lines.map((LINE_ID) => ({ LINE_ID })),
  }) as const

/** Storage deadlines on the arrival register, from the first line of a cargo on. */
async function printEnds(bondNo: string): Promise<(string | null)[]> {
  const lines = await clerk.query('bonded/in-lines', { BOND_NO: bondNo })
  const ids = lines.map((line) => line['LINE_ID'] ?? null)
  const made = await registerPaper[0]?.compose(printCall(ids))
  const pages = made && 'pages' in made ? made.pages : []
  const numbers = lines.map((line) => String(line['REGISTER_NO']))
  return pages.flatMap(({ columns, rows }) => {
    const index = columns.findIndex(({ title }) => title === bondedStock.output.END_DT.label.ko)
    return rows.filter((row) => numbers.includes(row[0] ?? '')).map((row) => row[index] ?? '')
  })
}

const endAfter = (day: string, months: number) => formatDate(customsDay(addMonths(day, months)))

test('a page of the arrival register does not change after an extension or a later part', async () => {
  const bondNo = await expectCargo(clerk, item)
  const DONE_AT = `${daysAgo(9)}090000`
  await arrive(clerk, bondNo, { NOW_PKG_QTY: 40, NOW_KG: 532.8, PART_YN: 'Y', DONE_AT })
  expect(await printEnds(bondNo)).toEqual([''])
  await arrive(clerk, bondNo, { NOW_PKG_QTY: 48, NOW_KG: 639.4, DONE_AT: `${daysAgo(5)}090000` })
  const end = endAfter(daysAgo(5), 6)
  expect(await printEnds(bondNo)).toEqual(['', end])
  await saveRow(clerk, 'extend', [{ BOND_NO: bondNo, MONTHS: 2, BASIS_NO: 'E-1' }])
  expect(await printEnds(bondNo)).toEqual(['', end])
  const [last] = await clerk.query('bonded/in-lines', { BOND_NO: bondNo })
  await correct(bondNo, { LINE_ID: last?.['LINE_ID'] ?? null, NEW_VEHICLE_NO: '12A3456' })
  expect(await printEnds(bondNo)).toEqual(['', end, endAfter(daysAgo(5), 8)])
})

test('a page of cargo completed by a correction of its packages shows the deadline from then on', async () => {
  const bondNo = await expectCargo(clerk, item)
  const DONE_AT = `${daysAgo(9)}090000`
  await arrive(clerk, bondNo, { NOW_PKG_QTY: 40, NOW_KG: 532.8, PART_YN: 'Y', DONE_AT })
  await correct(bondNo, { NEW_PKG_QTY: 40, NEW_KG: 532.8 })
  const [line] = await clerk.query('bonded/in-lines', { BOND_NO: bondNo })
  await correct(bondNo, { LINE_ID: line?.['LINE_ID'] ?? null, NEW_VEHICLE_NO: '12A3456' })
  expect(await printEnds(bondNo)).toEqual(['', endAfter(daysAgo(9), 6)])
})

test('a corrected arrival prints the items unpacked from the report it corrects', async () => {
  const bondNo = await expectCargo(clerk, item)
  await arrive(clerk, bondNo)
  await open(clerk, bondNo, 40, 400)
  for (const NEW_VEHICLE_NO of ['12A3456', '12A3457']) {
    const [line] = await getValidArrivals(bondNo)
    await correct(bondNo, { LINE_ID: line?.['LINE_ID'] ?? null, NEW_VEHICLE_NO })
  }
  await open(clerk, bondNo, 48, 480)
  const [line] = await getValidArrivals(bondNo)
  expect(line).toMatchObject({ STANDING_CD: 'CORRECTION', UNPACK_QTY: 880 })
  const made = await paperHandlers[0]?.compose(printCall([line?.['LINE_ID'] ?? null]))
  const [page] = made && 'pages' in made ? made.pages : []
  const columns = page?.columns.map(({ title }) => title) ?? []
  const getColumnTexts = (title: string) => page?.rows.map((row) => row[columns.indexOf(title)])
  expect(getColumnTexts(stock.fields.STOCK_CD.label.ko)).toEqual([item])
  expect(page?.totals?.slice(-2)).toEqual(['88', '880'])
})

test('filed arrivals name the person as the entry of the arrival does', async () => {
  const bondNo = await expectCargo(clerk, item)
  const name = arrivals.output.PERSON_NM
  await arrive(clerk, bondNo, { PERSON_NM: 'Kim' })
  const [line] = await getValidArrivals(bondNo)
  expect(line).toMatchObject({ PERSON_NM: 'Kim' })
  expect(arrivalLines.output.PERSON_NM.label).toEqual(name.label)
})

test('stock as of a past time shows the clearance date before its correction', async () => {
  const bondNo = await expectCargo(clerk, item)
  await arrive(clerk, bondNo, { DONE_AT: `${daysAgo(20)}090000` })
  await open(clerk, bondNo)
  const basisId = await clearCargo(clerk, bondNo, item, 88, { ACCEPT_DT: daysAgo(1) })
  ok(await release(clerk, basisId, item, { NOW_PKG_QTY: 30, LEAVE_CD: 'STAY' }))
  for (const NEW_ACCEPT_DT of [daysAgo(8), daysAgo(4)]) {
    const [line] = await clerk.query('bonded/out-lines', {
      BOND_NO: bondNo,
      STANDING_CD: 'STANDS,CORRECTION',
    })
    await correct(bondNo, { LINE_ID: line?.['LINE_ID'] ?? null, NEW_ACCEPT_DT })
  }
  // Simulates that the corrections were approved one and two hours later.
  await site.db.script(`alter table bonded_correction disable trigger user;
    update bonded_correction set decided_at = decided_at
      + interval '1 hour' * case new_accept_dt when date '${daysAgo(8)}' then 1 else 2 end
      where bond_no = '${bondNo}';
    alter table bonded_correction enable trigger user`)
  const getRemovalAfter = async (minutes: number) => {
    const AS_OF = timestampAt(Date.now() + minutes * 60_000)
    return (await clerk.query('bonded/stock', { BOND_NO: bondNo, AS_OF }))[0]?.['REMOVE_DT']
  }
  const removalDeadline = (day: string) => customsDay(addDays(day, 15))
  expect(await getRemovalAfter(1)).toBe(removalDeadline(daysAgo(1)))
  expect(await getRemovalAfter(90)).toBe(removalDeadline(daysAgo(8)))
  expect(await getRemovalAfter(150)).toBe(removalDeadline(daysAgo(4)))
})
