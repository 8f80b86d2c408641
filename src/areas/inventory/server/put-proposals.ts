import sql, { type Sql } from 'sql-template-tag'
import { moveTaskStatus } from '../rules/move-task-status.ts'
import { openCell } from './open-cell.ts'

/** Maximum number of cells with the same item to compare for each waiting stock. */
const maxHomes = 10
/** Maximum number of cells to split stock into if no cell has space for all of it. */
const maxParts = 30

/**
 * Stock in cell `p` and in open tasks to it: its size, and the smallest and largest owner, item and
 * lot.
 */
const selectContents = (wcode: string): Sql => sql`(
  select coalesce(sum(b.qty * k.cbm), 0) cbm, coalesce(sum(b.qty * k.weight_kg), 0) kg,
    count(distinct nullif(b.pallet_no, '')) plt, count(*) = 0 is_empty,
    min(b.owner_cd) owner_min, max(b.owner_cd) owner_max, min(b.stock_cd) stock_min,
    max(b.stock_cd) stock_max, min(b.lot_id) lot_min, max(b.lot_id) lot_max
  from (
    select s.owner_cd, s.stock_cd, s.lot_id, s.pallet_no, s.qty from stock_balance s
    where s.wcode = ${wcode} and s.cell_cd = p.cell_cd and s.qty > 0
    union all
    select t.owner_cd, t.stock_cd, s.lot_id, '', t.qty - t.done_qty
    from move_task t join stock_balance s on s.balance_id = t.from_balance_id
    where t.wcode = ${wcode} and t.to_cell_cd = p.cell_cd
      and t.state_cd = ${moveTaskStatus.waiting}) b
  join stock k on k.owner_cd = b.owner_cd and k.stock_cd = b.stock_cd)`

/**
 * Whether cell `p` accepts the stock or class `w`, regardless of its contents. A class has no item,
 * and a fixed pick face accepts none.
 */
export const cellAccepts = sql`(p.zone_cd = w.zone_cd or w.zone_cd is null)
  and p.temperature_cd = coalesce(w.temperature_cd, p.temperature_cd)
  and (p.only_owner is null or p.only_owner = w.owner_cd)
  and (p.face_stock is null or (p.face_owner, p.face_stock) = (w.owner_cd, w.stock_cd))
  and (p.store_cds is null or code_listed(p.store_cds, coalesce(w.store_cd, '')))
  and (w.hazard_cd is null or (code_listed(p.hazard_cds, w.hazard_cd) and not exists (
    select from stored_hazard h where h.zone_cd = p.zone_cd
      and hazards_clash(h.hazard_cd, w.hazard_cd))))`
const cellHasFreePallet = sql`(not w.is_pallet or coalesce(u.plt < p.max_plt, true))
  and (u.is_empty or (w.strategy = 'TOGETHER' and case p.mix_cd when 'ANY' then true
    when 'OWNER' then (u.owner_min, u.owner_max) = (w.owner_cd, w.owner_cd)
    when 'STOCK' then (u.owner_min, u.owner_max, u.stock_min, u.stock_max)
      = (w.owner_cd, w.owner_cd, w.stock_cd, w.stock_cd)
    else (u.lot_min, u.lot_max) = (w.lot_id, w.lot_id) end))`

/**
 * Number of pieces of `w` that fit into cell `p`; null for no limit, also if the item is
 * unmeasured.
 */
const fittingQty = sql`(select case when w.is_whole then floor(x.n) else trunc(x.n, 3) end
  from (select least((p.capacity_cbm - u.cbm) / nullif(w.cbm, 0),
    (p.max_kg - u.kg) / nullif(w.weight_kg, 0)) n) x)`

/**
 * How many times the largest stock of class `w` fits into cell `p`. One if the cell does not accept
 * every mix of stock.
 */
const fitCount = sql`(select case when p.mix_cd <> 'ANY' or w.strategy <> 'TOGETHER' then least(x.n, 1)
    else coalesce(x.n, 1000) end
  from (select floor(least((p.capacity_cbm - u.cbm) / nullif(w.cbm, 0),
    (p.max_kg - u.kg) / nullif(w.weight_kg, 0),
    case when w.is_pallet then p.max_plt - u.plt end)) n) x)`

