import sql from 'sql-template-tag'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { timestampAt } from '#kernel/calendar.ts'
import type { Value } from '#kernel/field.ts'
import { cargoNumberError, licenceError } from '#areas/freight/rules/licence-number.ts'
import { registerPaper } from '#areas/bonded/server/register-paper.ts'
import { readMigrations } from '#server/db/migrate.ts'
import { storageDays } from '#tests/support/storage-period.ts'
import { testSite, type TestSite, type TestUser } from '#tests/support/app.ts'
import { closeVerified } from '#tests/support/close-verified.ts'
import {
  addSheds,
  arrive,
  clearCargo,
  expectCargo,
  ok,
  open,
  quayShed,
  release,
  saveRow,
} from '#tests/support/customs-floor.ts'
import { addItem, toRows, rowErrors } from '#tests/support/floor.ts'

let site: TestSite
let clerk: TestUser
let second: TestUser

beforeAll(async () => {
  site = await testSite()
  clerk = await site.login('admin')
  second = await site.login('second')
  await addSheds(clerk)
})
afterAll(() => closeVerified(site))

let items = 0
const newItem = () => {
  items += 1
  return addItem(site.db, `ARR${items}`)
}
const getCargo = async (bondNo: string) =>
  (await clerk.query('bonded/cargos', { BOND_NO: bondNo }))[0] ?? {}

describe('expected cargo', () => {
  test('rejects a malformed cargo number, an unknown shed and an invalid container at their columns', async () => {
    const item = await newItem()
    const head = { EXPECT_DT: '20261120', PKG_QTY: 1, KG: 1, SHED_CD: '09999999' }
    const line = { STOCK_CD: item, ORDER_QTY: 1 }
    const saveWrong = (more: object) =>
      clerk.save('bonded/save-cargos', toRows({ ...head, ...more }, [line]))
    expect(rowErrors(await saveWrong({ CARGO_NO: '26TESTA457X06370010' }))).toContainEqual([
      1,
      'CARGO_NO',
      '형식이 맞지 않은 면장번호 입니다',
    ])
    for (const [CARGO_NO, message] of [
      ['26TEST', '면장 번호는 19 또는 15자리 이여야 합니다.'],
      ['26TESTA457I063A', cargoNumberError('26TESTA457I', '063A')?.ko],
      ['26TESTA457I0637001A', cargoNumberError('26TESTA457I', '0637', '001A')?.ko],
      ['26TESTA457-I0637-0010', cargoNumberError('26TESTA457', '')?.ko],
      ['26testa457i-063-70010', cargoNumberError('26TESTA457I', '063')?.ko],
      ['26TESTA457I-0637-001', cargoNumberError('26TESTA457I', '0637', '001')?.ko],
      ['26TESTA457I-0637-0010-1', licenceError('I', '')?.ko],
    ] as const) {
      const errors = rowErrors(await saveWrong({ CARGO_NO }))
      expect(errors, CARGO_NO).toContainEqual([1, 'CARGO_NO', message])
    }
    const whole = rowErrors(await saveWrong({ CARGO_NO: '26TESTA457I - 0637 - 0010' }))
    expect(whole.map(([, column]) => column)).not.toContain('CARGO_NO')
    const both = rowErrors(await saveWrong({ CNTR_NO: 'CSQU3054384' }))
    expect(both).toContainEqual([1, 'CNTR_NO', expect.stringContaining('검사숫자')])
    expect(both).toContainEqual([1, 'SHED_CD', expect.stringContaining('09999999')])
  })

  test('an upload creates one cargo from the rows of one House B/L', async () => {
    const [one, two] = [await newItem(), await newItem()]
    const row = {
      OWNER_CD: 'HANBIT',
      HBL_NO: 'SHEET-1',
      CARGO_NO: '26TEST9999I0001',
      EXPECT_DT: '20261120',
      SHED_CD: quayShed,
      PKG_QTY: 5,
      KG: 50,
      ORDER_QTY: 10,
    }
    const sheet = [
      { ...row, STOCK_CD: one, ITEM_PKG_QTY: 2 },
      { ...row, STOCK_CD: two, ITEM_PKG_QTY: 3 },
    ]
    ok(await clerk.save('bonded/upload-cargos', sheet))
    const [cargo] = await clerk.query('bonded/cargos', { HBL_NO: 'SHEET-1' })
    const lines = await clerk.query('bonded/cargo-items', { BOND_NO: cargo?.['BOND_NO'] ?? '' })
    expect(lines.map((line) => [line['STOCK_CD'], line['ITEM_PKG_QTY']])).toEqual([
      [one, 2],
      [two, 3],
    ])
  })
})

