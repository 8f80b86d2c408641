// @vitest-environment jsdom
import { afterEach, expect, test } from 'vitest'
import { commandIds, commands } from '#commands/index.ts'
import type { Command } from '#kernel/command.ts'
import { paletteEntries } from '#ui/command-line/palette-entries.ts'
import { isOffered } from '#ui/dispatch/run-command.ts'
import { currentContext } from '#ui/dispatch/context.ts'
import { registerPage, type PageRegistration } from '#ui/tabs/page-registry.ts'
import { activeTab } from '#ui/tabs/tabs.ts'
import { stockBalance } from '#areas/inventory/tables/stock-balance.ts'
import { screens } from '#tests/support/all-screens.ts'
import { grantMenus } from '#tests/ui/pages/page-support.ts'

const all: readonly (readonly [string, Command])[] = Object.entries(commands)

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

test('what a command needs is a screen there is, and an action of it', () => {
  const wrong = all.flatMap(([id, { needs }]) => {
    const [route = '', action] = needs?.split(':') ?? []
    const known =
      needs === undefined || (route in screens && /^(?:save|print)?$/.test(action ?? ''))
    return known ? [] : [`${id}: ${needs}`]
  })
  expect(wrong).toEqual([])
  expect(all.filter(([, { needs }]) => needs !== undefined).length).toBeGreaterThan(20)
})

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
