/** A database guard, the SQL that removes it, and the tests that must detect its absence. */
export interface Guard {
  readonly name: string
  readonly without: string
  readonly tests: readonly string[]
}

const ledger = ['tests/areas/inventory/ledger.test.ts']
const inventoryGuards = ['tests/areas/inventory/database-guards.test.ts']
const watch = ['tests/areas/inventory/ledger-watch.test.ts']
const whole = ['tests/areas/inventory/whole-quantities.test.ts']
const fixedColumns = ['tests/areas/master/fixed-columns.test.ts']
const returns = ['tests/areas/outbound/serial-lives.test.ts']
const outbound = [
  'tests/areas/outbound/allocation.test.ts',
  'tests/areas/outbound/shipping.test.ts',
]
const recalls = ['tests/areas/inventory/recall.test.ts']
const backorders = ['tests/areas/outbound/backorders.test.ts']
const missing = ['tests/areas/outbound/missing-stock.test.ts']
const lineage = ['tests/areas/inventory/lineage.test.ts']
const closedDays = ['tests/areas/reports/closed-days.test.ts']
const docPeriods = ['tests/areas/billing/doc-periods.test.ts']
const returned = ['tests/areas/returns/inspection.test.ts']
const returnGuards = ['tests/areas/returns/database-guards.test.ts']
const storageClasses = ['tests/areas/inventory/storage-classes.test.ts']
const freight = ['tests/areas/billing/freight-invoices.test.ts']
const ambiguousCodes = ['tests/areas/outbound/ambiguous-codes.test.ts']

/** Removes one exception from a function and leaves the rest unchanged. */
function withoutRaise(name: string, message: string): string {
  return `do $do$ declare was text := pg_get_functiondef('${name}'::regproc); now text; begin
    now := regexp_replace(was, 'raise exception ''${message}.*?;', 'null;');
    if now = was then raise exception using message = '${name} refuses something else'; end if;
    execute now; end $do$`
}

const trigger = (name: string, table: string, tests: readonly string[]): Guard => ({
  name: `trigger ${name}`,
  without: `drop trigger ${name} on ${table}`,
  tests,
})

const constraint = (name: string, table: string, tests: readonly string[]): Guard => ({
  name: `constraint ${name}`,
  without: `alter table ${table} drop constraint ${name}`,
  tests,
})

const raiseGuard = (name: string, message: string, tests: readonly string[]): Guard => ({
  name: `refusal «${message}»`,
  without: withoutRaise(name, message),
  tests,
})

/**
 * Guards of the stock ledger, item codes and carton numbers. `stock_balance_not_negative` is not
 * included: allocated stock is never negative and never above the stock, so it follows from the
 * other three. The guard against changing the key of a balance is not included either, because no
 * trigger changes it and no other role is allowed to.
 */
