// @vitest-environment jsdom
import { afterEach, expect, test, vi } from 'vitest'
import { commandIds, type CommandId } from '#commands/index.ts'
import { billMonthStatus, invoiceStatus } from '#areas/billing/rules/billing-status.ts'
import { receiptStatus } from '#areas/inbound/rules/receipt-status.ts'
import { scmStatus } from '#areas/supply-chain/rules/scm-status.ts'
import { correctionStatus, discrepancyStatus } from '#areas/bonded/rules/cargo-status.ts'
import type { WireRow } from '#kernel/field.ts'
import '#areas/billing/operations/invoices.ts'
import '#areas/billing/operations/months.ts'
import '#areas/inbound/operations/receipts.ts'
import '#areas/freight/operations/bills.ts'
import '#areas/freight/operations/bookings.ts'
import '#areas/outbound/operations/shipments.ts'
import '#areas/supply-chain/operations/orders.ts'
import '#areas/bonded/operations/cargo.ts'
import '#areas/bonded/operations/keeping.ts'
import { unavailableText } from '#ui/forms/procedure-texts.ts'
import { executeCommand, isOffered, resolveCommand } from '#ui/keys/dispatch/run-command.ts'
import { registerPage } from '#ui/tabs/page-registry.ts'
import { activeTab } from '#ui/tabs/tabs.ts'

vi.mock('#ui/keys/dispatch/missing-permission.ts', () => ({
  isPermitted: () => true,
  missingPermission: () => undefined,
}))
const notify = vi.hoisted(() => vi.fn())
vi.mock('#ui/windows/notify.tsx', () => ({ notify, dismissResponses: () => undefined }))

let leave = (): void => undefined
afterEach(() => leave())

/** Shows one selected row of a table. */
function showRow(table: string, row: WireRow): void {
  leave = registerPage(activeTab().key, {
    handle: { search: async () => true, focus: () => false, rows: () => [row] },
    offers: () => ({}),
    context: () => ({ grid: true, hasRows: true }),
    status: () => ({}),
    currentRow: () => row,
    currentTable: () => table,
    isDirty: () => false,
  })
}

const context = { grid: true, hasRows: true, 'can.save': true, 'can.export': true }
const screens: Readonly<Record<string, string>> = {
  scm_order: 'ReceiptOrderMgt',
  booking: 'CmsMyBooking',
  bill: 'CmsBill',
}

function offeredOn(table: string, state: string, keys: WireRow, forPartner = false): CommandId[] {
  showRow(table, { ...keys, STATE_CD: state })
  const shown = { ...context, screen: screens[table], forPartner }
  const isOfTable = (id: CommandId) =>
    resolveCommand(id).on === table || (table in screens && id.startsWith('freight.'))
  const found = commandIds.filter((id) => isOfTable(id) && isOffered(id, shown))
  leave()
  return found
}

const invoice = { INVOICE_NO: 'BL-1' }
const scmOrder = { SCM_NO: 'SC-1' }
const booking = { BOOKING_ID: 'BK-1' }
const bill = { BILL_ID: 'B-1' }
const month = { WCODE: 'W01', OWNER_CD: 'GIFT', BILL_MONTH: '202611' }