describe('arrival', () => {
  test('a missing package holds the cargo with a report until the manifest is corrected', async () => {
    const item = await newItem()
    const bondNo = await expectCargo(clerk, item)
    const short = await arrive(clerk, bondNo, { NOW_PKG_QTY: 87 })
    expect(short['FAULT_NO']).toMatch(/^BF-/)
    expect(short['REPORT_NO']).toBeNull()
    expect(await getCargo(bondNo)).toMatchObject({ HELD_YN: 'Y', IN_PKG_QTY: 0 })
    const again = await clerk.save('bonded/file-arrival', [
      { BOND_NO: bondNo, NOW_PKG_QTY: 88, NOW_KG: 1172.2 },
    ])
    expect(rowErrors(again)).toEqual([
      [1, 'OPEN_FAULT', expect.stringContaining('먼저 종결하세요')],
    ])
    const correction = { BATCH_FLAG: 'I', BOND_NO: bondNo, NEW_PKG_QTY: 87, REASON: 'one missing' }
    await saveRow(clerk, 'save-corrections', [correction])
    const [asked] = await clerk.query('bonded/corrections', { BOND_NO: bondNo })
    const approval = { CORRECTION_NO: asked?.['CORRECTION_NO'] ?? null, APPROVAL_NO: 'MF-1' }
    const own = await clerk.save('bonded/approve-correction', [approval])
    expect(rowErrors(own)).toEqual([[1, 'CORRECTION_NO', expect.stringContaining('다른 사용자')]])
    await saveRow(second, 'approve-correction', [approval])
    const settle = {
      FAULT_NO: short['FAULT_NO'] ?? null,
      SETTLE_CD: 'CORRECTED',
      APPROVAL_NO: 'MF-1',
    }
    await saveRow(clerk, 'settle-fault', [settle])
    const filed = await arrive(clerk, bondNo, { NOW_PKG_QTY: 87 })
    expect(filed['REPORT_NO']).toMatch(/^0209999926P\d{7}$/)
    expect(await getCargo(bondNo)).toMatchObject({ STATE_CD: '30', IN_PKG_QTY: 87, HELD_YN: 'N' })
  })

  test('a save that holds cargo shows a warning, and a save that admits all cargo does not', async () => {
    const item = await newItem()
    const [fine, short] = [await expectCargo(clerk, item), await expectCargo(clerk, item)]
    const row = { NOW_PKG_QTY: 88, NOW_KG: 1172.2 }
    const both = [
      { ...row, BOND_NO: fine },
      { ...row, BOND_NO: short, NOW_PKG_QTY: 87 },
    ]
    const held = ok(await clerk.save('bonded/file-arrival', both))
    expect(held.body.data).toMatchObject({ WARNS: true })
    expect(held.body.message).toContain('1건을 반입신고하고 1건은 이상보고 후')
    const withinTolerance = [{ ...row, BOND_NO: await expectCargo(clerk, item) }]
    expect(
      ok(await clerk.save('bonded/file-arrival', withinTolerance)).body.data,
    ).not.toHaveProperty('WARNS')
  })

  test('8.3 per cent excess weight is admitted, and 10.05 per cent is reported', async () => {
    const item = await newItem()
    const fine = await expectCargo(clerk, item)
    expect((await arrive(clerk, fine, { NOW_KG: 1270 }))['REPORT_NO']).toMatch(/P/)
    const overweightCargo = await expectCargo(clerk, item)
    expect((await arrive(clerk, overweightCargo, { NOW_KG: 1290 }))['FAULT_NO']).toMatch(/^BF-/)
  })

  test('damaged cargo is held until customs accepts it, and the line records the damage', async () => {
    const item = await newItem()
    const bondNo = await expectCargo(clerk, item, { SEAL_NO: 'AB-1' })
    const held = await arrive(clerk, bondNo, { DAMAGE_PKG_QTY: 2, NOTE: 'wet' })
    const settle = { FAULT_NO: held['FAULT_NO'] ?? null, SETTLE_CD: 'ACCEPTED', APPROVAL_NO: 'A-1' }
    await saveRow(clerk, 'settle-fault', [settle])
    await arrive(clerk, bondNo, { DAMAGE_PKG_QTY: 2 })
    const [line] = await clerk.query('bonded/in-lines', { BOND_NO: bondNo })
    expect(line).toMatchObject({ FAULT_CD: 'DAMAGE', FAULT_PKG_QTY: 2 })
    const other = await expectCargo(clerk, item, { SEAL_NO: 'AB-1' })
    const seal = await arrive(clerk, other, { FOUND_SEAL_NO: 'AB-2' })
    const [fault] = await clerk.query('bonded/faults', { FAULT_NO: seal['FAULT_NO'] ?? '' })
    expect(fault).toMatchObject({ FAULT_CD: 'SEAL', FOUND_SEAL_NO: 'AB-2' })
  })

  test('the storage period of a split B/L starts on the date it is complete', async () => {
    const item = await newItem()
    const bondNo = await expectCargo(clerk, item)
    const part = { NOW_PKG_QTY: 50, NOW_KG: 666, PART_YN: 'Y', DONE_AT: '20261001090000' }
    await arrive(clerk, bondNo, part)
    expect(await getCargo(bondNo)).toMatchObject({ STATE_CD: '20', IN_DT: null })
    const rest = { NOW_PKG_QTY: 38, NOW_KG: 506.2, DONE_AT: '20261012145600' }
    await arrive(clerk, bondNo, rest)
    expect(await getCargo(bondNo)).toMatchObject({ STATE_CD: '30', IN_DT: '20261012' })
    await open(clerk, bondNo)
    const [kept] = await clerk.query('bonded/stock', { BOND_NO: bondNo })
    const days = storageDays('20261012', { termMonths: 6, noticeDays: 30, removeDays: 15 })
    expect(kept).toMatchObject({ END_DT: days.end, TELL_DT: days.notice, WHY_CD: 'NOT_CLEARED' })
    const [in2, in1] = await clerk.query('bonded/in-lines', { BOND_NO: bondNo })
    expect([in1?.['SPLIT_CD'], in2?.['SPLIT_CD'], in1?.['BLOCKED_CD']]).toEqual(['P', 'L', 'LATER'])
  })

  test('an approved correction changes a filed line and preserves its number', async () => {
    const item = await newItem()
    const bondNo = await expectCargo(clerk, item)
    await arrive(clerk, bondNo)
    const [line] = await clerk.query('bonded/in-lines', { BOND_NO: bondNo })
    const LINE_ID = line?.['LINE_ID'] ?? null
    const ask = {
      BATCH_FLAG: 'I',
      BOND_NO: bondNo,
      LINE_ID,
      NEW_KG: 1170,
      REASON: 'weighing error',
    }
    await saveRow(clerk, 'save-corrections', [ask])
    const [correction] = await clerk.query('bonded/corrections', { BOND_NO: bondNo })
    const CORRECTION_NO = correction?.['CORRECTION_NO'] ?? null
    await saveRow(second, 'approve-correction', [{ CORRECTION_NO, APPROVAL_NO: 'C-1' }])
    const [now, was] = await clerk.query('bonded/in-lines', { BOND_NO: bondNo })
    expect(now).toMatchObject({ STANDING_CD: 'CORRECTION', KG: 1170, APPROVAL_NO: 'C-1' })
    expect(was).toMatchObject({ STANDING_CD: 'CORRECTED', KG: 1172.2 })
    expect(now?.['REPORT_NO']).toBe(was?.['REPORT_NO'])
    expect(await getCargo(bondNo)).toMatchObject({ IN_KG: 1170 })
  })
})

