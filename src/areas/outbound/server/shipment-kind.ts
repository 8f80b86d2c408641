import sql, { type Sql } from 'sql-template-tag'
import { label } from '#kernel/label.ts'
import { isMovementInEffect } from '#areas/inventory/server/reverse-movements.ts'
import type { PartnerKind } from '#areas/master/server/partner-kind.ts'
import {
  isOfProfile,
  messageDocuments,
  reportedDays,
} from '#areas/master/server/partner-results.ts'
import { quoteCodes } from '#server/engine/quote-codes.ts'
import {
  shipmentMessageFacts,
  shipmentMessageFields,
  shipmentMessageResults,
  shipmentMessages,
} from '../operations/partner.ts'
import { shipmentStatus } from '../rules/shipment-status.ts'
import { uploadShipmentsHandler } from './shipments.ts'

/** Serials that are matched only at shipping have no ledger and are listed by line, not by lot. */
const shipped = sql`
  select l.line_no, l.stock_cd, l.order_qty, g.lot_no, coalesce(g.qty, 0) qty, l.remark,
    (select string_agg(b.box_no || ' ' || trim_scale(b.qty), ', ' order by b.box_no) from (
      select box_no, qty from shipment_box_line p
      where p.shipment_no = l.shipment_no and p.line_no = l.line_no
      union all
      select match_no, qty from shipment_match m where m.shipment_no = l.shipment_no
        and m.line_no = l.line_no and m.match_cd = 'BOX') b) box_nos,
    coalesce(
      (select string_agg(s.serial_no, ', ' order by s.serial_no)
        from stock_movement m
        join stock_balance b on b.balance_id = m.from_balance_id
        join lot t using (lot_id)
        join serial_event e on e.movement_no = m.movement_no
        join serial s using (serial_id)
        where m.doc_no = l.shipment_no and m.doc_line = l.line_no and m.movement_cd = 'SHIPMENT'
          and t.lot_no = g.lot_no and ${isMovementInEffect}),
      (select string_agg(m.match_no, ', ' order by m.match_no) from shipment_match m
        where m.shipment_no = l.shipment_no and m.line_no = l.line_no
          and m.match_cd = 'SERIAL')) serial_nos
  from shipment_line l
  left join (
    select m.doc_no, m.doc_line, t.lot_no,
      sum(case when m.from_place_cd = 'CELL' then m.qty else -m.qty end) qty
    from stock_movement m
    join stock_balance b on b.balance_id = coalesce(m.from_balance_id, m.to_balance_id)
    join lot t using (lot_id)
    where m.movement_cd = 'SHIPMENT' group by 1, 2, 3) g
    on g.doc_no = l.shipment_no and g.doc_line = l.line_no and g.qty <> 0
  where l.shipment_no = r.shipment_no`

/**
 * Backorder of a shipment: the current one, or the last one if a user cancelled it. Backorders that
 * ended when their shipment was shipped are not reported separately.
 */
const getBackorders = (parent: Sql): Sql => sql`
  select shipment_no from shipment where parent_no = ${parent} and cancel_yn = 'N'
  union all
  select shipment_no from (
    select shipment_no, created_at from shipment where parent_no = ${parent} and cancel_yn = 'Y'
    order by created_at desc, shipment_no desc limit 1) s
  where exists (select from shipment_line l where l.shipment_no = ${parent} and l.backorder_qty > 0)
    and not exists (select from shipment x where x.parent_no = ${parent} and x.cancel_yn = 'N')`

