// @vitest-environment jsdom
import { beforeEach, expect, test } from 'vitest'
import { cellMoveScreen } from '#areas/inventory/screens/CellMove.ts'
import { palletMoveScreen } from '#areas/inventory/screens/PalletMove.ts'
import type { WireRow } from '#kernel/field.ts'
import type { WorkScreen } from '#kernel/screen.ts'
import { moveScan } from '#ui/scanner/pages/move-scan.ts'
import { interpretScan } from '#ui/scanner/codes/scan-code.ts'
import { grant, openPage } from '#tests/ui/pages/page-support.ts'

beforeEach(() => grant('search', 'save'))

function openScanPage(screen: WorkScreen, rows: readonly WireRow[]) {
  const page = openPage(screen, 'tab')
  page.grid.setData(rows)
  const { scan: columns } = screen
  if (!columns || !('to' in columns)) throw new Error('nothing moves here by scans')
  return {
    scan: (code: string) => moveScan(page.grid, columns, interpretScan(code)),
    places: () => rows.map((_, row) => page.grid.value(row, 'TO_CELL_CD')),
    ticked: () => page.grid.checked(),
  }
}

const pallet = (PALLET_NO: string, CELL_CD: string, OWNER_CD = 'HANBIT') => ({
  OWNER_CD,
  CELL_CD,
  PALLET_NO,
})

test('scanned pallets move to the cell scanned next', () => {
  const { scan, places, ticked } = openScanPage(palletMoveScreen, [
    pallet('PLT001', 'A-001'),
    pallet('PLT002', 'A-002'),
    // A pallet with stock of two owners moves as one.
    pallet('PLT001', 'A-001', 'SEOJIN'),
  ])
  expect(scan('plt001')).toMatchObject({ ok: true })
  expect(ticked()).toHaveLength(2)
  expect(scan('CELL:B-001')).toMatchObject({ ok: true, message: { ko: '2건 → B-001' } })
  expect(places()).toEqual(['B-001', null, 'B-001'])
  expect(scan('PLT002').ok).toBe(true)
  // A cell label without a prefix.
  expect(scan('b-002').ok).toBe(true)
  expect(places()).toEqual(['B-001', 'B-002', 'B-001'])
})

test('a pallet scanned again waits for another cell', () => {
  const { scan, places } = openScanPage(palletMoveScreen, [pallet('PLT001', 'A-001')])
  for (const code of ['PLT001', 'CELL:B-001', 'PLT001']) expect(scan(code).ok).toBe(true)
  expect(places()).toEqual([null])
  scan('CELL:B-002')
  expect(places()).toEqual(['B-002'])
})

test('the first scanned cell is the source and the next is the target, which must differ', () => {
  const { scan, places } = openScanPage(cellMoveScreen, [
    { OWNER_CD: 'HANBIT', ZONE_CD: 'A', CELL_CD: 'A-001' },
    { OWNER_CD: 'HANBIT', ZONE_CD: 'A', CELL_CD: 'A-002' },
  ])
  expect(scan('CELL:A-001').ok).toBe(true)
  expect(scan('CELL:A-001')).toMatchObject({
    ok: false,
    message: { ko: 'A-001: 현재 셀입니다. 다른 셀을 스캔하세요.' },
  })
  expect(scan('CELL:A-002').ok).toBe(true)
  expect(places()).toEqual(['A-002', null])
})

test('after a plain source cell code, another plain code is the target, not a second source', () => {
  const { scan, places, ticked } = openScanPage(cellMoveScreen, [
    { OWNER_CD: 'HANBIT', ZONE_CD: 'A', CELL_CD: 'A-001' },
    { OWNER_CD: 'HANBIT', ZONE_CD: 'A', CELL_CD: 'A-002' },
  ])
  expect(scan('a-001').ok).toBe(true)
  expect(scan('a-001').message?.ko).toBe('A-001: 현재 셀입니다. 다른 셀을 스캔하세요.')
  expect(scan('a-002').message?.ko).toBe('1건 → A-002')
  expect([places(), ticked().length]).toEqual([['A-002', null], 1])
})

test('no stock moves for unknown pallets, items or broken codes', () => {
  const { scan, places } = openScanPage(palletMoveScreen, [pallet('PLT001', 'A-001')])
  for (const code of ['PLT009', 'CELL:B-001', 'B-001']) expect(scan(code).ok).toBe(false)
  scan('PLT001')
  expect(scan('8801234567893').ok).toBe(false)
  expect(scan(']C10108801234567890').message?.ko).toContain('검사')
  expect(places()).toEqual([null])
})
