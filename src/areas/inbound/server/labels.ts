import sql from 'sql-template-tag'
import { labelHandlers } from '#areas/inventory/server/label-handlers.ts'
import { handleQuery, type Handler } from '#server/engine/handler.ts'
import { quoteCodes } from '#server/engine/quote-codes.ts'
import { labelHistory, receiptLabels } from '../operations/labels.ts'
import { receiptStepFrom } from '../rules/receipt-status.ts'

/**
 * Parts of a line to label: the expected remainder, and the received quantities by lot, cell,
 * pallet and box.
 */
const labelParts = sql`
  select null::bigint balance_id, l.lot_no, l.valid_dt, l.cell_cd, null::text pallet_no,
    null::text box_no, l.order_qty - l.receive_qty - l.reject_qty qty
  where r.state_cd in (${quoteCodes(receiptStepFrom.receive)})
    and l.receive_qty + l.reject_qty < l.order_qty
  union all
  select b.balance_id, t.lot_no, t.valid_dt, b.cell_cd, b.pallet_no, b.box_no, sum(m.qty)
  from stock_movement m join stock_balance b on b.balance_id = m.to_balance_id
  join lot t on t.lot_id = b.lot_id
  where m.movement_cd = 'RECEIPT' and m.doc_no = l.receipt_no and m.doc_line = l.line_no
    and m.reverses_no is null
    and not exists (select from stock_movement x where x.reverses_no = m.movement_no)
  group by b.balance_id, t.lot_id`

const receiptLines = sql`
  select r.receipt_no doc_no, l.line_no, r.wcode, l.owner_cd, o.owner_nm, r.receipt_dt doc_dt,
    l.stock_cd, k.stock_nm, k.barcode, k.box_qty, s.supplier_nm party_nm,
    p.balance_id::text, nullif(p.lot_no, '') lot_no, p.valid_dt, p.cell_cd, nullif(p.pallet_no, '') pallet_no,
    nullif(p.box_no, '') box_no, p.qty
  from receipt_line l
  join receipt r using (receipt_no)
  join owner o on o.owner_cd = l.owner_cd
  join stock k on k.owner_cd = l.owner_cd and k.stock_cd = l.stock_cd
  left join supplier s on s.owner_cd = r.owner_cd and s.supplier_cd = r.supplier_cd
  cross join lateral (${labelParts}) p
  where r.state_cd in (${quoteCodes(receiptStepFrom.printLabels)})`

export const receiptLabelHandlers: readonly Handler[] = [
  ...labelHandlers(receiptLabels, receiptLines),
  handleQuery(
    labelHistory,
    'v.print_no desc',
    () => sql`
    select print_no, wcode, owner_cd, doc_no, line_no, balance_id::text balance_id, layout_cd,
      label_cd, copies, reason, printed_by, printed_at
    from label_print`,
  ),
]