export const shipmentKind: PartnerKind = {
  code: 'SHIPMENT',
  operations: shipmentMessages,
  fields: shipmentMessageFields,
  results: shipmentMessageResults,
  edi: { message: '940', result: '945' },
  messageText: label(
    '출고지시입니다. OWNER_ORDER_NO가 같은 행은 한 출고전표가 되므로 SHIPMENT_DT와 SHIP_TO_CD가 같아야 합니다. 이미 등록된 OWNER_ORDER_NO는 오류입니다.',
    'Order to ship. Lines with the same OWNER_ORDER_NO form one shipment, and must have the same SHIPMENT_DT and SHIP_TO_CD. An OWNER_ORDER_NO that is already registered is an error.',
  ),
  resultText: label(
    '출하확정하거나 취소하면 보냅니다. 한 행을 여러 로트로 출고하면 로트마다 한 행씩, 같은 LINE_NO로 보냅니다. 이월 출고는 자기 DOC_NO와 -2, -3이 붙은 OWNER_ORDER_NO로 따로 보냅니다.',
    'Sent when the shipment is shipped or cancelled. A line shipped from several lots has one row for each lot, with the same LINE_NO. A backorder has its own result, with its DOC_NO and the OWNER_ORDER_NO ending in -2, -3.',
  ),
  notes: {
    OWNER_ORDER_NO: label('화주 시스템의 오더번호', 'Your order number'),
    ORDER_QTY: label('주문수량', 'Ordered quantity'),
    LOT_NO: label('지정하면 이 로트만 출고', 'If given, only this lot is shipped'),
    SHIPMENT_DT: label('요청하는 출고일', 'Requested ship date'),
    UNIT_PRICE: label('참고용 단가', 'For information'),
    RESULT_QTY: label('출고한 수량', 'Shipped quantity'),
    BOX_NOS: label(
      '행의 박스와 수량. 예: BX-1 2, BX-2 1',
      'Boxes of the line with their quantities, as in BX-1 2, BX-2 1',
    ),
    SERIAL_NOS: label('출고한 시리얼. 쉼표로 구분', 'Shipped serials, separated by commas'),
  },
  resultNotes: {
    LOT_NO: label('출고한 로트', 'Shipped lot'),
    SHIPMENT_DT: label('전표의 출고일', 'Ship date of the document'),
  },
  unreported: ['UNIT_PRICE'],
  exampleResult: {
    RESULT: 'DONE',
    DOC_NO: 'SH-20261202-0001',
    LINES: [
      {
        LINE_NO: 1,
        OWNER_ORDER_NO: 'SO-2026-0001',
        SHIPMENT_DT: '20261202',
        SHIP_TO_CD: 'SHOP-1',
        STOCK_CD: 'ITEM-1',
        ORDER_QTY: 3,
        RESULT_QTY: 3,
        LOT_NO: 'L2611',
        BOX_NOS: 'BX-1 2, BX-2 1',
      },
    ],
    BOXES: [
      { BOX_NO: 'BX-1', WEIGHT_KG: 2.4 },
      { BOX_NO: 'BX-2', WEIGHT_KG: 1.2 },
    ],
  },
  example: [
    {
      OWNER_ORDER_NO: 'SO-2026-0001',
      SHIPMENT_DT: '20261202',
      SHIP_TO_CD: 'SHOP-1',
      STOCK_CD: 'ITEM-1',
      ORDER_QTY: 3,
    },
  ],
  facts: shipmentMessageFacts,
  number: 'SHIPMENT_NO',
  // Includes backorders, because the results of a shipment refer to them.
  source: (profile) => sql`
    with recursive family as (
      ${messageDocuments(profile, 'SHIPMENT')}
      union
      select s.shipment_no, f.owner_cd from family f
      cross join lateral (${getBackorders(sql`f.doc_no`)}) s)
    select doc_no, owner_cd from family
    union
    select m.doc_no, m.owner_cd from partner_message m
    join shipment s on s.shipment_no = m.doc_no and s.parent_no is not null
    where ${isOfProfile(profile, 'SHIPMENT')} and m.direction_cd = 'OUT'
      and m.created_at > now() - make_interval(days => ${reportedDays}::int)`,
  convert: (call) => uploadShipmentsHandler.run(call),
  outcome: sql`
    select r.shipment_no doc_no,
      (select jsonb_build_object('BOXES', coalesce(jsonb_agg(jsonb_build_object('BOX_NO', b.box_no,
          'WEIGHT_KG', trim_scale(b.weight_kg)) order by b.box_no), '[]'))
        from shipment_box b where b.shipment_no = r.shipment_no) facts,
      case r.state_cd when ${quoteCodes(shipmentStatus.cancelled)} then 'CANCELLED'
        when ${quoteCodes(shipmentStatus.shipped)} then 'DONE' else 'OPEN' end result_cd,
      (select coalesce(jsonb_agg(jsonb_strip_nulls(jsonb_build_object(
          'OWNER_ORDER_NO', r.owner_order_no, 'SHIPMENT_DT', to_char(r.shipment_dt, 'YYYYMMDD'),
          'SHIP_TO_CD', r.ship_to_cd, 'LINE_NO', x.line_no, 'STOCK_CD', x.stock_cd,
          'ORDER_QTY', trim_scale(x.order_qty), 'RESULT_QTY', trim_scale(x.qty),
          'LOT_NO', nullif(x.lot_no, ''), 'BOX_NOS', x.box_nos, 'SERIAL_NOS', x.serial_nos,
          'REMARK', x.remark)) order by x.line_no, x.lot_no), '[]') from (${shipped}) x) lines
    from d join shipment r on r.shipment_no = d.doc_no`,
}
