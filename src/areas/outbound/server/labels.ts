import sql from 'sql-template-tag'
import { labelHandlers } from '#areas/inventory/server/label-handlers.ts'
import type { Handler } from '#server/engine/handler.ts'
import { quoteCodes } from '#server/engine/quote-codes.ts'
import { labelsA, labelsB, labelsC, standardLabels } from '../operations/labels.ts'
import { shipmentStepFrom } from '../rules/shipment-status.ts'
import { findLineStops } from './stops.ts'

const shipmentLines = sql`
  select s.shipment_no doc_no, l.line_no, s.wcode, l.owner_cd, o.owner_nm, s.shipment_dt doc_dt,
    l.stock_cd, k.stock_nm, k.barcode, k.box_qty, coalesce(g.lot_no, l.lot_no) lot_no, g.valid_dt,
    l.order_qty qty, g.cell_cd, g.pallet_no, g.box_no, t.ship_to_nm party_nm,
    null::text balance_id
  from shipment_line l
  join shipment s using (shipment_no)
  join owner o on o.owner_cd = l.owner_cd
  join stock k on k.owner_cd = l.owner_cd and k.stock_cd = l.stock_cd
  left join ship_to t on t.owner_cd = s.owner_cd and t.ship_to_cd = s.ship_to_cd
  -- Lot, date, cell, pallet and box are printed only if they are equal for all stock of the line.
  left join lateral (
    select case when count(distinct lot.valid_dt) = 1 then min(lot.valid_dt) end valid_dt,
      case when count(distinct lot.lot_no) = 1 then nullif(min(lot.lot_no), '') end lot_no,
      case when count(distinct b.cell_cd) = 1 then min(b.cell_cd) end cell_cd,
      case when count(distinct b.pallet_no) = 1 then nullif(min(b.pallet_no), '') end pallet_no,
      case when count(distinct b.box_no) = 1 then nullif(min(b.box_no), '') end box_no
    from allocation a join stock_balance b using (balance_id) join lot using (lot_id)
    where a.shipment_no = l.shipment_no and a.line_no = l.line_no
      and a.alloc_qty + a.pick_qty + a.ship_qty > 0) g on true
  where s.state_cd not in (${quoteCodes(shipmentStepFrom.skipReports)})`

export const shipmentLabelHandlers: readonly Handler[] = [
  standardLabels,
  labelsA,
  labelsB,
  labelsC,
].flatMap((forms) => labelHandlers(forms, shipmentLines, findLineStops))
