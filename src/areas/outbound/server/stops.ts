import sql, { join, type Sql } from 'sql-template-tag'
import { holdConditions } from '#areas/inventory/server/active-holds.ts'
import type { FindStops } from '#areas/inventory/server/label-handlers.ts'
import { conflictingRows, type RowError } from '#server/base/app-error.ts'
import type { SaveCall, SaveRow } from '#server/engine/handler.ts'
import { earliestExpiry } from './allocatable-stock.ts'
import { stopReasons, stopText, type StoppedAllocation } from '../rules/stop-reasons.ts'

interface StopRow extends StoppedAllocation, Record<string, unknown> {
  readonly alloc_id: number
  readonly shipment_no: string
  readonly line_no: number
}

/** Selects the stopped allocations among those that match a condition on allocation `a`. */
export function selectStops(today: string, condition: Sql): Sql {
  const [cell, zone, ...recalls] = holdConditions(sql`${today}::date`)
  const isPermitted = (kind: string) => sql`exists (select from expired_permit p
    where p.shipment_no = a.shipment_no and p.lot_id = lot.lot_id and p.kind_cd = ${kind})`
  return sql`
    select a.alloc_id, a.shipment_no, a.line_no, f.reason, to_char(lot.valid_dt, 'YYYY-MM-DD') valid,
      to_char(d.valid_from, 'YYYY-MM-DD') wanted, b.stock_cd stock, lot.lot_no lot, b.cell_cd cell,
      case f.reason when 'RECALL' then (select h.recall_no from held_lots(${today}::date) h
        where h.lot_id = b.lot_id) end recall
    from allocation a
    join stock_balance b using (balance_id)
    join lot using (lot_id)
    join cell c on c.wcode = b.wcode and c.cell_cd = b.cell_cd
    join zone z on z.wcode = c.wcode and z.zone_cd = c.zone_cd
    join shipment s using (shipment_no)
    cross join lateral ${earliestExpiry(today)} d
    cross join lateral (select case when ${join(recalls, ' or ')} then 'RECALL'
      when lot.valid_dt < ${today}::date and not ${isPermitted('EXPIRED')} then 'EXPIRED'
      when lot.valid_dt between ${today}::date and d.valid_from - 1
        and not ${isPermitted('SHORT_LIFE')} then 'SHORT_LIFE'
      when ${cell} or ${zone} then 'HELD'
      when 'Y' in (c.lock_yn, z.lock_yn) and a.alloc_qty > 0 then 'LOCKED' end reason) f
    where ${condition} and a.alloc_qty + a.pick_qty > 0 and f.reason is not null
    order by array_position(${[...stopReasons]}::text[], f.reason), a.alloc_id`
}

/** Rejects shipments with stopped stock. */
export async function rejectStoppedShipments(call: SaveCall): Promise<void> {
  const numbers = call.rows.map((row) => String(row.values['SHIPMENT_NO']))
  const stops = await call.tx.query<StopRow>(
    selectStops(call.today, sql`a.shipment_no = any(${numbers}::text[])`),
  )
  const byNumber = Map.groupBy(stops, (stop) => stop.shipment_no)
  reject(call, 'SHIPMENT_NO', ({ values }) => byNumber.get(String(values['SHIPMENT_NO']))?.[0])
}

/** Rejects picks of stopped stock. A pick of quantity 0 cancels the allocation and is accepted. */
export async function rejectStoppedPicks(call: SaveCall): Promise<void> {
  const picks = call.rows.filter(({ values }) => Number(values['PICKED_QTY']) > 0)
  const ids = picks.map(({ values }) => Number(values['ALLOC_ID']))
  const stops = await call.tx.query<StopRow>(
    selectStops(call.today, sql`a.alloc_id = any(${ids}::bigint[])`),
  )
  const byId = new Map(stops.map((stop) => [Number(stop.alloc_id), stop]))
  const isPick = new Set(picks)
  reject(call, 'ALLOC_ID', (row) =>
    isPick.has(row) ? byId.get(Number(row.values['ALLOC_ID'])) : undefined,
  )
}

/** Finds stopped stock on the lines to print labels for. */
export const findLineStops: FindStops = async ({ db, today }, lines) => {
  const numbers = lines.map((line) => line.doc_no)
  const stops = await db.query<StopRow>(
    selectStops(today, sql`a.shipment_no = any(${numbers}::text[])`),
  )
  const byLine = Map.groupBy(stops, (stop) => `${stop.shipment_no}|${stop.line_no}`)
  return new Map(
    lines.flatMap((line) => {
      const [stop] = byLine.get(`${line.doc_no}|${line.line_no}`) ?? []
      return stop ? [[line, stopText(stop)]] : []
    }),
  )
}

function reject(
  call: SaveCall,
  column: string,
  find: (row: SaveRow) => StoppedAllocation | undefined,
): void {
  const errors = call.rows.flatMap((row): RowError[] => {
    const stop = find(row)
    return stop ? [{ row: row.no, column, text: stopText(stop) }] : []
  })
  if (errors.length > 0) throw conflictingRows(errors)
}
