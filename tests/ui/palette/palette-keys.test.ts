// @vitest-environment jsdom
import { beforeAll, expect, test, vi } from 'vitest'
import type { CommandId } from '#commands/index.ts'
import type { ContextValues } from '#kernel/context-keys.ts'

/** `keyboard.ts` asks for the display mode of the window when it is loaded. */
vi.stubGlobal('matchMedia', () => ({ matches: false, addEventListener: () => undefined }))

let keyLabel: (id: CommandId, context: ContextValues) => string

beforeAll(async () => {
  const code = await import('#ui/command-line/free-key-label.ts')
  keyLabel = code.freeKeyLabel
})

const inGrid = { paletteOpen: true, pageInFront: false, zone: 'grid', grid: true, hasRows: true }

test.each([
  ['BillMonth', 'billing.open-month', 'ledger.why', { 'row.bill_month': true }],
  ['CmsMyBooking', 'freight.paste-confirmation', 'freight.my-info', {}],
  ['MenuByRole', 'rights.history', 'ledger.why', {}],
] as const)('on %s only %s shows its key, not %s', (screen, own, other, row) => {
  const context = { ...inGrid, ...row, screen }
  expect(keyLabel(own, context)).toMatch(/^Alt/)
  expect(keyLabel(other, context)).toBe('')
})

test('a key that is used for another command on one screen is still shown on others', () => {
  expect(keyLabel('freight.my-info', { ...inGrid, screen: 'Alloc' })).toBe('Alt+I')
  expect(keyLabel('ledger.why', { ...inGrid, screen: 'InventoryByLot' })).toBe('Alt+Y')
})
