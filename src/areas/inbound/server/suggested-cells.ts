import sql, { type Sql } from 'sql-template-tag'

/**
 * A cell for each item of `wanted` (a SELECT of owner_cd, stock_cd): where most of it lies already,
 * else an empty open rack cell in picking order, one for each item, starting over when they run
 * out. Answers `owner_cd, stock_cd, cell_cd`; no row for a warehouse without rack cells.
 */
export function suggestedCells(wcode: string, wanted: Sql): Sql {
  // Materialised step by step: the answer is joined to lines, and must not be worked out per line.
  return sql`
    with want as materialized (select distinct owner_cd, stock_cd from (${wanted}) w),
    open_cell as materialized (
      select c.cell_cd, z.pick_seq zone_seq, c.pick_seq from cell c join zone z using (wcode, zone_cd)
      where c.wcode = ${wcode} and c.cell_type_cd = 'RACK'
        and 'N' = all (array[c.lock_yn, z.lock_yn]) and 'Y' = all (array[c.use_yn, z.use_yn])),
    home as materialized (
      select distinct on (b.owner_cd, b.stock_cd) b.owner_cd, b.stock_cd, b.cell_cd
      from stock_balance b join want using (owner_cd, stock_cd) join open_cell using (cell_cd)
      where b.wcode = ${wcode} and b.qty > 0
      order by b.owner_cd, b.stock_cd, b.qty desc, b.cell_cd),
    used as materialized (
      select distinct cell_cd from stock_balance where wcode = ${wcode} and qty > 0),
    empty_cell as materialized (
      select o.cell_cd,
        row_number() over (order by u.cell_cd is not null, o.zone_seq, o.pick_seq, o.cell_cd) - 1 position
      from open_cell o left join used u using (cell_cd)),
    fresh as materialized (
      select w.owner_cd, w.stock_cd,
        (row_number() over (order by w.owner_cd, w.stock_cd) - 1)
          % greatest((select count(*) from empty_cell), 1) position
      from want w left join home h using (owner_cd, stock_cd) where h.cell_cd is null),
    chosen as materialized (
      select owner_cd, stock_cd, cell_cd from home
      union all
      select f.owner_cd, f.stock_cd, e.cell_cd from fresh f join empty_cell e using (position))
    select * from chosen`
}
