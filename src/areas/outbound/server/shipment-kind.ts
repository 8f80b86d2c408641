import sql from 'sql-template-tag'
import type { PartnerKind } from '#areas/master/server/partner-kind.ts'
import { quoteCodes } from '#server/engine/quote-codes.ts'
import {
  shipmentMessageFacts,
  shipmentMessageFields,
  shipmentMessageResults,
  shipmentMessages,
} from '../operations/partner.ts'
import { shipmentStatus } from '../rules/shipment-status.ts'
import { uploadShipmentsHandler } from './shipments.ts'

const shipped = sql`
  select l.line_no, l.stock_cd, l.order_qty, g.lot_no, coalesce(g.qty, 0) qty, l.remark,
    (select string_agg(b.box_no || ' ' || trim_scale(b.qty), ', ' order by b.box_no)
      from shipment_box_line b
      where b.shipment_no = l.shipment_no and b.line_no = l.line_no) box_nos,
    (select string_agg(m.match_no, ', ' order by m.match_no) from shipment_match m
      where m.shipment_no = l.shipment_no and m.line_no = l.line_no) serial_nos
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

export const shipmentKind: PartnerKind = {
  code: 'SHIPMENT',
  operations: shipmentMessages,
  fields: shipmentMessageFields,
  results: shipmentMessageResults,
  edi: { message: '940', result: '945' },
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
