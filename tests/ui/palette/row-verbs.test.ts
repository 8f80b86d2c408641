// @vitest-environment jsdom
import { afterEach, expect, test, vi } from 'vitest'
import { label } from '#kernel/label.ts'
import { t } from '#ui/base/language.ts'
import { commandIds, type CommandId } from '#commands/index.ts'
import { paletteEntries } from '#ui/command-line/palette-entries.ts'
import { recordAction } from '#ui/tabs/last-action.ts'
import { executeCommand, isOffered } from '#ui/keys/dispatch/run-command.ts'
import { shellHandle } from '#ui/keys/dispatch/shell-reference.ts'
import { connectShell } from '#ui/shell/shell-handle.ts'
import { currentContext } from '#ui/keys/dispatch/context.ts'
import { registerPage, type PageRegistration } from '#ui/tabs/page-registry.ts'
import { activeTab } from '#ui/tabs/tabs.ts'
import type { WireRow } from '#kernel/field.ts'
import '#areas/billing/tables/doc-period.ts'
import '#areas/inventory/tables/adjust-request.ts'
import '#areas/supply-chain/tables/scm-order.ts'
import '#areas/system/tables/grant-request.ts'
import { receipt } from '#areas/inbound/tables/receipt.ts'
import { shipment } from '#areas/outbound/tables/shipment.ts'
import { undoWork } from '#areas/inventory/operations/stock-verbs.ts'
import { stockBalance } from '#areas/inventory/tables/stock-balance.ts'
import { grantMenus } from '#tests/ui/pages/page-support.ts'

let leave: () => void = () => {}
afterEach(() => leave())

function onRow(table: string, row: WireRow, extra: Partial<PageRegistration> = {}): void {
  const page: PageRegistration = {
    handle: { search: async () => true, focus: () => true, rows: () => [row] },
    offers: () => ({ 'page.save': async () => true }),
    context: () => ({ grid: true, hasRows: true, ofStock: true }),
    status: () => ({}),
    currentRow: () => row,
    currentTable: () => table,
    isDirty: () => false,
    ...extra,
  }
  leave = registerPage(activeTab().key, page)
}

const onStock = (): void => onRow(stockBalance.name, { BALANCE_ID: '1' })

test.each([
  ['10', ['outbound.allocate']],
  ['20', ['outbound.open-list', 'outbound.cancel-allocation']],
  ['40', ['outbound.open-check']],
  ['50', ['outbound.ship']],
  ['60', ['outbound.cancel-shipping']],
  ['90', []],
])('a shipment in state %s is offered the commands of that state', (STATE_CD, expected) => {
  onRow(shipment.name, { SHIPMENT_NO: 'SH-1', STATE_CD })
  grantMenus({
    Alloc: ['search', 'save'],
    AllocCancel: ['search', 'save'],
    PickingList: ['search'],
    Picking: ['search'],
    ShippedCheck: ['search'],
    Shipping: ['search', 'save'],
    ShippingCancel: ['search', 'save'],
  })
  const steps = commandIds.filter(
    (id) => id.startsWith('outbound.') && isOffered(id, currentContext()),
  )
  expect(steps).toEqual(expected)
})

const noPermission = t(label('권한 없음', 'No permission'))

test('a command without permission names the missing permission wherever it is listed', () => {
  grantMenus({ PickingList: ['search'], InventoryHold: ['search'] })
  const notes = new Map(
    paletteEntries(currentContext(), []).map(({ command, note }) => [command, note]),
  )
  const lacking: readonly CommandId[] = [
    'outbound.allocate',
    'outbound.plan-allocation',
    'outbound.allocate-lines',
    'outbound.allocate-by-hand',
    'outbound.cancel-allocation',
    'outbound.add-ship-to',
  ]
  for (const id of lacking)
    expect([id, notes.get(id)]).toEqual([id, expect.stringContaining(noPermission)])
  expect(notes.get('outbound.open-list')).not.toContain(noPermission)
  grantMenus({ Alloc: ['search'] })
  const readOnly = paletteEntries(currentContext(), [])
  const plan = readOnly.find(({ command }) => command === 'outbound.plan-allocation')
  expect(plan?.note).toContain(noPermission)
})

test('a command without permission refers to that permission, on any page', async () => {
  grantMenus({ PickingList: ['search'] })
  const requests: unknown[] = []
  vi.stubGlobal('fetch', (_: unknown, { body }: { body: string }) => {
    requests.push(JSON.parse(body))
    return Promise.resolve(Response.json({ message: 'ask' }))
  })
  expect(await executeCommand('outbound.plan-allocation')).toBe(false)
  expect(await executeCommand('outbound.add-ship-to')).toBe(false)
  expect(await executeCommand('outbound.allocate')).toBe(false)
  expect(requests).toEqual([
    { MENU_ID: 'Alloc', ACTION: 'search' },
    { MENU_ID: 'AddShipToPopup', ACTION: 'search' },
    { MENU_ID: 'Alloc', ACTION: 'save' },
  ])
  vi.unstubAllGlobals()
  // Keys held during a command are released after its test, and find the page by `CSS.escape`.
  Object.assign(globalThis, { CSS: { escape: (name: string) => name } })
})

