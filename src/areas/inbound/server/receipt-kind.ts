import sql from 'sql-template-tag'
import { label } from '#kernel/label.ts'
import type { PartnerKind } from '#areas/master/server/partner-kind.ts'
import { isMovementInEffect } from '#areas/inventory/server/reverse-movements.ts'
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
        and t.valid_dt is not distinct from g.valid_dt and ${isMovementInEffect}) serial_nos
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
  messageText: label(
    '입고예정(ASN)입니다. OWNER_ORDER_NO가 같은 행은 한 입고전표가 되므로 RECEIPT_DT와 SUPPLIER_CD가 같아야 합니다. 이미 등록된 OWNER_ORDER_NO는 오류입니다.',
    'Advance notice of a receipt. Lines with the same OWNER_ORDER_NO form one receipt, and must have the same RECEIPT_DT and SUPPLIER_CD. An OWNER_ORDER_NO that is already registered is an error.',
  ),
  resultText: label(
    '전표를 모두 입고하거나 취소하면 보냅니다. 한 행을 여러 로트로 입고하면 로트마다 한 행씩, 같은 LINE_NO로 보냅니다.',
    'Sent when the receipt is completely received, or cancelled. A line received in several lots has one row for each lot, with the same LINE_NO.',
  ),
  notes: {
    OWNER_ORDER_NO: label('화주 시스템의 오더번호', 'Your order number'),
    ORDER_QTY: label('예정수량', 'Expected quantity'),
    CELL_CD: label('지정하지 않으면 창고에서 선택', 'If empty, the warehouse selects the cell'),
    SERIALS: label(
      '예정 시리얼. 공백·쉼표·세미콜론으로 구분한 하나의 텍스트이며 SN0001~SN0100처럼 범위도 가능. ORDER_QTY를 넘을 수 없고, 입고부터 시리얼을 관리하는 품목만 가능',
      'Expected serials, as one text separated by spaces, commas or semicolons; SN0001~SN0100 is a range. At most ORDER_QTY serials, and only for items whose serials are tracked from receipt',
    ),
    RESULT_QTY: label('입고한 수량', 'Received quantity'),
    REJECT_QTY: label('불합격수량', 'Quantity rejected on arrival'),
    SERIAL_NOS: label('입고한 시리얼. 쉼표로 구분', 'Received serials, separated by commas'),
  },
  resultNotes: { LOT_NO: label('입고한 로트', 'Received lot') },
  unreported: ['CELL_CD', 'SERIALS'],
  exampleResult: {
    RESULT: 'DONE',
    DOC_NO: 'RC-20261201-0001',
    LINES: [
      {
        LINE_NO: 1,
        OWNER_ORDER_NO: 'PO-2026-0002',
        RECEIPT_DT: '20261201',
        STOCK_CD: 'ITEM-3',
        ORDER_QTY: 3,
        RESULT_QTY: 2,
        REJECT_QTY: 1,
        SERIAL_NOS: 'SN0001, SN0002',
      },
    ],
  },
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
    {
      OWNER_ORDER_NO: 'PO-2026-0002',
      RECEIPT_DT: '20261201',
      STOCK_CD: 'ITEM-3',
      ORDER_QTY: 2,
      SERIALS: 'SN0001~SN0002',
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
          'SERIAL_NOS', x.serial_nos, 'REMARK', x.remark)) order by x.line_no, x.lot_no, x.valid_dt), '[]')
        from (${received}) x) lines
    from d join receipt r on r.receipt_no = d.doc_no`,
}