test.each<[string, WireRow, string, CommandId[], CommandId[]]>([
  [
    'invoice',
    invoice,
    invoiceStatus.closed,
    ['billing.withdraw-freight', 'billing.open-statement'],
    [
      'billing.undo-issue',
      'billing.approve-invoice',
      'billing.correct-invoice',
      'billing.mail-invoices',
    ],
  ],
  [
    'invoice',
    invoice,
    invoiceStatus.issued,
    [
      'billing.undo-issue',
      'billing.approve-invoice',
      'billing.correct-invoice',
      'billing.mail-invoices',
    ],
    ['billing.withdraw-freight'],
  ],
  [
    'invoice',
    invoice,
    invoiceStatus.reopened,
    ['billing.why-invoice'],
    ['billing.mail-invoices', 'billing.open-statement', 'billing.correct-invoice'],
  ],
  [
    'bill_month',
    month,
    billMonthStatus.accruing,
    ['billing.review-month'],
    ['billing.reopen-month', 'billing.open-invoices'],
  ],
  [
    'bill_month',
    month,
    billMonthStatus.closed,
    ['billing.reopen-month', 'billing.open-invoices'],
    ['billing.review-month'],
  ],
  [
    'bonded_correction',
    { CORRECTION_NO: 'C-1' },
    correctionStatus.requested,
    ['bonded.approve-correction'],
    [],
  ],
  [
    'bonded_correction',
    { CORRECTION_NO: 'C-1' },
    correctionStatus.rejected,
    [],
    ['bonded.approve-correction', 'bonded.reject-correction'],
  ],
  [
    'scm_order',
    scmOrder,
    scmStatus.requested,
    ['scm.accept', 'scm.accept-part', 'scm.reject', 'scm.cancel', 'scm.switch-off'],
    [],
  ],
  [
    'scm_order',
    scmOrder,
    scmStatus.inProgress,
    ['scm.accept', 'scm.reject', 'scm.cancel'],
    ['scm.switch-on', 'scm.switch-off'],
  ],
  [
    'scm_order',
    scmOrder,
    scmStatus.cancelled,
    ['scm.open-document'],
    ['scm.accept', 'scm.accept-part', 'scm.reject', 'scm.cancel', 'scm.switch-on'],
  ],
  [
    'booking',
    booking,
    'RECEIVED',
    ['freight.confirm-booking', 'freight.move-booking', 'freight.roll-over'],
    ['freight.amend-booking', 'freight.expect-bonded'],
  ],
  [
    'booking',
    booking,
    'CONFIRMED',
    ['freight.confirm-booking', 'freight.amend-booking', 'freight.expect-bonded'],
    [],
  ],
  [
    'booking',
    booking,
    'CANCELLED',
    [],
    [
      'freight.confirm-booking',
      'freight.paste-confirmation',
      'freight.move-booking',
      'freight.amend-booking',
      'freight.roll-over',
      'freight.expect-bonded',
    ],
  ],
  ['bill', bill, 'DRAFT', ['freight.confirm-bill', 'freight.cancel-bill'], ['freight.amend-bill']],
  ['bill', bill, 'CONFIRMED', ['freight.amend-bill'], ['freight.confirm-bill']],
  [
    'bill',
    bill,
    'CANCELLED',
    [],
    ['freight.confirm-bill', 'freight.amend-bill', 'freight.cancel-bill'],
  ],
  ['bonded_fault', { FAULT_NO: 'F-1' }, discrepancyStatus.closed, [], ['bonded.settle-fault']],
])('on %s %o in %s, only steps from this status are offered', (table, keys, state, can, cannot) => {
  const offered = offeredOn(table, state, keys)
  expect(offered).toEqual(expect.arrayContaining(can))
  expect(cannot.filter((id) => offered.includes(id))).toEqual([])
})

test('partners are offered to cancel orders only until these are accepted', () => {
  const isOffered = (state: string) =>
    offeredOn('scm_order', state, scmOrder, true).includes('scm.cancel')
  expect(Object.values(scmStatus).filter(isOffered)).toEqual([scmStatus.requested])
})

test('on a return, no steps of its shipment are offered, but the shipment can be opened', () => {
  showRow('receipt', { RECEIPT_NO: 'RC-1', SHIPMENT_NO: 'SH-1', STATE_CD: receiptStatus.received })
  const offered = commandIds.filter(
    (id) => resolveCommand(id).on === 'shipment' && isOffered(id, context),
  )
  expect(offered).toEqual([
    'outbound.open-matching',
    'outbound.open-history',
    'outbound.attach-files',
    'outbound.add-ship-to',
  ])
})

function explain(id: CommandId, isOutOfState: boolean): string {
  const { short, title } = resolveCommand(id)
  return unavailableText((short ?? title).ko, isOutOfState)
}

test('a step that the status rules out names the status as the reason', async () => {
  showRow('invoice', { ...invoice, STATE_CD: invoiceStatus.closed })
  await executeCommand('billing.mail-invoices')
  expect(notify.mock.lastCall?.[1]).toBe(explain('billing.mail-invoices', true))
  leave()
  showRow('bill', { ...bill, STATE_CD: 'CANCELLED' })
  await executeCommand('freight.amend-bill')
  expect(notify.mock.lastCall?.[1]).toBe(explain('freight.amend-bill', false))
  await executeCommand('billing.review-month')
  expect(notify.mock.lastCall?.[1]).toBe(explain('billing.review-month', false))
})
