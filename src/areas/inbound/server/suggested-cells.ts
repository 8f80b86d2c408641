import sql, { type Sql } from 'sql-template-tag'

/**
 * A cell for each item of `wanted` (a SELECT of owner_cd, stock_cd): where most of it lies already,
 * else an empty open rack cell in picking order, one for each item, starting over when they run
 * out. The put-away method of the item's group may keep it to one zone, and always give it an empty
 * cell. Answers `owner_cd, stock_cd, cell_cd`; no row for a warehouse without rack cells.
 */
export function suggestedCells(wcode: string, wanted: Sql): Sql {
  // Materialised step by step: the answer is joined to lines, and must not be worked out per line.
  return sql`
    with want as materialized (
      select distinct w.owner_cd, w.stock_cd, m.zone_cd, coalesce(m.strategy_cd, 'TOGETHER') strategy
      from (${wanted}) w
      join stock k on k.owner_cd = w.owner_cd and k.stock_cd = w.stock_cd
      left join stock_group g on g.owner_cd = k.owner_cd and g.group_cd = k.group_cd
      left join work_method m on m.wcode = ${wcode} and m.method_cd = g.put_method_cd
        and m.work_cd = 'PUT' and m.use_yn = 'Y'),
    open_cell as materialized (
      select c.cell_cd, zone_cd, z.pick_seq zone_seq, c.pick_seq
      from cell c join zone z using (wcode, zone_cd)
      where c.wcode = ${wcode} and c.cell_type_cd = 'RACK'
        and 'N' = all (array[c.lock_yn, z.lock_yn]) and 'Y' = all (array[c.use_yn, z.use_yn])),
    home as materialized (
      select distinct on (b.owner_cd, b.stock_cd) b.owner_cd, b.stock_cd, b.cell_cd
      from stock_balance b join want w using (owner_cd, stock_cd) join open_cell o using (cell_cd)
      where b.wcode = ${wcode} and b.qty > 0 and w.strategy = 'TOGETHER'
        and o.zone_cd = coalesce(w.zone_cd, o.zone_cd)
      order by b.owner_cd, b.stock_cd, b.qty desc, b.cell_cd),
    -- Every cell stands in its own zone and, for items that may go anywhere, in the zone of all.
    zone_cells as materialized (
      select z.zone_cd, array_agg(o.cell_cd order by
          o.cell_cd in (select cell_cd from stock_balance where wcode = ${wcode} and qty > 0),
          o.zone_seq, o.pick_seq, o.cell_cd) cells
      from open_cell o cross join lateral (values (o.zone_cd), ('')) z(zone_cd)
      group by z.zone_cd),
    fresh as materialized (
      select w.owner_cd, w.stock_cd, z.cells[1 + (
          (row_number() over (partition by w.zone_cd order by w.owner_cd, w.stock_cd) - 1)
            % cardinality(z.cells))::int] cell_cd
      from want w left join home h using (owner_cd, stock_cd)
      join zone_cells z on z.zone_cd = coalesce(w.zone_cd, '')
      where h.cell_cd is null)
    select owner_cd, stock_cd, cell_cd from home
    union all
    select owner_cd, stock_cd, cell_cd from fresh`
}
