// @vitest-environment jsdom
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { WireRow } from '#kernel/field.ts'
import { serialStatus } from '#areas/inventory/rules/serial-status.ts'
import { receivingByOrderScreen as screen } from '#areas/inbound/screens/ReceivingByOrder.ts'
import { countScan } from '#ui/scanner/pages/count-scan.ts'
import { serialScan } from '#ui/scanner/pages/serial-scan.ts'
import { interpretScan } from '#ui/scanner/codes/scan-code.ts'
import { grantMenus, openPage } from '#tests/ui/pages/page-support.ts'

const item = { OWNER_CD: 'HANBIT', STOCK_CD: 'PUMP' }
const known: Readonly<Record<string, WireRow>> = {
  SN1: { STATE_CD: serialStatus.expected, RECEIPT_NO: 'RC-1', LINE_NO: 2, REASON: 'unknown' },
  SN2: { STATE_CD: serialStatus.expected, RECEIPT_NO: 'RC-1', LINE_NO: 2, REASON: 'unknown' },
  OLD: { STATE_CD: serialStatus.discarded, REASON: 'not here' },
  HERE: { STATE_CD: serialStatus.inStock, CELL_CD: 'A-001', REASON: null },
  LEFT: { STATE_CD: serialStatus.shipped, REASON: 'shipped on SH-1' },
  OTHER: { STATE_CD: serialStatus.inStock, STOCK_CD: 'VALVE', CELL_CD: 'A-002', REASON: null },
}

beforeEach(() => {
  vi.stubGlobal('fetch', (_: string, init?: RequestInit) => {
    const body = typeof init?.body === 'string' ? JSON.parse(init.body) : {}
    const SERIAL_NO = String(body.SEARCH?.SERIAL_NO).toUpperCase()
    const place = known[SERIAL_NO]
    return Response.json({ data: place ? [{ ...item, SERIAL_NO, ...place }] : [] })
  })
})
afterEach(() => vi.unstubAllGlobals())

function openScanPage() {
  grantMenus({ [screen.route]: ['search', 'save'] })
  const page = openPage(screen, 'tab')
  const row = { ...item, RECEIPT_NO: 'RC-1', BARCODE: '8801234567893', SERIAL_CD: 'ALL' }
  page.grid.setData(
    [1, 2].map((LINE_NO) => ({ ...row, LINE_NO, OPEN_QTY: 2, NOW_QTY: 2, SERIALS: null })),
  )
  const columns = page.screen.scans
  if (!columns || !('count' in columns)) throw new Error('the screen counts no scans')
  return {
    scan: async (code: string) => {
      const scan = interpretScan(code)
      return (await serialScan(page, scan)) ?? countScan(page.grid, columns, scan)
    },
    row: (at: number) => ['SERIALS', 'NOW_QTY'].map((name) => page.grid.value(at, name) ?? null),
  }
}

test('an expected serial selects its receipt line and counts one piece', async () => {
  const { scan, row } = openScanPage()
  expect(await scan('sn1')).toMatchObject({ ok: true })
  expect(await scan('SN2')).toMatchObject({ ok: true })
  expect([row(0), row(1)]).toEqual([
    [null, 2],
    ['SN1 SN2', 2],
  ])
  expect(await scan('SN2'), 'counts once').toMatchObject({ ok: false })
})

test('after the item code each new serial counts one piece of its row', async () => {
  const { scan, row } = openScanPage()
  await scan('8801234567893')
  for (const code of ['NEW1', 'OLD']) expect(await scan(code)).toMatchObject({ ok: true })
  expect(row(0)).toEqual(['NEW1 OLD', 2])
})

test('a serial that is in stock or has left is rejected, unless the number belongs to another item', async () => {
  const { scan, row } = openScanPage()
  await scan('8801234567893')
  expect((await scan('HERE'))?.message?.en).toContain('A-001')
  expect((await scan('LEFT'))?.message?.en).toContain('SH-1')
  expect(row(0)).toEqual([null, 2])
  expect(await scan('OTHER')).toMatchObject({ ok: true })
  expect(row(0)).toEqual(['OTHER', 1])
})