describe('during storage', () => {
  test('statutory periods are dated rules, with separate ones for a quay', async () => {
    const item = await newItem()
    const bondNo = await expectCargo(clerk, item, { SHED_CD: quayShed })
    await arrive(clerk, bondNo, { DONE_AT: '20261011090000' })
    const [kept] = await clerk.query('bonded/stock', { BOND_NO: bondNo })
    expect(kept).toMatchObject({ END_DT: '20261211', DECLARE_DT: '20261110', PERIOD_CD: 'NOTICE' })
    const rule = { KIND_CD: 'QUAY', RULE_CD: 'TERM', FROM_DT: '20261001', RULE_VALUE: 3 }
    await saveRow(clerk, 'save-rules', [{ BATCH_FLAG: 'I', ...rule }])
    const [longer] = await clerk.query('bonded/stock', { BOND_NO: bondNo })
    expect(longer).toMatchObject({ END_DT: '20270111' })
  })

  test('an extension is limited by law, overdue stock cannot leave, and history is unchanged', async () => {
    const item = await newItem()
    const bondNo = await expectCargo(clerk, item)
    await arrive(clerk, bondNo, { DONE_AT: '20261001090000' })
    await open(clerk, bondNo)
    const basisId = await clearCargo(clerk, bondNo, item)
    const far = await clerk.save('bonded/extend', [{ BOND_NO: bondNo, MONTHS: 7, BASIS_NO: 'E-1' }])
    expect(rowErrors(far)).toEqual([[1, 'MONTHS', expect.stringContaining('6개월')]])
    await saveRow(clerk, 'extend', [{ BOND_NO: bondNo, MONTHS: 6, BASIS_NO: 'E-1' }])
    await saveRow(clerk, 'notice', [{ BOND_NO: bondNo, EVENT_DT: '20261101', BASIS_NO: 'N-1' }])
    await saveRow(clerk, 'auction', [{ BOND_NO: bondNo, STEP_CD: 'OVERDUE', BASIS_NO: 'S-1' }])
    const [now] = await clerk.query('bonded/stock', { BOND_NO: bondNo })
    expect(now).toMatchObject({ END_DT: '20271001', AUCTION_CD: 'OVERDUE', WHY_CD: 'OVERDUE' })
    // Simulates that the notice and the step arrived an hour later.
    await site.db.script(`alter table bonded_event disable trigger bonded_event_append_only;
      update bonded_event set created_at = created_at + interval '1 hour'
        where event_cd in ('NOTICE', 'AUCTION') and bond_no = '${bondNo}';
      alter table bonded_event enable trigger bonded_event_append_only`)
    const AS_OF = timestampAt(Date.now() + 60_000)
    const [then] = await clerk.query('bonded/stock', { BOND_NO: bondNo, AS_OF })
    expect(then).toMatchObject({ AUCTION_CD: 'NONE', NOTICE_DT: null, CLEARED_QTY: 880 })
    const refused = await release(clerk, basisId, item, { NOW_PKG_QTY: 88 })
    expect(rowErrors(refused)).toEqual([[1, 'BASIS_ID', expect.stringContaining('체화')]])
  })
})

