import sql, { type Sql } from 'sql-template-tag'
import { isEligible } from './eligible.ts'

export interface AllocationRequest {
  readonly numbers: readonly string[]
  /** Selects `(shipment_no, line_no)`. Defaults to all lines of the shipments. */
  readonly lines?: Sql
  readonly today: string
  /** Users by shipment, if the shipments are of different users. */
  readonly allocatedBy?: Readonly<Record<string, string>>
}

/** User who allocates shipment `shipmentNo`: the caller, unless another user is given. */
export function allocatingUser(
  userId: string,
  { allocatedBy = {} }: AllocationRequest,
  shipmentNo: Sql,
): Sql {
  return sql`coalesce(${JSON.stringify(allocatedBy)}::jsonb ->> ${shipmentNo}, ${userId})`
}

/** Lines of one date with the same requirements: lot, mark and earliest expiry date. */
export interface LineClass extends Record<string, unknown> {
  readonly lot_no: string
  readonly mark: string
  readonly shipment_dt: string
  readonly valid_from: string
  readonly sample_yn: string
  readonly line_count: number
  /** Some items are allocated by whole pallets and boxes first. */
  readonly some_whole: boolean
}

/**
 * Earliest expiry date of stock that leaves with shipment `s` to ship-to `t`: the shipping date, at
 * least today, plus the ship-to's required shelf life.
 */
const validFromSql = (today: Sql): Sql =>
  sql`greatest(s.shipment_dt, ${today}) + coalesce(t.shelf_life_days, 0)`

/** Subquery with one row, `valid_from`: the earliest expiry date allowed in shipment `s`. */
export const earliestExpiry = (today: string): Sql =>
  sql`(select ${validFromSql(sql`${today}::date`)} valid_from from (select 1) one
    left join ship_to t on t.owner_cd = s.owner_cd and t.ship_to_cd = s.ship_to_cd)`

/** Never allocates a fraction of a piece. Old orders can contain one; new ones are rejected. */
export const toAllocatable = (qty: Sql) =>
  sql`case when is_whole_unit(k.unit_cd) then floor(${qty}) else ${qty} end`

export function openLines({ numbers, lines, today }: AllocationRequest): Sql {
  const named = lines ? sql`and (l.shipment_no, l.line_no) in (${lines})` : sql``
  return sql`
    select l.shipment_no, l.line_no, s.wcode, l.owner_cd, l.stock_cd, s.shipment_dt, s.sample_yn,
      ${toAllocatable(sql`(l.order_qty - l.alloc_qty)`)} need, coalesce(l.lot_no, '') lot_no, coalesce(l.mark, '') mark,
      s.parent_no is null is_new, ${validFromSql(sql`${today}::date`)} valid_from, coalesce(k.whole_yn, o.whole_yn) = 'Y' is_whole
    from shipment_line l
    join shipment s using (shipment_no)
    join stock k on k.owner_cd = l.owner_cd and k.stock_cd = l.stock_cd
    join owner o on o.owner_cd = l.owner_cd
    left join ship_to t on t.owner_cd = s.owner_cd and t.ship_to_cd = s.ship_to_cd
    where l.shipment_no = any(${[...numbers]}::text[]) and l.order_qty > l.alloc_qty ${named}`
}

export function selectLines(wanted: AllocationRequest, lineClass: LineClass): Sql {
  return sql`select d.* from (${openLines(wanted)}) d
    where (lot_no, mark, shipment_dt, valid_from, sample_yn) = (${lineClass.lot_no}, ${lineClass.mark},
      ${lineClass.shipment_dt}::date, ${lineClass.valid_from}::date, ${lineClass.sample_yn})`
}

/**
 * Returns the CTEs `free` and `goods` over the CTE `demand`: the eligible stock, one row per
 * balance. `date_rank` 1 is the stock that the item's strategy sends first. FEFO uses the valid
 * date (undated stock last, by receipt date), FIFO and LIFO the receipt date.
 */
export function selectEligibleStock(today: string, lineClass: LineClass): Sql {
  const needs = {
    lotNo: sql`${lineClass.lot_no}::text`,
    mark: sql`${lineClass.mark}::text`,
    sampleYn: sql`${lineClass.sample_yn}::text`,
    validFrom: sql`${lineClass.valid_from}::date`,
    today: sql`${today}::date`,
  }
  return sql`
    free as materialized (
      select b.* from (select distinct wcode, owner_cd, stock_cd from demand) w
      join stock_balance b using (wcode, owner_cd, stock_cd)
      where b.qty > b.alloc_qty + b.pick_qty),
    fit as materialized (
      select b.balance_id, b.wcode, b.owner_cd, b.stock_cd, b.qty, b.pallet_no, b.box_no,
        ${toAllocatable(sql`(b.qty - b.alloc_qty - b.pick_qty)`)} free, lot.valid_dt, lot.received_dt, b.cell_cd,
        coalesce(k.alloc_cd, m.strategy_cd, o.alloc_cd) strategy,
        coalesce(k.whole_yn, o.whole_yn) = 'Y' is_whole, z.pick_seq zone_seq, c.pick_seq
      from free b
      join stock k on k.owner_cd = b.owner_cd and k.stock_cd = b.stock_cd
      join owner o on o.owner_cd = b.owner_cd
      left join stock_group g on g.owner_cd = k.owner_cd and g.group_cd = k.group_cd
      left join work_method m on m.wcode = b.wcode and m.method_cd = g.pick_method_cd
        and m.work_cd = 'PICK' and m.use_yn = 'Y'
      join lot using (lot_id)
      join cell c on c.wcode = b.wcode and c.cell_cd = b.cell_cd
      join zone z on z.wcode = c.wcode and z.zone_cd = c.zone_cd
      where ${isEligible(needs)}),
    goods as materialized (
      select fit.*, dense_rank() over (partition by owner_cd, stock_cd order by
          case when strategy = 'FEFO' then valid_dt end nulls last,
          case when strategy = 'LIFO' then received_dt end desc nulls last,
          case when strategy <> 'FEFO' or valid_dt is null then received_dt end) date_rank
      from fit where free > 0)`
}
