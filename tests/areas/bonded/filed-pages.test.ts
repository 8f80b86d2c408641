import { afterAll, beforeAll, expect, test } from 'vitest'
import { registerPaper } from '#areas/bonded/server/register-paper.ts'
import { bondedCargo } from '#areas/bonded/tables/cargo.ts'
import { timestampAt } from '#kernel/calendar.ts'
import type { Value } from '#kernel/field.ts'
import { testSite, type TestSite, type TestUser } from '#tests/support/app.ts'
import { closeVerified } from '#tests/support/close-verified.ts'
import {
  addSheds,
  arrive,
  cargoNumber,
  clearCargo,
  expectCargo,
  ok,
  open,
  release,
  saveRow,
  shedCode,
} from '#tests/support/customs-floor.ts'
import { addItem } from '#tests/support/floor.ts'

type Row = Record<string, Value>

const today = timestampAt(Date.now()).slice(0, 8)
const { CARGO_NO, GOODS_NM } = bondedCargo.fields
const sealTitle = '컨테이너·봉인'

let site: TestSite
let clerk: TestUser
let second: TestUser
let item: string

beforeAll(async () => {
  site = await testSite()
  clerk = await site.login('admin')
  second = await site.login('second')
  await addSheds(clerk)
  item = await addItem(site.db, 'PAGES1')
})
afterAll(() => closeVerified(site))

async function correct(bondNo: string, change: Row) {
  const asked = { BATCH_FLAG: 'I', BOND_NO: bondNo, REASON: 'misread manifest', ...change }
  await saveRow(clerk, 'save-corrections', [asked])
  const [waiting] = await clerk.query('bonded/corrections', { BOND_NO: bondNo, STATE_CD: '10' })
  const CORRECTION_NO = waiting?.['CORRECTION_NO'] ?? null
  await saveRow(second, 'approve-correction', [{ CORRECTION_NO, APPROVAL_NO: 'C-7' }])
}

/** Register pages of the lines of a cargo, with the rows of that cargo only, oldest first. */
async function printPages(direction: 'IN' | 'OUT', bondNo: string) {
  const found = await clerk.query(direction === 'IN' ? 'bonded/in-lines' : 'bonded/out-lines', {
    BOND_NO: bondNo,
  })
  const request = {
    db: site.db,
    scope: { wcode: 'W01', owners: null },
    userId: 'admin',
    language: 'ko',
    today,
    rows: found.map(({ LINE_ID = null }) => ({ LINE_ID })),
  } as const
  const made = await registerPaper[direction === 'IN' ? 0 : 1]?.compose(request)
  const pages = made && 'pages' in made ? made.pages : []
  const numbers = new Set(found.map((line) => String(line['REGISTER_NO'])))
  const rows = pages.flatMap((page) => page.rows.filter((row) => numbers.has(row[0] ?? '')))
  const titles = pages[0]?.columns.map(({ title }) => title) ?? []
  const getTexts = (title: string) => rows.map((row) => row[titles.indexOf(title)])
  const notes = pages.flatMap((page) => page.notes ?? [])
  const headings = pages.flatMap((page) => page.heading)
  return { rows, getTexts, notes, headings, numbers: rows.map((row) => row[0]) }
}

test('a correction of an entire cargo is a separate line, and the filed page remains', async () => {
  const bondNo = await expectCargo(clerk, item, { CBM: 8.8, SEAL_NO: 'S-1' })
  const old = (await clerk.query('bonded/cargos', { BOND_NO: bondNo }))[0]?.['CARGO_NO']
  await arrive(clerk, bondNo)
  const before = await printPages('IN', bondNo)
  const NEW_CARGO_NO = cargoNumber()
  await correct(bondNo, { NEW_CARGO_NO, NEW_SEAL_NO: 'S-2', NEW_CBM: 17.6 })
  const after = await printPages('IN', bondNo)
  expect(after.rows[0]).toEqual(before.rows[0])
  expect(after.getTexts(CARGO_NO.label.ko)).toEqual([old, NEW_CARGO_NO])
  expect(after.getTexts(sealTitle)).toEqual(['S-1', 'S-2'])
  expect(after.getTexts('CBM')).toEqual(['8.800', '17.600'])
  const [first, next] = after.numbers
  const note = after.notes.find((text) => text.startsWith(String(next)))
  for (const part of [`${first}`, 'misread manifest', 'C-7']) expect(note).toContain(part)
  // A reversal is equal and opposite to what it reverses.
  const [line] = await clerk.query('bonded/in-lines', { BOND_NO: bondNo })
  ok(await clerk.save('bonded/cancel-arrival', [{ LINE_ID: line?.['LINE_ID'] ?? 0, REASON: 'x' }]))
  await arrive(clerk, bondNo)
  await correct(bondNo, { NEW_SEAL_NO: 'S-3' })
  const last = await printPages('IN', bondNo)
  expect(last.getTexts(sealTitle)).toEqual(['S-1', 'S-2', 'S-2', 'S-2', 'S-3'])
})

