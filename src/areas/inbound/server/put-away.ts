import sql, { type Sql } from 'sql-template-tag'

/**
 * A cell for each item of `wanted` (a SELECT of owner_cd, stock_cd): where most of it lies already,
 * else an empty open rack cell in picking order, one for each item, starting over when they run
 * out. Answers `owner_cd, stock_cd, cell_cd`; no row for a warehouse without rack cells.
 */
export function suggestedCells(wcode: string, wanted: Sql): Sql {
  return sql`
    with want as (select distinct owner_cd, stock_cd from (${wanted}) w),
    open_cell as (
      select c.cell_cd, c.pick_seq from cell c join zone z using (wcode, zone_cd)
      where c.wcode = ${wcode} and c.cell_type_cd = 'RACK'
        and 'N' = all (array[c.lock_yn, z.lock_yn]) and 'Y' = all (array[c.use_yn, z.use_yn])),
    home as (
      select distinct on (b.owner_cd, b.stock_cd) b.owner_cd, b.stock_cd, b.cell_cd
      from stock_balance b join want using (owner_cd, stock_cd) join open_cell using (cell_cd)
      where b.wcode = ${wcode} and b.qty > 0
      order by b.owner_cd, b.stock_cd, b.qty desc, b.cell_cd),
    fresh as (
      select owner_cd, stock_cd, row_number() over (order by owner_cd, stock_cd) - 1 position
      from want where not exists (select from home
        where home.owner_cd = want.owner_cd and home.stock_cd = want.stock_cd)),
    empty_cell as (
      select cell_cd, row_number() over (order by is_used, pick_seq, cell_cd) - 1 position,
        count(*) over () total
      from (select cell_cd, pick_seq, exists (select from stock_balance b
          where b.wcode = ${wcode} and b.cell_cd = open_cell.cell_cd and b.qty > 0) is_used
        from open_cell) cells)
    select owner_cd, stock_cd, cell_cd from home
    union all
    select f.owner_cd, f.stock_cd, e.cell_cd from fresh f
    join empty_cell e on e.position = f.position % e.total`
}
