import sql, { type Sql } from 'sql-template-tag'
import type { SaveCall } from '#server/engine/handler.ts'

/** A picked lot that a scanned label can identify. */
interface LabelledLot {
  readonly lot_id: number
  /** Picked pieces of the lot. */
  readonly picked: number
  /** Pieces of the lot that were checked by labels with its number. */
  readonly checked: number
}

/** A line with the lots of a label; null if the label has none or the line has only one. */
export interface LabelledLine {
  readonly line_no: number
  readonly lots: readonly LabelledLot[] | null
}

interface LotCount {
  readonly shipment_no: string
  readonly line_no: number
  readonly lot_id: number
  readonly qty: number
}

/** Lots picked for line `l` that the label of scan `r` can identify, as `LabelledLot`s. */
export const labelledLots: Sql = sql`case when r.lot is not null or r.valid is not null then (
  select case when count(*) > 1 then jsonb_agg(jsonb_build_object('lot_id', p.lot_id,
      'picked', p.qty, 'checked', coalesce(c.qty, 0)) order by p.valid_dt nulls last, p.lot_id)
    filter (where p.is_meant) end
  from (select t.lot_id, t.valid_dt, sum(a.pick_qty) qty,
      (r.lot is null or t.lot_no = '' or upper(t.lot_no) = upper(r.lot))
        and (t.valid_dt is null or t.valid_dt = coalesce(r.valid, t.valid_dt)) is_meant
    from allocation a join stock_balance b using (balance_id) join lot t using (lot_id)
    where a.shipment_no = l.shipment_no and a.line_no = l.line_no and a.pick_qty > 0
    group by t.lot_id) p
  left join checked_lot c on c.shipment_no = l.shipment_no and c.line_no = l.line_no
    and c.lot_id = p.lot_id) end`

/** Quantities have at most three decimals. */
const roundToThousandths = (qty: number): number => Math.round(qty * 1000) / 1000

/** Pieces of lots counted by the scans of one call. */
export class LotTally {
  readonly #counts = new Map<string, LotCount>()

  /** Pieces that can still be checked by the label of a line; no limit without lots. */
  room(shipment: string, { line_no, lots }: LabelledLine): number {
    if (lots === null) return Number.POSITIVE_INFINITY
    const remaining = lots.map((lot) => lot.picked - this.#checked(shipment, line_no, lot))
    return roundToThousandths(remaining.reduce((sum, qty) => sum + Math.max(qty, 0), 0))
  }

  /** Counts pieces for the lots of a label in their order, or removes them from the last one. */
  count(shipment: string, { line_no, lots }: LabelledLine, qty: number): void {
    let remaining = qty
    for (const lot of qty < 0 ? (lots ?? []).toReversed() : (lots ?? [])) {
      const checked = this.#checked(shipment, line_no, lot)
      const taken =
        remaining < 0 ? Math.max(remaining, -checked) : Math.min(remaining, lot.picked - checked)
      if (taken === 0) continue
      remaining = roundToThousandths(remaining - taken)
      const { lot_id } = lot
      const sum = roundToThousandths(checked + taken)
      this.#counts.set(`${shipment} ${line_no} ${lot_id}`, {
        shipment_no: shipment,
        line_no,
        lot_id,
        qty: sum,
      })
    }
  }

  #checked(shipment: string, line: number, { lot_id, checked }: LabelledLot): number {
    return this.#counts.get(`${shipment} ${line} ${lot_id}`)?.qty ?? checked
  }

  get counts(): readonly LotCount[] {
    return [...this.#counts.values()]
  }
}

export async function storeCheckedLots(
  { tx }: SaveCall,
  counts: readonly LotCount[],
): Promise<void> {
  if (counts.length === 0) return
  const given = sql`jsonb_to_recordset(${JSON.stringify(counts)}::jsonb)
    as c(shipment_no text, line_no integer, lot_id bigint, qty numeric)`
  await tx.execute(sql`
    delete from checked_lot x using ${given}
    where (x.shipment_no, x.line_no, x.lot_id) = (c.shipment_no, c.line_no, c.lot_id)`)
  await tx.execute(sql`
    insert into checked_lot (shipment_no, line_no, lot_id, qty)
    select shipment_no, line_no, lot_id, qty from ${given} where qty > 0`)
}

/** Removes lots beyond the counted pieces of their lines: scans without a lot were undone. */
export async function trimCheckedLots(
  { tx }: SaveCall,
  shipments: readonly string[],
): Promise<void> {
  const beyond = sql`select c.shipment_no, c.line_no, c.lot_id,
      l.check_qty - (sum(c.qty) over (partition by c.shipment_no, c.line_no order by c.lot_id) - c.qty)
        room
    from checked_lot c join shipment_line l using (shipment_no, line_no)
    where c.shipment_no = any(${[...shipments]}::text[])`
  const same = sql`(x.shipment_no, x.line_no, x.lot_id) = (n.shipment_no, n.line_no, n.lot_id)`
  await tx.execute(sql`
    delete from checked_lot x using (${beyond}) n where ${same} and n.room <= 0`)
  await tx.execute(sql`
    update checked_lot x set qty = n.room from (${beyond}) n where ${same} and n.room < x.qty`)
}

export function clearCheckedLots({ tx }: SaveCall, shipments: readonly string[]): Promise<number> {
  return tx.execute(sql`
    delete from checked_lot where shipment_no = any(${[...shipments]}::text[])`)
}
