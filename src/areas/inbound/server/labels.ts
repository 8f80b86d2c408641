import sql from 'sql-template-tag'
import { labelHandlers } from '#areas/inventory/server/label-handlers.ts'
import { handleQuery, type Handler } from '#server/engine/handler.ts'
import { labelHistory, receiptLabels } from '../operations/labels.ts'

const receiptLines = sql`
  select r.receipt_no doc_no, l.line_no, r.wcode, l.owner_cd, o.owner_nm, r.receipt_dt doc_dt,
    l.stock_cd, k.stock_nm, k.barcode, k.box_qty, l.lot_no, l.valid_dt, l.order_qty qty, l.cell_cd,
    s.supplier_nm party_nm
  from receipt_line l
  join receipt r using (receipt_no)
  join owner o on o.owner_cd = l.owner_cd
  join stock k on k.owner_cd = l.owner_cd and k.stock_cd = l.stock_cd
  left join supplier s on s.owner_cd = r.owner_cd and s.supplier_cd = r.supplier_cd
  where r.state_cd in ('10', '20', '30')`

/** Labels of receipts, and all that were printed. */
export const receiptLabelHandlers: readonly Handler[] = [
  ...labelHandlers(receiptLabels, receiptLines),
  handleQuery(labelHistory, 'v.print_no desc', () => sql`select * from label_print`),
]
