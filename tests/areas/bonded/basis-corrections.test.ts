import { afterAll, beforeAll, expect, test } from 'vitest'
import { arrivalWithoutDate, correctByReleaseLine } from '#areas/bonded/server/basis-corrections.ts'
import { cargoNumberError } from '#areas/freight/rules/licence-number.ts'
import { registerPaper } from '#areas/bonded/server/register-paper.ts'
import { bondedBasis } from '#areas/bonded/tables/register.ts'
import { addDays, timestampAt } from '#kernel/calendar.ts'
import { formatDate } from '#kernel/date-format.ts'
import type { Value } from '#kernel/field.ts'
import { testSite, type TestSite, type TestUser } from '#tests/support/app.ts'
import { closeVerified } from '#tests/support/close-verified.ts'
import {
  addSheds,
  arrive,
  clearCargo,
  declarationNumber,
  expectCargo,
  ok,
  open,
  release,
  saveRow,
} from '#tests/support/customs-floor.ts'
import { addItem, rowErrors } from '#tests/support/floor.ts'

type Row = Record<string, Value>

const today = timestampAt(Date.now()).slice(0, 8)
const wrongDay = today
const rightDay = addDays(today, -3)

let site: TestSite
let clerk: TestUser
let second: TestUser
let item: string

beforeAll(async () => {
  site = await testSite()
  clerk = await site.login('admin')
  second = await site.login('second')
  await addSheds(clerk)
  item = await addItem(site.db, 'BASIS1')
})
afterAll(() => closeVerified(site))

/** A cargo of which two parts left under a declaration, and 28 packages are still here. */
async function releaseTwice() {
  const bondNo = await expectCargo(clerk, item)
  await arrive(clerk, bondNo, { DONE_AT: `${addDays(today, -9)}090000` })
  await open(clerk, bondNo)
  const number = declarationNumber()
  const basisId = await clearCargo(clerk, bondNo, item, 88, {
    BASIS_NO: number,
    ACCEPT_DT: wrongDay,
  })
  ok(await release(clerk, basisId, item, { NOW_PKG_QTY: 30, LEAVE_CD: 'STAY' }))
  ok(await release(clerk, basisId, item, { NOW_PKG_QTY: 30, LEAVE_CD: 'STAY' }))
  return { bondNo, number, basisId }
}

const getValidLines = (bondNo: string) =>
  clerk.query('bonded/out-lines', { BOND_NO: bondNo, STANDING_CD: 'STANDS,CORRECTION' })

const requestCorrection = (row: Row) =>
  clerk.save('bonded/save-corrections', [{ BATCH_FLAG: 'I', REASON: 'typing error', ...row }])

async function approve(bondNo: string) {
  const [correction] = await clerk.query('bonded/corrections', { BOND_NO: bondNo, STATE_CD: '10' })
  const CORRECTION_NO = correction?.['CORRECTION_NO'] ?? null
  return second.save('bonded/approve-correction', [{ CORRECTION_NO, APPROVAL_NO: 'C-1' }])
}

async function printDays(line: Value): Promise<(string | null)[]> {
  const register = registerPaper[1]
  const request = {
    db: site.db,
    scope: { wcode: 'W01', owners: null },
    userId: 'admin',
    language: 'ko',
    today,
    rows: [{ LINE_ID: line }],
  } as const
  const made = await register?.compose(request)
  const [page] = made && 'pages' in made ? made.pages : []
  const at =
    page?.columns.findIndex(({ title }) => title === bondedBasis.fields.ACCEPT_DT.label.ko) ?? -1
  return page?.rows.map((row) => row[at] ?? null) ?? []
}

