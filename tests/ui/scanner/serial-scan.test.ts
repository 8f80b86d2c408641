// @vitest-environment jsdom
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { WireRow } from '#kernel/field.ts'
import type { WorkScreen } from '#kernel/screen.ts'
import { inventoryAdjustScreen } from '#areas/inventory/screens/InventoryAdjust.ts'
import { inventoryMoveScreen } from '#areas/inventory/screens/InventoryMove.ts'
import { putAwayScreen } from '#areas/inbound/screens/PutAway.ts'
import { pickingCancelScreen } from '#areas/outbound/screens/PickingCancel.ts'
import { pickingScreen } from '#areas/outbound/screens/Picking.ts'
import { serialScan } from '#ui/scanner/pages/serial-scan.ts'
import { interpretScan } from '#ui/scanner/codes/scan-code.ts'
import { grantMenus, openPage } from '#tests/ui/pages/page-support.ts'

const known: Readonly<Record<string, WireRow>> = {
  SN1: { BALANCE_ID: '7', CELL_CD: 'A-001', LOT_NO: 'L1' },
  SN2: { BALANCE_ID: '7', CELL_CD: 'A-001', LOT_NO: 'L1' },
  SN8: { BALANCE_ID: '8', CELL_CD: 'A-002', LOT_NO: 'L1' },
  SNP: { BALANCE_ID: null, CELL_CD: null, ALLOC_ID: '42', DOC_NO: 'SH-1', REASON: 'picked' },
  SNQ: { BALANCE_ID: null, CELL_CD: null, ALLOC_ID: '43', DOC_NO: 'SH-2', REASON: 'picked' },
  SN9: { BALANCE_ID: null, CELL_CD: null, REASON: 'shipped on SH-1' },
}

beforeEach(() => {
  vi.stubGlobal('fetch', (_: string, init?: RequestInit) => {
    const body = typeof init?.body === 'string' ? JSON.parse(init.body) : {}
    const SERIAL_NO = String(body.SEARCH?.SERIAL_NO).toUpperCase()
    const place = known[SERIAL_NO]
    const row = { OWNER_CD: 'HANBIT', STOCK_CD: 'PUMP', SERIAL_NO, REASON: null, ...place }
    return Response.json({ data: place ? [row] : [] })
  })
})
afterEach(() => vi.unstubAllGlobals())

const rows: readonly WireRow[] = [
  {
    OWNER_CD: 'HANBIT',
    STOCK_CD: 'PUMP',
    CELL_CD: 'A-009',
    LOT_NO: 'L1',
    BALANCE_ID: '6',
    ALLOC_ID: '41',
  },
  {
    OWNER_CD: 'HANBIT',
    STOCK_CD: 'PUMP',
    CELL_CD: 'A-001',
    LOT_NO: 'L1',
    BALANCE_ID: '7',
    ALLOC_ID: '42',
  },
]

function openScanPage(screen: WorkScreen, extra: WireRow = {}) {
  grantMenus({ [screen.route]: ['search', 'save'] })
  const page = openPage(screen, 'tab')
  page.grid.setData(rows.map((row) => ({ ...row, WORK_QTY: 5, ...extra })))
  return {
    scan: (code: string) => serialScan(page, interpretScan(code)),
    row: (name: string) => page.grid.value(1, name) ?? null,
    checked: () => page.grid.checked().length,
  }
}

test.each([inventoryMoveScreen, putAwayScreen])(
  'a serial selects its balance and counts one piece, and the next cell is the target (%#)',
  async (screen) => {
    const { scan, row, checked } = openScanPage(screen)
    expect(await scan('sn1')).toMatchObject({ ok: true })
    expect([row('SERIALS'), row('WORK_QTY'), checked()]).toEqual(['SN1', 1, 1])
    expect(await scan('SN2')).toMatchObject({ ok: true })
    expect([row('SERIALS'), row('WORK_QTY')]).toEqual(['SN1 SN2', 2])
    expect(await scan('SN1'), 'counts once').toMatchObject({ ok: false })
    expect(row('WORK_QTY')).toBe(2)
  },
)

test('after serials a cell label is the target, and other codes are left to the page', async () => {
  const { scan, row } = openScanPage(inventoryMoveScreen)
  expect(await scan('CELL:B-001')).toBeUndefined()
  await scan('SN1')
  expect(await scan('CELL:B-001')).toMatchObject({ ok: true })
  expect(row('TO_CELL_CD')).toBe('B-001')
  expect(await scan('8801234567893')).toBeUndefined()
})

test('a serial that has left or is not in any row is reported, and typed text is kept', async () => {
  const { scan, row } = openScanPage(inventoryMoveScreen, { REASON: 'typed' })
  await scan('SN1')
  const gone = await scan('SN9')
  expect(gone?.ok).toBe(false)
  expect(gone?.message?.en).toContain('SH-1')
  expect((await scan('SN8'))?.message?.en).toContain('A-002')
  const label = '01088012345678932177\u001D'
  expect((await scan(`]C1${label}`))?.ok).toBe(false)
  expect([row('SERIALS'), row('WORK_QTY'), row('REASON')]).toEqual(['SN1', 1, 'typed'])
})

test('scanned pieces are subtracted in an adjustment and counted in a pick', async () => {
  const { scan, row } = openScanPage(inventoryAdjustScreen)
  for (const code of ['SN1', 'SN2']) await scan(code)
  expect(row('ADJUST_QTY')).toBe(-2)
  const picking = openScanPage(pickingScreen, { SERIAL_CD: 'ALL', ALLOC_QTY: 2, PICKED_QTY: 2 })
  await picking.scan('SN2')
  expect([picking.row('SERIALS'), picking.row('PICKED_QTY')]).toEqual(['SN2', 1])
})

test('a picked serial selects its pick where picks are cancelled', async () => {
  const pick = { PICK_QTY: 3, BACK_QTY: 3, SERIAL_CD: 'ALL' }
  const { scan, row } = openScanPage(pickingCancelScreen, pick)
  expect(await scan('snp')).toMatchObject({ ok: true })
  expect([row('SERIALS'), row('BACK_QTY')]).toEqual(['SNP', 1])
  expect((await scan('SN1'))?.message?.en).toContain('not been picked')
  expect((await scan('SNQ'))?.message?.en).toContain('SH-2')
})