/** Open cells that are not docks. */
const openCells = (wcode: string): Sql => sql`
  select c.cell_cd, c.zone_cd, z.pick_seq zone_seq, c.pick_seq, z.temperature_cd, c.mix_cd,
    c.capacity_cbm, c.max_kg, c.max_plt, z.store_cds, z.hazard_cds,
    coalesce(c.owner_cd, z.owner_cd) only_owner, f.owner_cd face_owner, f.stock_cd face_stock
  from cell c join zone z using (wcode, zone_cd)
  left join pick_face f on f.wcode = c.wcode and f.cell_cd = c.cell_cd and f.fixed_yn = 'Y'
    and f.use_yn = 'Y'
  where c.wcode = ${wcode} and c.cell_type_cd <> 'DOCK' and ${openCell}`

/**
 * CTEs of the hazards stored in each zone, and of the open cells in picking order. The cells are
 * read zone by zone, and only as many as the query needs.
 */
export const openPlaces = (wcode: string): Sql => sql`
  stored_hazard as materialized (
    select distinct zone_cd, hazard_cd from zone_hazard where wcode = ${wcode}),
  place as materialized (
    select p.*, row_number() over () place_no
    from (select pick_seq, array_agg(zone_cd) zone_cds from zone where wcode = ${wcode}
      group by pick_seq order by pick_seq) s
    cross join lateral (
      select c.* from (${openCells(wcode)}) c where c.zone_cd = any(s.zone_cds)
      order by c.pick_seq, c.cell_cd) p)`

/**
 * CTEs of the waiting stock, the open cells, and the classes: stock of similar size that the same
 * cells accept.
 */
const demandCtes = (wcode: string, waiting: Sql) => sql`
  ${openPlaces(wcode)},
  owner_rule as materialized (
    select exists (select from cell where wcode = ${wcode}
        and (owner_cd is not null or mix_cd = 'OWNER'))
      or exists (select from zone where wcode = ${wcode} and owner_cd is not null) has_owners),
  waiting_stock as materialized (
    select w.*, k.temperature_cd, k.store_cd, k.hazard_cd, k.cbm, k.weight_kg,
      is_whole_unit(k.unit_cd) is_whole, case when w.condition_cd = 'NORMAL' then m.zone_cd end zone_cd,
      coalesce(m.strategy_cd, 'TOGETHER') strategy, coalesce(m.fit_cd, 'WHOLE') fit,
      w.pallet_no <> '' is_pallet, w.pallet_no || w.box_no <> '' is_unit,
      -- Sizes of one class differ by a factor of two at most.
      ceil(ln(nullif(w.qty * k.cbm, 0)::float8) / ln(2::float8)) cbm_class,
      ceil(ln(nullif(w.qty * k.weight_kg, 0)::float8) / ln(2::float8)) kg_class,
      case when (select has_owners from owner_rule) then w.owner_cd end class_owner
    from (${waiting}) w
    join stock k on k.owner_cd = w.owner_cd and k.stock_cd = w.stock_cd
    left join stock_group g on g.owner_cd = k.owner_cd and g.group_cd = k.group_cd
    left join work_method m on m.wcode = ${wcode} and m.method_cd = g.put_method_cd
      and m.work_cd = 'PUT' and m.use_yn = 'Y'),
  wanted as materialized (
    select a.*, row_number() over (partition by class_no order by cell_cd, balance_id) turn_no
    from (select a.*, dense_rank() over (order by zone_cd, temperature_cd, store_cd, hazard_cd,
        class_owner, strategy, fit, is_pallet, cbm_class, kg_class) class_no from waiting_stock a) a),
  class as materialized (
    select class_no, zone_cd, temperature_cd, store_cd, hazard_cd, class_owner owner_cd, strategy,
      fit, is_pallet, count(*) n, max(qty * cbm) cbm, max(qty * weight_kg) weight_kg,
      min(cbm) piece_cbm, min(weight_kg) piece_kg, null::text stock_cd, null::bigint lot_id
    from wanted group by class_no, 2, 3, 4, 5, 6, 7, 8, 9)`

/**
 * CTEs of cells for each class. `spots` have space for a complete stock, and `turns` number each
 * such space. `rest` has space for at least a piece. Reads cells in picking order only until there
 * are enough.
 */
