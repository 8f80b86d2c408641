import sql, { type Sql } from 'sql-template-tag'
import { openCell } from '#areas/inventory/server/open-cell.ts'

/**
 * Suggests a cell for each item of `wanted` (a SELECT of owner_cd, stock_cd, open_qty). Prefers the
 * cell with most of the item, if the rest fits. Otherwise assigns empty open rack cells in picking
 * order, one per item, starting over when they run out. Cells too small for some items come last.
 * The putaway method of the item's group can restrict it to one zone or to empty cells, and its
 * storage temperature to the zones that have it. Returns
 * `owner_cd, stock_cd, cell_cd`, or no rows for a warehouse without rack cells.
 */
export function suggestedCells(wcode: string, wanted: Sql): Sql {
  // Materialized step by step, because the result is joined to lines and must not be recalculated
  // per line.
  return sql`
    with want as materialized (
      select w.owner_cd, w.stock_cd, m.zone_cd, k.temperature_cd, coalesce(m.strategy_cd, 'TOGETHER') strategy,
        w.open_qty * k.cbm cbm
      from (select owner_cd, stock_cd, sum(open_qty) open_qty from (${wanted}) each
        group by 1, 2) w
      join stock k on k.owner_cd = w.owner_cd and k.stock_cd = w.stock_cd
      left join stock_group g on g.owner_cd = k.owner_cd and g.group_cd = k.group_cd
      left join work_method m on m.wcode = ${wcode} and m.method_cd = g.put_method_cd
        and m.work_cd = 'PUT' and m.use_yn = 'Y'),
    open_cell as materialized (
      select c.cell_cd, zone_cd, z.temperature_cd, z.pick_seq zone_seq, c.pick_seq, c.capacity_cbm, c.mix_cd
      from cell c join zone z using (wcode, zone_cd)
      where c.wcode = ${wcode} and c.cell_type_cd = 'RACK' and ${openCell}),
    home as materialized (
      select distinct on (b.owner_cd, b.stock_cd) b.owner_cd, b.stock_cd, b.cell_cd
      from stock_balance b join want w using (owner_cd, stock_cd) join open_cell o using (cell_cd)
      left join lateral (
        select sum(x.qty * k.cbm) cbm from stock_balance x
        join stock k on k.owner_cd = x.owner_cd and k.stock_cd = x.stock_cd
        where o.capacity_cbm is not null and x.wcode = ${wcode} and x.cell_cd = o.cell_cd
          and x.qty > 0) used on true
      where b.wcode = ${wcode} and b.qty > 0 and w.strategy = 'TOGETHER'
        and o.zone_cd = coalesce(w.zone_cd, o.zone_cd)
        and o.temperature_cd = coalesce(w.temperature_cd, o.temperature_cd) and o.mix_cd <> 'LOT'
        and coalesce(o.capacity_cbm - used.cbm >= w.cbm, true)
      order by b.owner_cd, b.stock_cd, b.qty desc, b.cell_cd),
    -- A cell is listed for its zone and temperature and, as '', for items without such a limit. A
    -- cell with a capacity or mixing rule is suggested once, the others repeatedly.
    zone_cells as materialized (
      select z.zone_cd, t.temperature_cd, array_agg(o.cell_cd order by coalesce(o.capacity_cbm < m.cbm, false),
          o.zone_seq, o.pick_seq, o.cell_cd) filter (where not o.is_used) empty_cells,
        array_agg(o.cell_cd order by o.is_used, o.zone_seq, o.pick_seq, o.cell_cd)
          filter (where o.capacity_cbm is null and o.mix_cd = 'ANY') free_cells
      from (select c.*, cell_cd in (select cell_cd from stock_balance
          where wcode = ${wcode} and qty > 0) is_used from open_cell c) o
      cross join lateral (values (o.zone_cd), ('')) z(zone_cd)
      cross join lateral (values (o.temperature_cd), ('')) t(temperature_cd)
      join (select coalesce(zone_cd, '') zone_cd, coalesce(temperature_cd, '') temperature_cd,
          max(cbm) cbm from want group by 1, 2) m
        on m.zone_cd = z.zone_cd and m.temperature_cd = t.temperature_cd
      group by z.zone_cd, t.temperature_cd),
    fresh as materialized (
      select w.owner_cd, w.stock_cd, coalesce(z.empty_cells[n], z.free_cells[1 +
          (n - 1 - coalesce(cardinality(z.empty_cells), 0)) % cardinality(z.free_cells)]) cell_cd
      from (select w.*, (row_number() over (partition by w.zone_cd, w.temperature_cd
          order by w.owner_cd, w.stock_cd))::int n
        from want w left join home h using (owner_cd, stock_cd) where h.cell_cd is null) w
      join zone_cells z on z.zone_cd = coalesce(w.zone_cd, '')
        and z.temperature_cd = coalesce(w.temperature_cd, ''))
    select owner_cd, stock_cd, cell_cd from home
    union all
    select owner_cd, stock_cd, cell_cd from fresh`
}
