import sql from 'sql-template-tag'
import type { PartnerKind } from '#areas/master/server/partner-kind.ts'
import { standing } from '#areas/inventory/server/reverse-movements.ts'
import { quoteCodes } from '#server/engine/quote-codes.ts'
import {
  receiptMessageFields,
  receiptMessageResults,
  receiptMessages,
} from '../operations/partner.ts'
import { receiptStatus } from '../rules/receipt-status.ts'
import { uploadReceiptsHandler } from './receipts.ts'

/** Received quantities by lot. A line without receipts has one row with quantity 0. */
const received = sql`
  select l.line_no, l.stock_cd, l.order_qty, l.reject_qty, g.lot_no, g.made_dt, g.valid_dt,
    coalesce(g.qty, 0) qty, l.remark,
    (select string_agg(s.serial_no, ', ' order by s.serial_no)
      from stock_movement m
      join stock_balance b on b.balance_id = m.to_balance_id
      join lot t using (lot_id)
      join serial_event e on e.movement_no = m.movement_no
      join serial s using (serial_id)
      where m.doc_no = l.receipt_no and m.doc_line = l.line_no and m.movement_cd = 'RECEIPT'
        and t.lot_no = g.lot_no and t.made_dt is not distinct from g.made_dt
        and t.valid_dt is not distinct from g.valid_dt and ${standing}) serial_nos
  from receipt_line l
  left join (
    select m.doc_no, m.doc_line, t.lot_no, t.made_dt, t.valid_dt,
      sum(case when m.to_place_cd = 'CELL' then m.qty else -m.qty end) qty
    from stock_movement m
    join stock_balance b on b.balance_id = coalesce(m.to_balance_id, m.from_balance_id)
    join lot t using (lot_id)
    where m.movement_cd = 'RECEIPT' group by 1, 2, 3, 4, 5) g
    on g.doc_no = l.receipt_no and g.doc_line = l.line_no and g.qty <> 0
  where l.receipt_no = r.receipt_no`

export const receiptKind: PartnerKind = {
  code: 'RECEIPT',
  operations: receiptMessages,
  fields: receiptMessageFields,
  results: receiptMessageResults,
  edi: { message: '943', result: '944' },
  example: [
    {
      OWNER_ORDER_NO: 'PO-2026-0001',
      RECEIPT_DT: '20261201',
      SUPPLIER_CD: 'MAKER-1',
      STOCK_CD: 'ITEM-1',
      ORDER_QTY: 120,
      LOT_NO: 'L2611',
      REMARK: 'Dock 2',
    },
    {
      OWNER_ORDER_NO: 'PO-2026-0001',
      RECEIPT_DT: '20261201',
      SUPPLIER_CD: 'MAKER-1',
      STOCK_CD: 'ITEM-2',
      ORDER_QTY: '48',
    },
  ],
  number: 'RECEIPT_NO',
  convert: (call) => uploadReceiptsHandler.run(call),
  outcome: sql`
    select r.receipt_no doc_no, '{}'::jsonb facts,
      case r.state_cd when ${quoteCodes(receiptStatus.cancelled)} then 'CANCELLED'
        when ${quoteCodes(receiptStatus.received)} then 'DONE' else 'OPEN' end result_cd,
      (select coalesce(jsonb_agg(jsonb_strip_nulls(jsonb_build_object(
          'OWNER_ORDER_NO', r.owner_order_no, 'RECEIPT_DT', to_char(r.receipt_dt, 'YYYYMMDD'),
          'SUPPLIER_CD', r.supplier_cd, 'LINE_NO', x.line_no, 'STOCK_CD', x.stock_cd,
          'ORDER_QTY', trim_scale(x.order_qty), 'RESULT_QTY', trim_scale(x.qty),
          'REJECT_QTY', trim_scale(x.reject_qty), 'LOT_NO', nullif(x.lot_no, ''),
          'MADE_DT', to_char(x.made_dt, 'YYYYMMDD'), 'VALID_DT', to_char(x.valid_dt, 'YYYYMMDD'),
          'SERIAL_NOS', x.serial_nos,          'REMARK', x.remark)) order by x.line_no, x.lot_no, x.valid_dt), '[]')
        from (${received}) x) lines
    from d join receipt r on r.receipt_no = d.doc_no`,
}
