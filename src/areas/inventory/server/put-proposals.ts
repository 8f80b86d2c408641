import sql, { type Sql } from 'sql-template-tag'
import { openCell } from './open-cell.ts'

/** Cells compared for each waiting stock. The best ones come first, so few are ever needed. */
const maxCandidates = 100

/** CTEs of the waiting stock and of the open cells with their contents. */
const demands = (wcode: string, waiting: Sql) => sql`
  wanted as materialized (
    select w.*, k.temperature_cd, k.store_cd, k.hazard_cd, k.cbm, k.weight_kg,
      is_whole_unit(k.unit_cd) is_whole, m.zone_cd, coalesce(m.strategy_cd, 'TOGETHER') strategy,
      coalesce(m.fit_cd, 'WHOLE') fit, w.pallet_no || w.box_no <> '' is_unit
    from (${waiting}) w
    join stock k on k.owner_cd = w.owner_cd and k.stock_cd = w.stock_cd
    left join stock_group g on g.owner_cd = k.owner_cd and g.group_cd = k.group_cd
    left join work_method m on m.wcode = ${wcode} and m.method_cd = g.put_method_cd
      and m.work_cd = 'PUT' and m.use_yn = 'Y'),
  stored_hazard as materialized (
    select distinct zone_cd, hazard_cd from zone_hazard where wcode = ${wcode}),
  place as materialized (
    select c.cell_cd, c.zone_cd, z.temperature_cd, z.pick_seq zone_seq, c.pick_seq, c.mix_cd,
      c.max_plt - count(distinct nullif(b.pallet_no, '')) free_plt,
      c.capacity_cbm - coalesce(sum(b.qty * k.cbm), 0) free_cbm,
      c.max_kg - coalesce(sum(b.qty * k.weight_kg), 0) free_kg, z.store_cds, z.hazard_cds,
      coalesce(c.owner_cd, z.owner_cd) only_owner, count(b.balance_id) = 0 is_empty,
      min(b.owner_cd) owner_min, max(b.owner_cd) owner_max, min(b.stock_cd) stock_min,
      max(b.stock_cd) stock_max, min(b.lot_id) lot_min, max(b.lot_id) lot_max
    from cell c join zone z using (wcode, zone_cd)
    left join stock_balance b on b.wcode = c.wcode and b.cell_cd = c.cell_cd and b.qty > 0
    left join stock k on k.owner_cd = b.owner_cd and k.stock_cd = b.stock_cd
    where c.wcode = ${wcode} and c.cell_type_cd <> 'DOCK' and ${openCell}
    group by c.wcode, c.cell_cd, z.wcode, z.zone_cd)`

/** Whether cell `p` accepts stock `w` by the placement rules other than its free space. */
const accepts = sql`(p.zone_cd = w.zone_cd or w.zone_cd is null or w.condition_cd <> 'NORMAL')
  and p.temperature_cd = coalesce(w.temperature_cd, p.temperature_cd)
  and (p.only_owner is null or p.only_owner = w.owner_cd)
  and (p.store_cds is null or code_listed(p.store_cds, coalesce(w.store_cd, '')))
  and (w.hazard_cd is null or (code_listed(p.hazard_cds, w.hazard_cd) and not exists (
    select from stored_hazard h where h.zone_cd = p.zone_cd
      and hazards_clash(h.hazard_cd, w.hazard_cd))))
  and (w.pallet_no = '' or coalesce(p.free_plt >= 1, true))
  and (p.is_empty or (w.strategy = 'TOGETHER' and case p.mix_cd when 'ANY' then true
    when 'OWNER' then (p.owner_min, p.owner_max) = (w.owner_cd, w.owner_cd)
    when 'STOCK' then (p.owner_min, p.owner_max, p.stock_min, p.stock_max)
      = (w.owner_cd, w.owner_cd, w.stock_cd, w.stock_cd)
    else (p.lot_min, p.lot_max) = (w.lot_id, w.lot_id) end))`

/** Pieces of `w` that fit into cell `p`; null for no limit. An unmeasured item has none. */
const fits = sql`(select case when w.is_whole then floor(x.n) else trunc(x.n, 3) end
  from (select least(p.free_cbm / nullif(w.cbm, 0), p.free_kg / nullif(w.weight_kg, 0)) n) x)`

/** Whether one cell for all of `w` is preferred and cell `p` has no space for that. */
const isSplit = sql`((w.fit = 'WHOLE' or w.is_unit) and coalesce(${fits} < w.qty, false))`

/**
 * Proposes cells for waiting stock: a SELECT of `balance_id, owner_cd, stock_cd, lot_id, pallet_no,
 * box_no, condition_cd, qty`. Prefers cells with the same lot, then the same item, then the picking
 * order. WHOLE looks for one cell for all and splits only if there is none; FILL fills cell after
 * cell; pallets and boxes are never split. Returns for each stock the parts and the next two cells:
 * `balance_id, cell_cd, why_cd, qty, split, next_cells`.
 */
export function putProposals(wcode: string, waiting: Sql): Sql {
  return sql`
    with ${demands(wcode, waiting)},
    home as materialized (
      select w.balance_id, h.cell_cd, h.turn from wanted w cross join lateral (
        select b.cell_cd, min(case when b.lot_id = w.lot_id then 0 else 1 end) turn
        from stock_balance b where b.wcode = ${wcode} and b.owner_cd = w.owner_cd
          and b.stock_cd = w.stock_cd and b.qty > 0
        group by b.cell_cd order by 2, 1 limit ${maxCandidates}) h),
    near as materialized (
      select w.balance_id, x.* from wanted w cross join lateral (
        select p.cell_cd, 2 turn from place p where ${accepts} and coalesce(${fits} > 0, true)
        order by ${isSplit}, p.zone_seq, p.pick_seq, p.cell_cd limit ${maxCandidates}) x),
    candidate as materialized (
      select y.*, row_number() over (
        partition by balance_id order by is_split, turn, zone_seq, pick_seq, cell_cd) n
      from (
        select w.balance_id, w.qty wanted, w.is_unit, p.cell_cd, p.zone_seq, p.pick_seq, x.turn,
          ${isSplit} is_split, least(coalesce(${fits}, w.qty), w.qty) fits
        from (select balance_id, cell_cd, min(turn) turn
          from (select * from home union all select * from near) each group by 1, 2) x
        join wanted w on w.balance_id = x.balance_id join place p on p.cell_cd = x.cell_cd
        where ${accepts}) y
      where fits > 0 and not (is_unit and is_split)),
    part as materialized (
      select c.*, least(c.fits, c.wanted - c.before) part from (
        select c.*, coalesce(sum(fits) over (partition by balance_id order by n
          rows between unbounded preceding and 1 preceding), 0) before from candidate c) c)
    select balance_id, (array_agg(cell_cd order by n))[1] cell_cd,
      (array['LOT', 'STOCK', 'NEAR'])[1 + (array_agg(turn order by n))[1]] why_cd, (array_agg(part order by n))[1] qty,
      string_agg(cell_cd || ' ' || trim_scale(part), ' · ' order by n)
        filter (where part > 0) split,
      array_to_string((array_agg(cell_cd order by n) filter (where part <= 0))[1:2], ', ')
        next_cells
    from part group by balance_id`
}
