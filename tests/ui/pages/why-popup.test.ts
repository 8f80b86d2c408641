// @vitest-environment jsdom
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { WireRow } from '#kernel/field.ts'
import { registerPage } from '#ui/tabs/page-registry.ts'
import { activeTab } from '#ui/tabs/tabs.ts'
import { mockServer } from './page-support.ts'

const piece = (BALANCE_ID: string): WireRow => ({
  BALANCE_ID,
  STOCK_CD: `K${BALANCE_ID}`,
  CELL_CD: 'A01',
  QTY: 10,
})
const request = (BALANCE_ID: string) => ({
  BALANCE_ID,
  STOCK_CD: `K${BALANCE_ID}`,
  CELL_CD: 'A01',
  FIGURE: 'QTY',
})

let leave: () => void = () => {}
let row: WireRow
let reported: string[]

beforeEach(() => {
  row = piece('1')
  reported = []
  leave = registerPage(activeTab().key, {
    handle: {
      search: async () => true,
      focus: () => true,
      rows: () => [row],
      cell: () => ({ column: 'QTY', searched: {} }),
      showCellNote: (text) => {
        if (text !== undefined) reported.push(text)
        return reported.at(-1) ?? ''
      },
    },
    offers: () => ({}),
    context: () => ({}),
    status: () => ({}),
    currentRow: () => row,
    currentTable: () => undefined,
    isDirty: () => false,
  })
})
afterEach(() => leave())

/**
 * Returns as many lines of quantity 1 as the balance number says. Other rows arrive before the
 * response.
 */
function mockWhy(findRow: () => void) {
  return mockServer({
    '/api/wms/inventory/why': ({ body }) => {
      const { BALANCE_ID } = body['SEARCH'] as WireRow
      findRow()
      const count = Number(BALANCE_ID)
      const rows = Array.from({ length: count }, () => ({ CHANGE_QTY: 1, SUM_QTY: count }))
      return { body: { data: rows } }
    },
  })
}

test('the explanation is shown for the quantity that it explains', async () => {
  const { openWhy } = await import('#ui/business/why-popup.ts')
  mockWhy(() => {})
  await openWhy(request('1'))
  expect(reported).toEqual([expect.stringContaining('1 − 0 = 1 ✓')])
})

test('the explanation is requested again for the current row if the rows have changed', async () => {
  const { openWhy } = await import('#ui/business/why-popup.ts')
  const sent = mockWhy(() => (row = piece('2')))
  await openWhy(request('1'))
  expect(sent.map(({ body }) => (body['SEARCH'] as WireRow)['BALANCE_ID'])).toEqual(['1', '2'])
  expect(reported).toEqual([expect.stringContaining('2 − 0 = 2 ✓')])
})