test('a correction of the packages on the manifest files the new volume of a line separately', async () => {
  const bondNo = await expectCargo(clerk, item, { CBM: 8.8 })
  await arrive(clerk, bondNo, { NOW_PKG_QTY: 44, NOW_KG: 586.1, PART_YN: 'Y' })
  await correct(bondNo, { NEW_PKG_QTY: 44, NEW_KG: 586.1 })
  const { getTexts } = await printPages('IN', bondNo)
  expect(getTexts('CBM')).toEqual(['4.400', '8.800'])
  expect(getTexts('kg')).toEqual(['586.1', '586.1'])
})

test('a corrected cargo number is a separate line in the release register as well', async () => {
  const bondNo = await expectCargo(clerk, item)
  const old = (await clerk.query('bonded/cargos', { BOND_NO: bondNo }))[0]?.['CARGO_NO']
  await arrive(clerk, bondNo)
  const basisId = await clearCargo(clerk, bondNo, null)
  ok(await release(clerk, basisId, null, { NOW_PKG_QTY: 30, LEAVE_CD: 'SHIP' }))
  const NEW_CARGO_NO = cargoNumber()
  await correct(bondNo, { NEW_CARGO_NO })
  const { getTexts } = await printPages('OUT', bondNo)
  expect(getTexts(CARGO_NO.label.ko)).toEqual([old, NEW_CARGO_NO])
  expect(getTexts('잔량 개수')).toEqual(['58', '58'])
  const [line] = await clerk.query('bonded/out-lines', { BOND_NO: bondNo })
  ok(await clerk.save('bonded/cancel-release', [{ LINE_ID: line?.['LINE_ID'] ?? 0, REASON: 'x' }]))
  ok(await release(clerk, basisId, null, { NOW_PKG_QTY: 30, LEAVE_CD: 'SHIP' }))
})

test('a correction that no page shows files no line', async () => {
  const bondNo = await expectCargo(clerk, item)
  await arrive(clerk, bondNo)
  await open(clerk, bondNo)
  await correct(bondNo, { NEW_CUSTOM_VALUE: 1_000_000, NEW_KG: 1180 })
  expect(await clerk.query('bonded/in-lines', { BOND_NO: bondNo })).toHaveLength(1)
})

test('a filed page keeps the names that were valid when it was filed', async () => {
  const bondNo = await expectCargo(clerk, item, { GOODS_NM: 'WIDGETS', HBL_NO: 'HB-1' })
  await arrive(clerk, bondNo)
  const before = await printPages('IN', bondNo)
  expect(before.getTexts(GOODS_NM.label.ko)).toEqual(['WIDGETS'])
  // Values from customs are written directly, masters are renamed.
  await site.db.script(`update bonded_cargo set goods_nm = 'GADGETS', hbl_no = 'HB-2',
      vessel_nm = 'OTHER', cntr_no = 'CSQU3054383', consignee_nm = 'OTHER' where bond_no = '${bondNo}';
    update bonded_shed set keeper_nm = 'LEE', shed_nm = 'RENAMED' where shed_cd = '${shedCode}'`)
  const after = await printPages('IN', bondNo)
  expect(after.rows).toEqual(before.rows)
  expect(after.headings).toEqual(before.headings)
})
