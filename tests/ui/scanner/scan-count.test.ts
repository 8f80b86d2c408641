// @vitest-environment jsdom
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { pickingScreen } from '#areas/outbound/screens/Picking.ts'
import { receivingByOrderScreen } from '#areas/inbound/screens/ReceivingByOrder.ts'
import { ambiguityError } from '#kernel/ambiguous-code.ts'
import type { WireRow } from '#kernel/field.ts'
import type { WorkScreen } from '#kernel/screen.ts'
import { readPlainCell } from '#ui/scanner/pages/plain-cell.ts'
import { countScan } from '#ui/scanner/pages/count-scan.ts'
import { interpretScan } from '#ui/scanner/codes/scan-code.ts'
import { grant, openPage } from '#tests/ui/pages/page-support.ts'

beforeEach(() => grant('search', 'save'))

function openScanPage(screen: WorkScreen, rows: readonly WireRow[]) {
  const page = openPage(screen, 'tab')
  page.grid.setData(rows)
  const { scan: columns } = screen
  if (!columns || 'to' in columns) throw new Error('the screen counts no scans')
  return {
    grid: page.grid,
    scan: (code: string) => countScan(page.grid, columns, interpretScan(code)),
    scanPlain: async (code: string) =>
      countScan(page.grid, columns, await readPlainCell(page.grid, columns, interpretScan(code))),
    values: (column: string) => rows.map((_, row) => page.grid.value(row, column)),
  }
}

const expectedLine = (LINE_NO: number, extra: WireRow = {}): WireRow => ({
  RECEIPT_NO: 'RC-1',
  LINE_NO,
  STOCK_CD: 'RAMEN',
  BARCODE: '8801234567893',
  BOX_QTY: 20,
  OPEN_QTY: 60,
  NOW_QTY: 60,
  CELL_CD: 'A-001',
  LOT_NO: null,
  MADE_DT: null,
  VALID_DT: null,
  PALLET_NO: null,
  ...extra,
})

afterEach(() => vi.unstubAllGlobals())

