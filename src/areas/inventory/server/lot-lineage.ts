import sql, { type Sql } from 'sql-template-tag'

/** Lots of `seed` (`lot_id`) and all lots made from them by changes of item or lot. */
export const selectLotsMadeFrom = (seed: Sql): Sql => sql`
  with recursive made as (
    ${seed}
    union
    select e.to_lot_id from made m join standing_lot_edge e on e.from_lot_id = m.lot_id)
  select lot_id from made`