test('stock commands are offered only to users with permission', () => {
  onStock()
  const getOffered = () =>
    commandIds.filter((id) => id.startsWith('inventory.') && isOffered(id, currentContext()))
  grantMenus({ InventoryByLot: ['search'], InventoryHistory: ['search'] })
  expect(getOffered()).toEqual(['inventory.open-history'])
  grantMenus({ InventoryByLot: ['search'], InventoryHold: ['search'] })
  expect(getOffered()).not.toContain('inventory.hold')
  grantMenus({ InventoryByLot: ['search'], InventoryMove: ['search'] })
  expect(getOffered()).not.toContain('inventory.move')
  grantMenus({ InventoryHold: ['search', 'save'], InventoryMove: ['search', 'save'] })
  expect(getOffered()).toEqual(expect.arrayContaining(['inventory.hold', 'inventory.move']))
})

test('a request of another kind with the same number is not offered for approval', () => {
  onRow('grant_request', { REQUEST_NO: '12', STATE_CD: 'R' })
  grantMenus({ InventoryAdjust: ['search', 'save'], DocPeriod: ['search', 'save'] })
  expect(isOffered('inventory.approve-adjust', currentContext())).toBe(false)
  expect(isOffered('billing.approve-correction', currentContext())).toBe(false)
})

test.each([
  [{ MOVEMENT_NO: '1', RECEIPT_NO: 'RC-1' }, 'ReceiptCreate', { RECEIPT_NO: 'RC-1' }],
  [{ MOVEMENT_NO: '1', SHIPMENT_NO: 'SH-1' }, 'ShipmentCreate', { SHIPMENT_NO: 'SH-1' }],
  [{ MOVEMENT_NO: '1', MOVEMENT_CD: 'MOVE', DOC_NO: '7' }, 'InventoryHistory', { DOC_NO: '7' }],
])('the document of movement %j is opened', async (row, route, search) => {
  connectShell()
  const open = vi.spyOn(shellHandle(), 'open').mockReturnValue()
  onRow('stock_movement', row)
  grantMenus({ InventoryHistory: ['search'] })
  expect(await executeCommand('inventory.open-document')).toBe(true)
  expect(open).toHaveBeenCalledWith(route, search)
  open.mockRestore()
})

test.each([
  ['a box', { SCM_NO: 'SO-1', SHIPMENT_NO: 'SH-1' }, {}, 'ShipmentCreate'],
  ['a line', { SCM_NO: 'SO-1' }, { DOC_NO: 'RC-1', KIND_CD: 'IN' }, 'ReceiptCreate'],
])('%s of an order opens its document', async (_, row, document, route) => {
  connectShell()
  const open = vi.spyOn(shellHandle(), 'open').mockReturnValue()
  onRow('scm_order', row, { documentRow: () => document })
  expect(await executeCommand('scm.open-document')).toBe(true)
  expect(open).toHaveBeenCalledWith(route, expect.anything())
  open.mockRestore()
})

test('users who may only request adjustments are not offered the commands to approve or reject them', () => {
  onRow('adjust_request', { REQUEST_NO: 'AJ-1', STATE_CD: '10' })
  const getDecisions = () =>
    commandIds.filter((id) => id.endsWith('-adjust') && isOffered(id, currentContext()))
  grantMenus({ InventoryAdjust: ['search', 'save:inventory/adjust'] })
  expect(getDecisions()).toEqual([])
  grantMenus({ InventoryAdjust: ['search', 'save'] })
  expect(getDecisions()).toEqual(['inventory.approve-adjust', 'inventory.reject-adjust'])
  onStock()
  grantMenus({ InventoryAdjust: ['search', 'save:inventory/adjust'] })
  expect(isOffered('inventory.adjust', currentContext())).toBe(true)
})

test('closed periods are reopened from their own rows only', () => {
  grantMenus({ DocPeriod: ['search', 'save'] })
  const owner = { WCODE: 'W01', OWNER_CD: 'HANBIT' }
  onRow('doc_period', owner)
  expect(isOffered('billing.reopen-period', currentContext())).toBe(true)
  leave()
  onRow(receipt.name, { ...owner, RECEIPT_NO: 'RC-1', STATE_CD: '30' })
  expect(isOffered('billing.reopen-period', currentContext())).toBe(false)
})

