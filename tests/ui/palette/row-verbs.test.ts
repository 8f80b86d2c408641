// @vitest-environment jsdom
import { afterEach, expect, test } from 'vitest'
import { commandIds } from '#commands/index.ts'
import { paletteEntries } from '#ui/command-line/palette-entries.ts'
import { isOffered } from '#ui/dispatch/run-command.ts'
import { currentContext } from '#ui/dispatch/context.ts'
import { registerPage, type PageRegistration } from '#ui/tabs/page-registry.ts'
import { activeTab } from '#ui/tabs/tabs.ts'
import { stockBalance } from '#areas/inventory/tables/stock-balance.ts'
import { grantMenus } from '#tests/ui/pages/page-support.ts'

let leave: () => void = () => {}
afterEach(() => leave())

/** A page whose current row is a piece of stock. */
function onStock(): void {
  const page: PageRegistration = {
    handle: { search: async () => true, focus: () => true, rows: () => [] },
    offers: () => ({}),
    context: () => ({ grid: true, hasRows: true, ofStock: true }),
    status: () => ({}),
    currentRow: () => ({ BALANCE_ID: '1' }),
    currentTable: () => stockBalance.name,
    isDirty: () => false,
  }
  leave = registerPage(activeTab().key, page)
}

test('stock is held, moved and looked into only by who may', () => {
  onStock()
  const offered = () =>
    commandIds.filter((id) => id.startsWith('inventory.') && isOffered(id, currentContext()))
  grantMenus({ InventoryByLot: ['search'], InventoryHistory: ['search'] })
  expect(offered()).toEqual(['inventory.open-history'])
  grantMenus({ InventoryByLot: ['search'], InventoryHold: ['search'] })
  expect(offered()).not.toContain('inventory.hold')
  grantMenus({ InventoryHold: ['search', 'save'], InventoryMove: ['search'] })
  expect(offered()).toEqual(expect.arrayContaining(['inventory.hold', 'inventory.move']))
})

test('the verbs of the row come before what can be done anywhere', () => {
  onStock()
  grantMenus({ InventoryHold: ['search', 'save'] })
  const found = paletteEntries(currentContext(), []).filter(({ group }) => group === 'command')
  const names = found.map(({ command }) => command)
  expect(names.indexOf('inventory.hold')).toBeLessThan(names.indexOf('app.help'))
  expect(names.slice(0, 2).every((id) => id?.startsWith('inventory.'))).toBe(true)
})