test('number and date of a declaration are corrected on every report filed under the declaration', async () => {
  const { bondNo, number, basisId } = await releaseTwice()
  const [newest] = await getValidLines(bondNo)
  const LINE_ID = newest?.['LINE_ID'] ?? null
  const right = declarationNumber()
  const hyphens = `${right.slice(0, 5)}-${right.slice(5)}`
  const asked = { BOND_NO: bondNo, LINE_ID, NEW_BASIS_NO: hyphens, NEW_ACCEPT_DT: rightDay }
  ok(await requestCorrection({ ...asked, NEW_VEHICLE_NO: '12A3456' }))
  ok(await approve(bondNo))
  const lines = await getValidLines(bondNo)
  expect(lines.map((line) => [line['STANDING_CD'], line['BASIS_NO'], line['PKG_QTY']])).toEqual([
    ['CORRECTION', right, 30],
    ['CORRECTION', right, 30],
  ])
  expect(lines.map((line) => line['VEHICLE_NO'])).toEqual(['12A3456', null])
  const [rest] = await clerk.query('bonded/releasable', { BOND_NO: bondNo })
  expect(rest).toMatchObject({ BASIS_NO: right, ACCEPT_DT: rightDay, REST_PKG_QTY: 28 })
  const days = [wrongDay, wrongDay, rightDay, rightDay].map((day) => formatDate(day))
  expect(await printDays(LINE_ID)).toEqual(days)
  // The wrong number can be used for its own declaration, and the remaining cargo is released under
  // the correct one.
  const other = await expectCargo(clerk, item)
  await arrive(clerk, other)
  await clearCargo(clerk, other, null, 88, { BASIS_NO: number })
  ok(await release(clerk, basisId, item, { NOW_PKG_QTY: 28, LEAVE_CD: 'STAY' }))
  const [last] = await getValidLines(bondNo)
  expect(last).toMatchObject({ BASIS_NO: right, SPLIT_CD: 'L' })
  ok(await clerk.save('bonded/cancel-release', [{ LINE_ID: last?.['LINE_ID'] ?? 0, REASON: 'x' }]))
  const [before] = await getValidLines(bondNo)
  const undo = { LINE_ID: before?.['LINE_ID'] ?? 0, REASON: 'x' }
  ok(await clerk.save('bonded/cancel-release', [undo]))
})

test('a new number is checked like the number of a clearance', async () => {
  const { bondNo } = await releaseTwice()
  const { number: taken } = await releaseTwice()
  const [line] = await getValidLines(bondNo)
  const [arrival] = await clerk.query('bonded/in-lines', { BOND_NO: bondNo })
  const LINE_ID = line?.['LINE_ID'] ?? null
  const getRefusal = async (row: Row) =>
    rowErrors(await requestCorrection({ BOND_NO: bondNo, ...row }))
  expect(await getRefusal({ LINE_ID, NEW_BASIS_NO: 'ABC' })).toEqual([
    [1, 'NEW_BASIS_NO', expect.any(String)],
  ])
  expect(await getRefusal({ LINE_ID, NEW_BASIS_NO: taken })).toEqual([
    [1, 'NEW_BASIS_NO', expect.stringContaining(taken)],
  ])
  expect(await getRefusal({ LINE_ID, NEW_ACCEPT_DT: addDays(today, 1) })).toEqual([
    [1, 'NEW_ACCEPT_DT', expect.any(String)],
  ])
  expect(await getRefusal({ NEW_BASIS_NO: declarationNumber() })).toEqual([
    [1, 'LINE_ID', correctByReleaseLine.ko],
  ])
  expect(await getRefusal({ NEW_CARGO_NO: '26TESTA457I-063-70010' })).toEqual([
    [1, 'NEW_CARGO_NO', cargoNumberError('26TESTA457I', '063')?.ko],
  ])
  const inside = arrival?.['LINE_ID'] ?? null
  expect(await getRefusal({ LINE_ID: inside, NEW_ACCEPT_DT: rightDay })).toEqual([
    [1, 'NEW_ACCEPT_DT', arrivalWithoutDate.ko],
  ])
})

test('a wrong transport number of an arrival is corrected on its report', async () => {
  const bondNo = await expectCargo(clerk, item)
  const via = { ARRIVAL_CD: 'TRANSIT', BASIS_NO: 'TRANSIT000001' }
  await saveRow(clerk, 'file-arrival', [
    { BOND_NO: bondNo, NOW_PKG_QTY: 88, NOW_KG: 1172.2, ...via },
  ])
  const [line] = await clerk.query('bonded/in-lines', { BOND_NO: bondNo })
  const LINE_ID = line?.['LINE_ID'] ?? null
  ok(await requestCorrection({ BOND_NO: bondNo, LINE_ID, NEW_BASIS_NO: 'TRANSIT000002' }))
  ok(await approve(bondNo))
  const [now] = await clerk.query('bonded/in-lines', { BOND_NO: bondNo })
  expect(now).toMatchObject({ STANDING_CD: 'CORRECTION', BASIS_NO: 'TRANSIT000002' })
})