test('call back and report loss are offered on stock sent from this warehouse and to users with permission', () => {
  const getOffered = () =>
    (['inventory.call-back', 'inventory.lose'] as const).filter((id) =>
      isOffered(id, currentContext()),
    )
  grantMenus({ InventoryTransferWarehouse: ['search', 'save'] })
  onRow(stockBalance.name, { BALANCE_ID: null, TRANSFER_KEY: 'T1', TRANSIT_NO: '1' })
  expect(getOffered()).toEqual(['inventory.call-back', 'inventory.lose'])
  grantMenus({ InventoryTransferWarehouse: ['search', 'save:inventory/call-back-transfer'] })
  expect(getOffered()).toEqual(['inventory.call-back'])
  grantMenus({ InventoryTransferWarehouse: ['search', 'save'] })
  leave()
  onRow(stockBalance.name, { BALANCE_ID: null, TRANSFER_KEY: 'T1', TRANSIT_NO: null })
  expect(getOffered()).toEqual([])
})

const onStockVerbs = () =>
  ['inventory.hold', 'inventory.release', 'inventory.move', 'inventory.count', 'inventory.adjust']
    .filter((id) => commandIds.some((commandId) => commandId === id))
    .filter((id) => isOffered(id as CommandId, currentContext()))

const working = ['search', 'save']
const grantWork = (): void =>
  grantMenus({
    InventoryHold: working,
    InventoryMove: working,
    InventoryAdjust: working,
    StocktakingJobWork: working,
  })

test('a report row offers the commands of the stock it is made of', () => {
  onRow('stock', { OWNER_CD: 'HANBIT', STOCK_CD: 'K1' })
  grantWork()
  expect(onStockVerbs()).toEqual([])
  leave()
  onRow(
    'stock',
    { OWNER_CD: 'HANBIT', STOCK_CD: 'K1' },
    { isMadeOf: ({ name }) => name === stockBalance.name },
  )
  expect(onStockVerbs()).toHaveLength(5)
})

test('stock as of a past date offers no commands', () => {
  grantWork()
  onStock()
  expect(onStockVerbs()).toHaveLength(5)
  leave()
  onRow(stockBalance.name, { BALANCE_ID: '1' }, { context: () => ({ grid: true, past: true }) })
  expect(onStockVerbs()).toEqual([])
})

test('the commands of the row form a separate group before global commands', () => {
  onStock()
  grantMenus({ InventoryHold: ['search', 'save'] })
  const found = paletteEntries(currentContext(), [])
  const groups = new Map(found.map(({ command, group }) => [command, group]))
  expect(groups.get('inventory.hold')).toBe('row')
  expect(groups.get('app.help')).toBe('command')
  const names = found.map(({ command }) => command)
  expect(names.indexOf('inventory.hold')).toBeLessThan(names.indexOf('app.help'))
  const ofRow = found.filter(({ group }) => group === 'row').map(({ command }) => command)
  expect(ofRow.filter((id) => !/^(?:inventory|ledger|row)\./.test(id ?? ''))).toEqual([])
})

test('the commands of a screen for its rows are actions on the row', () => {
  const screen = { grid: true, hasRows: true, 'can.save': true, screen: 'CmsMyBooking' }
  const found = paletteEntries({ ...currentContext(), ...screen }, [])
  const groups = new Map(found.map(({ command, group }) => [command, group]))
  expect(groups.get('freight.roll-over')).toBe('row')
  expect(groups.get('freight.open-bills')).toBe('row')
  const cells = paletteEntries({ ...currentContext(), ...screen, screen: 'Cell' }, [])
  const names = cells.map(({ command }) => command)
  expect(names.indexOf('master.generate-cells')).toBeLessThan(names.indexOf('app.help'))
})

test.each([
  ['10', ['inbound.receive-bulk', 'inbound.open-receiving', 'inbound.open-labels']],
  ['30', ['inbound.open-labels', 'inbound.open-cancel']],
  ['90', []],
])('a receipt in state %s is offered the commands of that state', (STATE_CD, expected) => {
  onRow(receipt.name, { RECEIPT_NO: 'RC-1', STATE_CD })
  const all = ['search', 'save']
  grantMenus({
    BulkReceiving: all,
    ReceivingByOrder: all,
    GenerateBarcode: all,
    CancelReceiving: all,
  })
  const steps = commandIds.filter(
    (id) => id.startsWith('inbound.') && isOffered(id, currentContext()),
  )
  expect(steps).toEqual(expected)
})

test('a save clears the undoable action because it is no longer the last one', async () => {
  onStock()
  const { key } = activeTab()
  recordAction(key, { procedure: async () => undoWork, rows: [{ DOC_NO: '1' }] })
  expect(currentContext()).toMatchObject({ undoable: true })
  expect(await executeCommand('page.save')).toBe(true)
  expect(currentContext()).toMatchObject({ undoable: false })
})
