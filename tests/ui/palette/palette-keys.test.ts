// @vitest-environment jsdom
import { expect, test } from 'vitest'
import { freeKeyLabel } from '#ui/command-line/free-key-label.ts'

const inGrid = { paletteOpen: true, pageInFront: false, zone: 'grid', grid: true, hasRows: true }

test.each([
  ['BillMonth', 'billing.open-month', 'ledger.why', { 'row.bill_month': true }],
  ['CmsMyBooking', 'freight.paste-confirmation', 'freight.my-info', {}],
  ['MenuByRole', 'rights.history', 'ledger.why', {}],
] as const)('on %s only %s shows its key, not %s', (screen, own, other, row) => {
  const context = { ...inGrid, ...row, screen }
  expect(freeKeyLabel(own, context)).toMatch(/^Alt/)
  expect(freeKeyLabel(other, context)).toBe('')
})

test('a key that is used for another command on one screen is still shown on others', () => {
  expect(freeKeyLabel('freight.my-info', { ...inGrid, screen: 'Alloc' })).toBe('Alt+I')
  expect(freeKeyLabel('ledger.why', { ...inGrid, screen: 'InventoryByLot' })).toBe('Alt+Y')
})
