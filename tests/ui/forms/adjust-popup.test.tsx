// @vitest-environment jsdom
import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { InventoryAdjustPopup } from '#ui/popups/adjust-popup.tsx'

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

test('stock named without its quantities is shown with them before it is adjusted', async () => {
  const asked: unknown[] = []
  vi.stubGlobal('fetch', (_: unknown, { body }: { body: string }) => {
    asked.push(JSON.parse(body))
    const row = { BALANCE_ID: '7', STOCK_CD: 'K1', CELL_CD: 'A-001', QTY: 12, AVAILABLE_QTY: 9 }
    return Promise.resolve(Response.json({ data: [row] }))
  })
  const input = { BALANCE_ID: '7', STOCK_CD: 'K1', CELL_CD: 'A-001', QTY: '', AVAILABLE_QTY: '' }
  render(<InventoryAdjustPopup input={input} close={() => {}} reject={() => {}} />)
  expect(await screen.findByText('12')).not.toBeNull()
  expect(screen.getByText('9')).not.toBeNull()
  expect(asked).toEqual([{ SEARCH: { BALANCE_ID: '7' } }])
})