export const guards: readonly Guard[] = [
  constraint('stock_balance_available', 'stock_balance', ledger),
  trigger('stock_balance_guard', 'stock_balance', ledger),
  raiseGuard('guard_balance', 'balances change by movements and allocations only', ledger),
  raiseGuard('guard_balance', 'a balance starts at zero', ledger),
  trigger('recall_kept', 'recall', recalls),
  {
    name: 'index recall_open',
    without: 'drop index recall_open',
    tests: recalls,
  },
  trigger('stock_balance_never_deleted', 'stock_balance', ledger),
  trigger('stock_movement_append_only', 'stock_movement', ledger),
  trigger('stock_movement_no_truncate', 'stock_movement', ledger),
  trigger('allocation_never_deleted', 'allocation', ledger),
  constraint('stock_movement_qty_check', 'stock_movement', ledger),
  constraint('stock_movement_check', 'stock_movement', ledger),
  constraint('stock_movement_reverses_no_key', 'stock_movement', ledger),
  constraint('stock_movement_reversal_reason', 'stock_movement', ledger),
  raiseGuard('post_movements', 'a movement keeps warehouse', ledger),
  raiseGuard('post_movements', 'a reversal is equal and opposite', ledger),
  raiseGuard('refuse_bad_promises', 'shipment % line %', ledger),
  constraint('shipment_line_steps', 'shipment_line', ledger),
  constraint('receipt_line_tolerance', 'receipt_line', inventoryGuards),
  constraint('count_line_moved', 'count_line', inventoryGuards),
  constraint('count_line_other_approver', 'count_line', inventoryGuards),
  constraint('count_line_other_counter', 'count_line', inventoryGuards),
  constraint('adjust_request_second_user', 'adjust_request', inventoryGuards),
  trigger('stock_movement_correct', 'stock_movement', closedDays),
  trigger('receipt_reject_correct', 'receipt_reject', closedDays),
  trigger('closed_line_append_only', 'closed_line', closedDays),
  trigger('closed_line_no_truncate', 'closed_line', closedDays),
  trigger('stock_movement_period', 'stock_movement', docPeriods),
  trigger('doc_period_kept', 'doc_period', docPeriods),
  trigger('doc_request_kept', 'doc_request', docPeriods),
  constraint('doc_request_second_user', 'doc_request', docPeriods),
  {
    name: 'index shipment_owner_order',
    without: 'drop index shipment_owner_order',
    tests: inventoryGuards,
  },
  trigger('stock_movement_post', 'stock_movement', outbound),
  trigger('allocation_made', 'allocation', outbound),
  trigger('allocation_changed', 'allocation', outbound),
  trigger('stock_movement_queue', 'stock_movement', watch),
  trigger('stock_fixed', 'stock', fixedColumns),
  trigger('cell_fixed', 'cell', fixedColumns),
  trigger('zone_fixed', 'zone', fixedColumns),
  trigger('stock_movement_whole', 'stock_movement', whole),
  trigger('receipt_line_whole', 'receipt_line', whole),
  trigger('shipment_line_whole', 'shipment_line', whole),
  trigger('scm_order_line_whole', 'scm_order_line', whole),
  trigger('bonded_item_whole', 'bonded_item', whole),
  trigger('shipment_match_remains', 'shipment_match', returns),
  raiseGuard('start_serial_life', 'the serial has not been returned', returns),
  raiseGuard('refuse_excess_returns', 'more returned than shipped', returns),
  raiseGuard('refuse_excess_returns', 'a returned serial has left again', returns),
  trigger('stock_codes_once', 'stock', ambiguousCodes),
  trigger('stock_codes_once_changed', 'stock', ambiguousCodes),
  trigger('stock_unit_codes_once', 'stock_unit', ambiguousCodes),
  trigger('stock_unit_codes_once_changed', 'stock_unit', ambiguousCodes),
  trigger('stock_altcode_codes_once', 'stock_altcode', ambiguousCodes),
  trigger('stock_altcode_codes_once_changed', 'stock_altcode', ambiguousCodes),
  trigger('shipment_box_carton_once', 'shipment_box', ambiguousCodes),
  trigger('shipment_match_carton_once', 'shipment_match', ambiguousCodes),
  trigger('shipment_cartons_followed', 'shipment', ambiguousCodes),
  trigger('stock_balance_emptied', 'stock_balance', missing),
  {
    name: 'missing stock in refuse_bad_promises',
    without: `do $do$ declare was text := pg_get_functiondef('refuse_bad_promises'::regproc); begin
      execute regexp_replace(was, 'or exists \\(select from missing_stock.*?is null\\)', '');
    end $do$`,
    tests: missing,
  },
  trigger('backorder_lines_fixed', 'shipment_line', backorders),
  trigger('backorder_quantity_fixed', 'shipment_line', backorders),
  trigger('shipment_parent_fixed', 'shipment', backorders),
  trigger('invoice_in_won', 'invoice', ['tests/areas/billing/months.test.ts']),
  trigger('lot_edge_append_only', 'lot_edge', lineage),
  trigger('lot_edge_no_truncate', 'lot_edge', lineage),
  trigger('stock_movement_lineage', 'stock_movement', lineage),
  trigger('lot_spelled', 'lot', ['tests/areas/inventory/lot-case.test.ts']),
  trigger('receipt_return_order', 'receipt', ['tests/areas/returns/registering.test.ts']),
  trigger('return_grade_append_only', 'return_grade', returnGuards),
  trigger('return_grade_no_truncate', 'return_grade', returnGuards),
  trigger('return_disposal_append_only', 'return_disposal', returnGuards),
  trigger('return_disposal_no_truncate', 'return_disposal', returnGuards),
  trigger('return_grade_within', 'return_grade', returnGuards),
  trigger('return_disposal_within', 'return_disposal', returnGuards),
  trigger('stock_movement_return_cancelled', 'stock_movement', returned),
  trigger('stock_movement_inspection', 'stock_movement', returned),
  trigger('stock_storage_fixed', 'stock', storageClasses),
  trigger('cell_storage_fixed', 'cell', storageClasses),
  trigger('zone_storage_fixed', 'zone', storageClasses),
  trigger('hazard_pair_apart', 'hazard_pair', storageClasses),
  trigger('freight_billed_once', 'invoice_line', freight),
  trigger('freight_charge_kept', 'freight_charge', freight),
  trigger('booking_kept', 'booking', freight),
  trigger('freight_charge_decimals', 'freight_charge', [
    'tests/areas/freight/freight-charges.test.ts',
  ]),
]
