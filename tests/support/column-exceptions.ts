/** Columns the engine keeps on any table, whether a screen shows them or not. */
export const keptByEngine: ReadonlySet<string> = new Set([
  'version',
  'created_by',
  'created_at',
  'updated_by',
  'updated_at',
])

/** Fields with no column of their own table: joined names, sums of lines, facts worked out. */
export const fieldsWithoutColumn: Readonly<Record<string, readonly string[]>> = {
  stock_balance: [
    'owner_nm',
    'stock_nm',
    'zone_cd',
    'lot_no',
    'mark',
    'plot',
    'made_dt',
    'received_dt',
    'valid_dt',
    'available_qty',
    'hold_reason',
    'cbm',
  ],
  stock_movement: ['stock_nm', 'lot_no', 'valid_dt', 'from_cell_cd', 'to_cell_cd'],
  receipt: ['owner_nm', 'supplier_nm', 'line_count', 'order_qty', 'receive_qty', 'progress'],
  receipt_line: ['stock_nm', 'open_qty'],
  shipment: [
    'owner_nm',
    'ship_to_nm',
    'line_count',
    'order_qty',
    'alloc_qty',
    'short_qty',
    'pick_qty',
    'check_qty',
    'ship_qty',
    'progress',
  ],
  shipment_line: ['stock_nm', 'short_qty', 'reason', 'progress'],
  allocation: [
    'stock_cd',
    'stock_nm',
    'zone_cd',
    'cell_cd',
    'lot_no',
    'valid_dt',
    'picked_qty',
    'reason',
  ],
  count_job: ['line_count', 'counted_count', 'diff_count', 'progress', 'counters'],
  count_line: [
    'zone_cd',
    'cell_cd',
    'stock_cd',
    'stock_nm',
    'lot_no',
    'valid_dt',
    'pallet_no',
    'box_no',
    'condition_cd',
    'result_cd',
  ],
}

/** Columns no screen shows: keys of other tables, limits and moments the database works with. */
export const columnsWithoutField: Readonly<Record<string, readonly string[]>> = {
  warehouse: ['adjust_limit_qty'],
  stock_balance: ['lot_id'],
  stock_movement: ['from_balance_id', 'to_balance_id', 'weight_kg', 'idempotency_key'],
  receipt: ['request_yn', 'cancel_yn'],
  receipt_line: ['limit_qty'],
  shipment: ['request_yn', 'cancel_yn', 'listed_at', 'checked_at'],
  allocation: ['balance_id', 'ship_qty'],
  count_line: ['balance_id'],
}
