import sql from 'sql-template-tag'
import { label } from '#kernel/label.ts'
import { conflictingRows, type RowError } from '#server/base/app-error.ts'
import type { SaveCall } from '#server/engine/handler.ts'
import { nextNumbers } from '#server/engine/next-numbers.ts'
import { shipmentStatus } from '../rules/shipment-status.ts'
import { toAllocatable } from './allocatable-stock.ts'

interface Backorder extends Record<string, unknown> {
  readonly parent_no: string
  readonly shipment_no: string
}

/** Shipment that needs a backorder, with its number of predecessors and the first order number. */
interface ShortLine extends Record<string, unknown> {
  readonly shipment_no: string
  readonly depth: number
  readonly owner_order_no: string | null
}

const openLine = sql`shipment_line l join stock k using (owner_cd, stock_cd)`
const remainingQty = toAllocatable(sql`(l.order_qty - l.ship_qty)`)

function findShortLines({ tx }: SaveCall, numbers: readonly string[]): Promise<ShortLine[]> {
  return tx.query<ShortLine>(sql`
    with recursive short as (
      select s.shipment_no, s.shipment_dt, s.parent_no, s.owner_order_no
      from shipment s join owner o using (owner_cd)
      where s.shipment_no = any(${[...numbers]}::text[])
        and coalesce(s.short_cd, o.short_cd) = 'BACKORDER' and exists (
          select from ${openLine} where l.shipment_no = s.shipment_no and ${remainingQty} > 0)),
    family as (
      select shipment_no, shipment_dt, parent_no, owner_order_no, 0 depth from short
      union all
      select f.shipment_no, f.shipment_dt, p.parent_no, p.owner_order_no, f.depth + 1
      from family f join shipment p on p.shipment_no = f.parent_no)
    select shipment_no, depth, owner_order_no from family where parent_no is null
    order by shipment_dt, shipment_no`)
}

/** Inserts the headers. Appends the first free suffix -2, -3, … to the original order number. */
function insertHeaders(call: SaveCall, short: readonly ShortLine[]) {
  return call.tx.query<Backorder>(sql`
    with short as (
      select r.*, row_number() over () n from jsonb_to_recordset(${JSON.stringify(short)}::jsonb)
        as r(shipment_no text, depth integer, owner_order_no text)),
    pair as (
      select short.*, no from short join (select no, row_number() over () n
        from ${nextNumbers(call, 'SHIPMENT', short.length)} no) f using (n)),
    made as (
      insert into shipment (shipment_no, wcode, owner_cd, ship_to_cd, shipment_dt, owner_order_no,
        order_kind_cd, partial_yn, sample_yn, short_cd, remark, created_by, updated_by)
      select p.no, s.wcode, s.owner_cd, s.ship_to_cd, s.shipment_dt, free.order_no,
        s.order_kind_cd, s.partial_yn, s.sample_yn, s.short_cd, s.remark, ${call.userId}, ${call.userId}
      from pair p join shipment s using (shipment_no)
      left join lateral (
        select p.owner_order_no || '-' || i order_no
        from generate_series(p.depth + 2, p.depth + 1000) i
        where not exists (select from shipment x where x.cancel_yn = 'N'
          and (x.wcode, x.owner_cd) = (s.wcode, s.owner_cd)
          and x.owner_order_no = p.owner_order_no || '-' || i)
        order by i limit 1) free on true)
    select shipment_no parent_no, no shipment_no from pair`)
}

/**
 * Creates a backorder for the open quantity of each shipped shipment, unless its order ends with
 * it. The backorder has the same ship date and line numbers, and the lines of customer orders
 * remain linked.
 */
export async function makeBackorders(
  call: SaveCall,
  numbers: readonly string[],
): Promise<readonly Backorder[]> {
  const { tx, userId } = call
  const short = await findShortLines(call, numbers)
  if (short.length === 0) return []
  const inserted = await insertHeaders(call, short)
  const pair = sql`jsonb_to_recordset(${JSON.stringify(inserted)}::jsonb)
    as p(parent_no text, shipment_no text)`
  await tx.execute(sql`
    insert into shipment_line (shipment_no, line_no, owner_cd, stock_cd, order_qty, lot_no, mark,
      unit_price, remark, created_by, updated_by)
    select p.shipment_no, l.line_no, l.owner_cd, l.stock_cd, ${remainingQty}, l.lot_no, l.mark,
      l.unit_price, l.remark, ${userId}, ${userId}
    from ${openLine} join ${pair} on l.shipment_no = p.parent_no where ${remainingQty} > 0`)
  await tx.execute(sql`
    update shipment_line l set backorder_qty = n.order_qty
    from ${pair} join shipment_line n on n.shipment_no = p.shipment_no
    where l.shipment_no = p.parent_no and l.line_no = n.line_no`)
  await tx.execute(sql`
    insert into scm_order_link (scm_no, line_no, shipment_no, shipment_line)
    select k.scm_no, k.line_no, p.shipment_no, k.shipment_line
    from ${pair} join scm_order_link k on k.shipment_no = p.parent_no
    join shipment_line l on l.shipment_no = p.shipment_no and l.line_no = k.shipment_line`)
  // Runs last, because the lines of a backorder cannot be changed.
  await tx.execute(sql`
    update shipment s set parent_no = p.parent_no
    from ${pair} where s.shipment_no = p.shipment_no`)
  return inserted
}

/**
 * Cancels the backorders of these shipments. Rejects shipments whose backorder is already being
 * processed.
 */
export async function cancelBackorders(call: SaveCall, numbers: readonly string[]): Promise<void> {
  const live = await call.tx.query<Backorder & { readonly is_begun: boolean }>(sql`
    select parent_no, shipment_no, state_cd <> ${shipmentStatus.open} is_begun
    from shipment where parent_no = any(${[...numbers]}::text[]) and cancel_yn = 'N'
    order by shipment_no for update`)
  const begun = new Map(live.filter((row) => row.is_begun).map((row) => [row.parent_no, row]))
  const errors = call.rows.flatMap(({ no, values }): RowError[] => {
    const found = begun.get(String(values['SHIPMENT_NO']))
    if (found === undefined) return []
    return [{ row: no, column: 'SHIPMENT_NO', text: backorderStartedText(found.shipment_no) }]
  })
  if (errors.length) throw conflictingRows(errors)
  await call.tx.execute(sql`
    update shipment set cancel_yn = 'Y', version = version + 1, updated_by = ${call.userId},
      updated_at = now()
    where shipment_no = any(${live.map((row) => row.shipment_no)}::text[])`)
  await call.tx.execute(sql`
    update shipment_line set backorder_qty = 0
    where shipment_no = any(${[...numbers]}::text[]) and backorder_qty > 0`)
}

export const backorderStartedText = (number: string) =>
  label(
    `이월 출고 ${number}의 작업이 진행 중입니다. 그 할당부터 취소하세요.`,
    `Backorder ${number} is in progress. Cancel its allocation first.`,
  )
