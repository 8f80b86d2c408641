import sql, { type Sql } from 'sql-template-tag'
import { openCell } from '#areas/inventory/server/open-cell.ts'

/** Whether cell `o` accepts the item or demand `w` under the rules for its zone and owner. */
const accepted = sql`(o.zone_cd = coalesce(w.zone_cd, o.zone_cd)
  and o.temperature_cd = coalesce(w.temperature_cd, o.temperature_cd)
  and (o.owner_cd is null or o.owner_cd = w.who)
  and (o.store_cds is null or code_listed(o.store_cds, coalesce(w.store_cd, '')))
  and (w.hazard_cd is null or (code_listed(o.hazard_cds, w.hazard_cd) and not exists (
    select from stored_hazard h where h.zone_cd = o.zone_cd
      and hazards_clash(h.hazard_cd, w.hazard_cd)))))`

/**
 * Suggests a cell for each item of `wanted` (a SELECT of owner_cd, stock_cd, open_qty). Prefers the
 * cell with most of the item if the quantity fits. Otherwise assigns empty open rack cells in
 * picking order, one per item, starting over when they run out. Cells too small for some items come
 * last. The put-away method of the item's group can restrict suggestions to one zone or to empty
 * cells. Storage temperature, storage classes and owner restrict them to cells that accept the
 * item. Fixed pick faces are suggested for their item only. Returns `owner_cd, stock_cd, cell_cd`,
 * or no rows for a warehouse without rack cells.
 */
export function selectSuggestedCells(wcode: string, wanted: Sql): Sql {
  // Each step is materialized, because the result is joined to lines and must not be recalculated
  // per line.
  return sql`
    with stored_hazard as materialized (
      select distinct zone_cd, hazard_cd from zone_hazard where wcode = ${wcode}),
    open_cell as materialized (
      select c.cell_cd, zone_cd, z.temperature_cd, z.pick_seq zone_seq, c.pick_seq, c.capacity_cbm,
        c.mix_cd, c.max_kg, c.max_plt, z.store_cds, z.hazard_cds,
        coalesce(c.owner_cd, z.owner_cd) owner_cd, f.owner_cd face_owner, f.stock_cd face_stock
      from cell c join zone z using (wcode, zone_cd)
      left join pick_face f on f.wcode = c.wcode and f.cell_cd = c.cell_cd and f.fixed_yn = 'Y'
        and f.use_yn = 'Y'
      where c.wcode = ${wcode} and c.cell_type_cd = 'RACK' and ${openCell}),
    want as materialized (
      select w.owner_cd, w.stock_cd, m.zone_cd, k.temperature_cd, k.store_cd, k.hazard_cd,
        case when exists (select from open_cell where owner_cd is not null) then w.owner_cd end who,
        coalesce(m.strategy_cd, 'TOGETHER') strategy, w.open_qty * k.cbm cbm,
        w.open_qty * k.weight_kg kg
      from (select owner_cd, stock_cd, sum(open_qty) open_qty from (${wanted}) each
        group by 1, 2) w
      join stock k on k.owner_cd = w.owner_cd and k.stock_cd = w.stock_cd
      left join stock_group g on g.owner_cd = k.owner_cd and g.group_cd = k.group_cd
      left join work_method m on m.wcode = ${wcode} and m.method_cd = g.put_method_cd
        and m.work_cd = 'PUT' and m.use_yn = 'Y'),
    home as materialized (
      select distinct on (b.owner_cd, b.stock_cd) b.owner_cd, b.stock_cd, b.cell_cd
      from stock_balance b join want w using (owner_cd, stock_cd) join open_cell o using (cell_cd)
      left join lateral (
        select sum(x.qty * k.cbm) cbm, sum(x.qty * k.weight_kg) kg from stock_balance x
        join stock k on k.owner_cd = x.owner_cd and k.stock_cd = x.stock_cd
        where coalesce(o.capacity_cbm, o.max_kg) is not null and x.wcode = ${wcode} and x.cell_cd = o.cell_cd
          and x.qty > 0) used on true
      where b.wcode = ${wcode} and b.qty > 0 and w.strategy = 'TOGETHER'
        and ${accepted} and o.mix_cd <> 'LOT'
        and (o.face_stock is null or (o.face_owner, o.face_stock) = (b.owner_cd, b.stock_cd))
        and coalesce(o.capacity_cbm - used.cbm >= w.cbm, true)
        and coalesce(o.max_kg - used.kg >= w.kg, true)
      order by b.owner_cd, b.stock_cd, b.qty desc, b.cell_cd),
    -- Items with the same demands share a list of cells. A cell with a limit or mixing rule is
    -- suggested once, the others repeatedly.
    demand as materialized (
      select row_number() over () demand_no, d.* from (
        select zone_cd, temperature_cd, store_cd, hazard_cd, who, max(cbm) cbm, max(kg) kg
        from want group by 1, 2, 3, 4, 5) d),
    zone_cells as materialized (
      select w.demand_no, array_agg(o.cell_cd order by
          coalesce(o.capacity_cbm < w.cbm, false) or coalesce(o.max_kg < w.kg, false), o.zone_seq, o.pick_seq, o.cell_cd) filter (where not o.is_used) empty_cells,
        array_agg(o.cell_cd order by o.is_used, o.zone_seq, o.pick_seq, o.cell_cd)
          filter (where coalesce(o.capacity_cbm, o.max_kg, o.max_plt) is null and o.mix_cd = 'ANY')
          free_cells
      from (select c.*, cell_cd in (select cell_cd from stock_balance
          where wcode = ${wcode} and qty > 0) is_used from open_cell c where face_stock is null) o
      join demand w on ${accepted}
      group by w.demand_no),
    fresh as materialized (
      select w.owner_cd, w.stock_cd, coalesce(z.empty_cells[n], z.free_cells[1 +
          (n - 1 - coalesce(cardinality(z.empty_cells), 0)) % cardinality(z.free_cells)]) cell_cd
      from (select w.owner_cd, w.stock_cd, d.demand_no, (row_number() over (partition by d.demand_no
          order by w.owner_cd, w.stock_cd))::int n
        from want w join demand d on (d.zone_cd, d.temperature_cd, d.store_cd, d.hazard_cd, d.who)
          is not distinct from (w.zone_cd, w.temperature_cd, w.store_cd, w.hazard_cd, w.who)
        left join home h on h.owner_cd = w.owner_cd and h.stock_cd = w.stock_cd
        where h.cell_cd is null) w
      join zone_cells z using (demand_no))
    select owner_cd, stock_cd, cell_cd from home
    union all
    select owner_cd, stock_cd, cell_cd from fresh`
}