describe('receiving', () => {
  test('item, lot, dates and quantity of one code fill their columns', () => {
    const { scan, values } = openScanPage(receivingByOrderScreen, [expectedLine(1)])
    const code = ']d2020880123456789310L7\u001d11261101' + '17271231' + '3712'
    expect(scan(code)).toMatchObject({ ok: true })
    expect(values('NOW_QTY')).toEqual([12])
    expect(values('LOT_NO')).toEqual(['L7'])
    expect(values('MADE_DT')).toEqual(['20261101'])
    expect(values('VALID_DT')).toEqual(['20271231'])
    expect(scan(code)).toMatchObject({ ok: true })
    expect(values('NOW_QTY')).toEqual([24])
  })

  test('an item with serials is counted by its serials, one scan a piece', () => {
    const row = expectedLine(1, { SERIAL_CD: 'ALL', SERIALS: null })
    const { scan, values, grid } = openScanPage(receivingByOrderScreen, [
      row,
      expectedLine(2, { STOCK_CD: 'SOUP', BARCODE: null }),
    ])
    expect(scan('RAMEN')).toMatchObject({ ok: true })
    expect(values('NOW_QTY')).toEqual([60, 60])
    grid.setCurrent(0, 'SERIALS')
    expect(scan('sn7')).toMatchObject({ ok: true })
    expect(scan('SN8')).toMatchObject({ ok: true })
    expect(scan('SN7')).toMatchObject({ ok: false })
    expect(values('SERIALS')[0]).toBe('SN7 SN8')
    expect(values('NOW_QTY')[0]).toBe(2)
    grid.setCurrent(1, 'NOW_QTY')
    expect(scan('SN9')).toMatchObject({ ok: false })
  })

  test('a code with item and serial counts one piece, never more than wanted', () => {
    const row = expectedLine(1, { SERIAL_CD: 'ALL', SERIALS: null, OPEN_QTY: 1 })
    const { scan, values } = openScanPage(receivingByOrderScreen, [row])
    expect(scan(']d20108801234567893' + '21sn7')).toMatchObject({ ok: true })
    expect(scan(']d20108801234567893' + '21SN8')).toMatchObject({ ok: false })
    expect(values('SERIALS')).toEqual(['SN7'])
    expect(values('NOW_QTY')).toEqual([1])
  })

  test.each(['8801234567893', '18801234567890'])('%s of two items is rejected', (code) => {
    const { scan, values } = openScanPage(receivingByOrderScreen, [
      expectedLine(1),
      expectedLine(2, { STOCK_CD: 'SOUP' }),
    ])
    expect(scan(code)).toMatchObject({ ok: false, message: ambiguityError(['RAMEN', 'SOUP']) })
    expect(values('NOW_QTY')).toEqual([60, 60])
    expect(scan('SOUP')).toMatchObject({ ok: true })
  })

  test('scanned quantities replace the proposed quantity', () => {
    const { scan, values } = openScanPage(receivingByOrderScreen, [
      expectedLine(1, { OPEN_QTY: 2 }),
    ])
    expect([scan('8801234567893').ok, scan('RAMEN').ok, scan('RAMEN').ok]).toEqual([
      true,
      true,
      false,
    ])
    expect(values('NOW_QTY')).toEqual([2])
  })

  test('a box counts the quantity it contains', () => {
    const { scan, values } = openScanPage(receivingByOrderScreen, [expectedLine(1)])
    expect(scan('18801234567890').ok).toBe(true)
    expect(scan(']C10118801234567890').ok).toBe(true)
    expect(values('NOW_QTY')).toEqual([40])
  })

  test('another lot counts on another line of the item and is rejected if there is none', () => {
    const { scan, values } = openScanPage(receivingByOrderScreen, [
      expectedLine(1),
      expectedLine(2),
    ])
    const codeWithLot = (lot: string) => `]d2010880123456789310${lot}`
    expect([
      scan(codeWithLot('L1')).ok,
      scan(codeWithLot('L2')).ok,
      scan(codeWithLot('L1')).ok,
    ]).toEqual([true, true, true])
    expect(values('LOT_NO')).toEqual(['L1', 'L2'])
    expect(values('NOW_QTY')).toEqual([2, 1])
    const third = scan(codeWithLot('L3'))
    expect(third.ok).toBe(false)
    expect(third.message?.ko).toContain('L3')
  })

  test('a lot and date label and a pallet or cell label fill the current row', () => {
    const { grid, scan, values } = openScanPage(receivingByOrderScreen, [
      expectedLine(1),
      expectedLine(2),
    ])
    grid.setCurrent(1)
    expect(scan(']d210L9\u001d17271231').ok).toBe(true)
    expect(scan('PLT20261120-0001').ok).toBe(true)
    expect(scan('CELL:B-002').ok).toBe(true)
    expect(values('LOT_NO')).toEqual([null, 'L9'])
    expect(values('PALLET_NO')).toEqual([null, 'PLT20261120-0001'])
    expect(values('CELL_CD')).toEqual(['A-001', 'B-002'])
    expect(scan(']d2010880123456789310L9').ok).toBe(true)
    expect(values('NOW_QTY')).toEqual([60, 1])
  })

  test('a plain cell code fills the current row, and other texts are rejected', async () => {
    const requests: string[] = []
    vi.stubGlobal('fetch', async (_: string, { body }: { body: string }) => {
      const { SEARCH } = JSON.parse(body) as { SEARCH: string }
      requests.push(SEARCH)
      // The text A01 finds a cell by its name, which is its zone.
      const CODE = { 'A01-01-4': 'A01-01-4', A01: 'A01-01-1' }[SEARCH]
      return Response.json({ DATA: CODE === undefined ? [] : [{ CODE, NAME: 'A01' }] })
    })
    const { grid, scanPlain, values } = openScanPage(receivingByOrderScreen, [
      expectedLine(1),
      expectedLine(2),
    ])
    grid.setCurrent(1)
    expect(await scanPlain('a01-01-4')).toMatchObject({ ok: true, message: { ko: 'A01-01-4' } })
    expect(values('CELL_CD')).toEqual(['A-001', 'A01-01-4'])
    for (const text of ['A01', 'SKU-9']) expect((await scanPlain(text)).ok).toBe(false)
    expect((await scanPlain('RAMEN')).ok).toBe(true)
    grid.setCurrent(1)
    expect((await scanPlain('a-001')).ok).toBe(true)
    expect(values('CELL_CD')).toEqual(['A-001', 'A-001'])
    expect(requests, 'goods on the screen are no cell').not.toContain('RAMEN')
  })

  test('a broken GS1 code changes nothing and shows the reason', () => {
    const { scan, values } = openScanPage(receivingByOrderScreen, [expectedLine(1)])
    const response = scan(']C10108801234567890')
    expect(response.ok).toBe(false)
    expect(response.message?.ko).toContain('검사 숫자')
    expect(values('NOW_QTY')).toEqual([60])
  })
})

describe('picking', () => {
  const allocationLine = (ALLOC_ID: number, LOT_NO: string, CELL_CD: string): WireRow => ({
    ALLOC_ID,
    STOCK_CD: 'RAMEN',
    BARCODE: '8801234567893',
    BOX_QTY: null,
    LOT_NO,
    CELL_CD,
    VALID_DT: '20271231',
    ALLOC_QTY: 5,
    PICKED_QTY: 5,
  })
  const rows = [allocationLine(1, 'L1', 'A-001'), allocationLine(2, 'L2', 'A-002')]

  test('the scanned lot selects the allocation and is never overwritten', () => {
    const { grid, scan, values } = openScanPage(pickingScreen, rows)
    expect(scan(']d2010880123456789310L2').ok).toBe(true)
    expect(grid.current?.row).toBe(1)
    expect(values('PICKED_QTY')).toEqual([5, 1])
    expect(scan(']d2010880123456789310L8').ok).toBe(false)
    expect(scan(']d2010880123456789310L1\u001d17280101').ok).toBe(false)
    expect(values('LOT_NO')).toEqual(['L1', 'L2'])
  })

  test('a cell label selects the row to pick there', () => {
    const { grid, scan } = openScanPage(pickingScreen, rows)
    expect(scan('CELL:a-002').ok).toBe(true)
    expect(grid.current?.row).toBe(1)
    expect(scan('CELL:Z-999').ok).toBe(false)
  })
})