const cellCtes = (wcode: string) => sql`
  spot as materialized (
    select x.*, row_number() over w spot_no, sum(x.times) over w last_turn,
      sum(x.times) over w - x.times first_turn
    from (select w.class_no, w.n, x.* from class w cross join lateral (
      select p.cell_cd, p.place_no, ${fitCount} times
      from place p cross join lateral ${selectContents(wcode)} u
      where ${cellAccepts} and ${cellHasFreePallet} and ${fitCount} >= 1 and w.fit = 'WHOLE' limit w.n + 2) x) x
    window w as (partition by x.class_no order by x.place_no)),
  spots as materialized (
    select class_no, array_agg(cell_cd order by spot_no) cells,
      (select array_agg(t.spot_no order by t.spot_no) from spot t
        cross join lateral generate_series(t.first_turn + 1, least(t.last_turn, t.n))
        where t.class_no = s.class_no) turns
    from spot s group by class_no),
  rest as materialized (
    select w.class_no, x.* from class w cross join lateral (
      select p.cell_cd, row_number() over (order by p.place_no) rest_no from (
        select p.cell_cd, p.place_no from place p cross join lateral ${selectContents(wcode)} u
      where ${cellAccepts} and ${cellHasFreePallet} and coalesce(p.capacity_cbm - u.cbm >= w.piece_cbm, true)
        and coalesce(p.max_kg - u.kg >= w.piece_kg, true)
        limit ${maxParts}) p) x
    where (select count(*) from spot s where s.class_no = w.class_no) < w.n + 2)`

/**
 * Proposes cells for waiting stock: a SELECT of `balance_id, owner_cd, stock_cd, lot_id, pallet_no,
 * box_no, condition_cd, cell_cd, qty`. Prefers cells with the same lot, then the same item, then
 * the picking order. In picking order, stock of the same class and size is spread over the cells
 * with space for it. WHOLE searches for one cell for all and splits only if there is none. FILL
 * fills one cell after another. Pallets and boxes are never split. Returns the parts of each stock
 * and the next two cells: `balance_id, cell_cd, why_cd, qty, split, next_cells`.
 */
export function putProposals(wcode: string, waiting: Sql): Sql {
  return sql`
    with ${demandCtes(wcode, waiting)}, ${cellCtes(wcode)},
    near as materialized (
      select w.balance_id, x.cell_cd, case x.n when 1 then 2 else 3 end turn
      from wanted w join spots s using (class_no)
      cross join lateral unnest(s.cells[s.turns[w.turn_no]:s.turns[w.turn_no] + 2])
        with ordinality x(cell_cd, n)
      union all
      select w.balance_id, r.cell_cd, 3 from wanted w left join spots s using (class_no)
      join rest r on r.class_no = w.class_no and (
        r.rest_no <= 2 or (not w.is_unit and s.turns[w.turn_no] is null))),
    home as materialized (
      select w.balance_id, h.cell_cd, h.turn from wanted w cross join lateral (
        select b.cell_cd, min(case when b.lot_id = w.lot_id then 0 else 1 end) turn
        from stock_balance b where b.wcode = ${wcode} and b.owner_cd = w.owner_cd
          and b.stock_cd = w.stock_cd and b.qty > 0
        group by b.cell_cd order by 2, 1 limit ${maxHomes}) h),
    chosen as materialized (
      select balance_id, cell_cd, min(turn) turn
      from (select * from home union all select * from near) each group by 1, 2),
    used as materialized (
      select p.*, u.* from (select distinct cell_cd from chosen) x
      join (${openCells(wcode)}) p using (cell_cd) cross join lateral ${selectContents(wcode)} u),
    candidate as materialized (
      select y.*, row_number() over (partition by balance_id order by is_split, turn, zone_seq,
        pick_seq, cell_cd) n
      from (
        select w.balance_id, w.qty wanted, w.is_unit, p.cell_cd, p.zone_seq, p.pick_seq, x.turn,
          ((w.fit = 'WHOLE' or w.is_unit) and coalesce(f.n < w.qty, false)) is_split,
          least(coalesce(f.n, w.qty), w.qty) fits
        from chosen x join wanted w using (balance_id) join used p on p.cell_cd = x.cell_cd
        cross join lateral (select p.*) u cross join lateral (select ${fittingQty} n) f
        where ${cellAccepts} and ${cellHasFreePallet}) y
      where fits > 0 and not (is_unit and is_split)),
    part as materialized (
      select c.*, least(c.fits, c.wanted - c.before) part from (
        select c.*, coalesce(sum(fits) over (partition by balance_id order by n
          rows between unbounded preceding and 1 preceding), 0) before from candidate c) c)
    select balance_id, (array_agg(cell_cd order by n))[1] cell_cd,
      (array['LOT', 'STOCK', 'NEAR', 'NEAR'])[1 + (array_agg(turn order by n))[1]] why_cd,
      (array_agg(part order by n))[1] qty,
      string_agg(cell_cd || ' ' || trim_scale(part), ' · ' order by n)
        filter (where part > 0) split,
      array_to_string((array_agg(cell_cd order by n) filter (where part <= 0))[1:2], ', ')
        next_cells
    from part group by balance_id`
}