test('all four bonded documents print as PDF', async () => {
  const item = await newItem()
  const bondNo = await expectCargo(clerk, item)
  await arrive(clerk, bondNo)
  await open(clerk, bondNo)
  const basisId = await clearCargo(clerk, bondNo, item)
  ok(await release(clerk, basisId, item, { NOW_PKG_QTY: 88 }))
  const [incoming] = await clerk.query('bonded/in-lines', { BOND_NO: bondNo })
  const [outgoing] = await clerk.query('bonded/out-lines', { BOND_NO: bondNo })
  for (const [paper, line] of [
    ['confirmation', incoming],
    ['arrival-register', incoming],
    ['gate-note', outgoing],
    ['release-register', outgoing],
  ] as const) {
    const ROWS = [{ LINE_ID: line?.['LINE_ID'] ?? null }]
    const response = await clerk.call(`/api/print/bonded/${paper}`, { ROWS })
    expect(response.status, paper).toBe(200)
    expect(response.bytes.subarray(0, 4).toString()).toBe('%PDF')
  }
})

describe('register pages', () => {
  const [arrivals] = registerPaper
  /** Register pages that contain a line: their headings, and their lines by number and packages. */
  async function getPages(line: Value) {
    const scope = { wcode: 'W01', owners: null }
    const request = {
      db: site.db,
      scope,
      userId: 'admin',
      language: 'ko',
      today: '20261124',
    } as const
    const created = await arrivals?.compose({ ...request, rows: [{ LINE_ID: line }] })
    const pages = created && 'pages' in created ? created.pages : []
    return pages.map(({ heading, columns, rows, totals }) => ({
      page: heading.find(({ label }) => label === '쪽번호')?.value,
      sheds: heading.find(({ label }) => label === '장치장')?.value,
      lines: rows.map((row) => [row[0], row[9]]),
      kilos: rows.map((row) => row[columns.findIndex((column) => column.title === 'kg')]),
      total: (title: string) => {
        const text = totals?.[columns.findIndex((column) => column.title === title)]
        return typeof text === 'string' ? Number(text.replaceAll(',', '')) : Number.NaN
      },
      last: (title: string) => rows.at(-1)?.[columns.findIndex((column) => column.title === title)],
    }))
  }

  test('register pages contain fifteen lines each, continue and never change', async () => {
    const item = await newItem()
    const first = await expectCargo(clerk, item)
    await arrive(clerk, first, { NOW_KG: 1170 })
    const [line] = await clerk.query('bonded/in-lines', { BOND_NO: first })
    const at = Number(line?.['REGISTER_NO'])
    const page = Math.ceil(at / 15)
    for (let more = at; more < (page + 1) * 15 + 1; more += 1) {
      await arrive(clerk, await expectCargo(clerk, item))
    }
    const [before] = await getPages(line?.['LINE_ID'] ?? null)
    expect(before?.page).toMatch(new RegExp(`^20\\d\\d년 ${page}쪽$`))
    const numbers = Array.from({ length: 15 }, (_, index) => String((page - 1) * 15 + 1 + index))
    expect(before?.lines.map(([number]) => number)).toEqual(numbers)
    // Weights are aligned by their decimal points.
    expect(before?.kilos.filter((kilos) => !/^[\d,]+\.\d+$/.test(kilos ?? ''))).toEqual([])
    // After a reversal the line's place is unchanged, and its negative counterpart gets a new
    // number.
    const undo = { LINE_ID: line?.['LINE_ID'] ?? null, REASON: 'undone' }
    await saveRow(clerk, 'cancel-arrival', [undo])
    const again = await getPages(line?.['LINE_ID'] ?? null)
    expect(again.map(({ page, lines }) => ({ page, lines }))).toEqual([
      { page: before?.page, lines: before?.lines },
    ])
    const [twin] = await clerk.query('bonded/in-lines', { BOND_NO: first })
    expect(twin).toMatchObject({ STANDING_CD: 'REVERSAL' })
    // Only an active line can be printed as a document. The register contains both.
    for (const LINE_ID of [undo.LINE_ID, twin?.['LINE_ID'] ?? null]) {
      const paper = await clerk.call('/api/print/bonded/confirmation', { ROWS: [{ LINE_ID }] })
      expect(paper.status, paper.body.message).toBe(409)
    }
    const [last] = await getPages(twin?.['LINE_ID'] ?? null)
    expect(last?.page).toContain(`${page + 2}쪽`)
    expect(last?.lines.at(-1)).toEqual([String(twin?.['REGISTER_NO']), '-88'])
  })

  test('total a correction by what it changes', async () => {
    const getNewestLine = async () => (await clerk.query('bonded/in-lines', {}))[0]
    const item = await newItem()
    const fill = async () => arrive(clerk, await expectCargo(clerk, item))
    do await fill()
    while (Number((await getNewestLine())?.['REGISTER_NO']) % 15 > 12)
    const bondNo = await expectCargo(clerk, item)
    await arrive(clerk, bondNo)
    const LINE_ID = (await getNewestLine())?.['LINE_ID'] ?? null
    const [filed] = await getPages(LINE_ID)
    const change = { BATCH_FLAG: 'I', BOND_NO: bondNo, LINE_ID, NEW_KG: 1170, REASON: 'scale' }
    await saveRow(clerk, 'save-corrections', [change])
    const [correction] = await clerk.query('bonded/corrections', { BOND_NO: bondNo })
    const CORRECTION_NO = correction?.['CORRECTION_NO'] ?? null
    await saveRow(second, 'approve-correction', [{ CORRECTION_NO, APPROVAL_NO: 'C-1' }])
    const [corrected] = await getPages(LINE_ID)
    expect(corrected?.lines).toHaveLength((filed?.lines.length ?? 0) + 1)
    expect(corrected?.last('kg')).toBe('1,170.0')
    expect(corrected?.total('kg')).toBeCloseTo((filed?.total('kg') ?? 0) - 2.2, 3)
  })

  test('name each shed, the share of a split arrival and the former cell of released stock', async () => {
    const item = await newItem()
    const getNewestRegisterNo = async () =>
      (await clerk.query('bonded/in-lines', {}))[0]?.['REGISTER_NO']
    do await arrive(clerk, await expectCargo(clerk, item))
    while (Number(await getNewestRegisterNo()) % 15 === 0)
    const head = { CBM: 2.2, SHED_CD: quayShed }
    const bondNo = await expectCargo(clerk, item, head)
    await arrive(clerk, bondNo, { NOW_PKG_QTY: 44, NOW_KG: 586.1, PART_YN: 'Y' })
    await open(clerk, bondNo, 44, 440)
    const basisId = await clearCargo(clerk, bondNo, item, 44)
    ok(await release(clerk, basisId, item, { NOW_PKG_QTY: 44, LEAVE_CD: 'STAY' }))
    const [line] = await clerk.query('bonded/in-lines', { BOND_NO: bondNo })
    const [page] = await getPages(line?.['LINE_ID'] ?? null)
    expect(page?.sheds?.split(', ')).toEqual(
      expect.arrayContaining(['02099999 견본보세창고', '02012018 견본부두']),
    )
    expect(['CBM', 'kg', '장치위치'].map((title) => page?.last(title))).toEqual([
      '1.100',
      '586.1',
      'A-001',
    ])
  })
})

test('a full-width lot announced earlier is stored in ASCII when its cargo is unpacked', async () => {
  const item = await newItem()
  const lines = [{ STOCK_CD: item, ITEM_PKG_QTY: 88, ORDER_QTY: 880, LOT_NO: 'AB12' }]
  const bondNo = await expectCargo(clerk, item, {}, lines)
  await site.db.execute(sql`update bonded_item set lot_no = 'ＡＢ１２' where bond_no = ${bondNo}`)
  const migration = (await readMigrations()).find(({ version }) => version === 792)
  await site.db.script(migration?.text ?? '')
  await arrive(clerk, bondNo)
  await open(clerk, bondNo)
  expect(await clerk.query('inventory/by-lot', { STOCK_CD: item })).toMatchObject([
    { LOT_NO: 'AB12', QTY: 880 },
  ])
})
