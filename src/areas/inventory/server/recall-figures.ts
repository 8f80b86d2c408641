import sql, { raw, type Sql } from 'sql-template-tag'
import { selectWarehouses } from '#server/auth/session.ts'
import { selectLotsMadeFrom } from './lot-lineage.ts'
import { inTransit } from './transit-rows.ts'

/** Condition: the user works in the warehouse of an alias. */
export const ofUserWarehouses =
  ({ userId }: { readonly userId: string }) =>
  (alias: string): Sql =>
    sql`${raw(alias)}.wcode in (${selectWarehouses(sql`${userId}`)})`

/** Lots with a lot number in any letter case. `r` has the owner, item and lot. */
export const recallSeeds = (r: string): Sql => sql`select l.lot_id from lot l
  where l.owner_cd = ${raw(r)}.owner_cd and l.stock_cd = ${raw(r)}.stock_cd
    and upper(l.lot_no) = upper(${raw(r)}.lot_no)`

/**
 * Sums over the ledger of a lot `r` and all lots made from it, as one row. Movements between two of
 * these lots cancel out. `here` is a condition on the warehouse of an alias.
 */
export function recallFigures(r: string, here: (alias: string) => Sql): Sql {
  const sum = (sign: '' | '-', condition: string) =>
    raw(`coalesce(${sign}sum(e.qty) filter (where ${condition}), 0)`)
  return sql`(
    with lots as materialized (${selectLotsMadeFrom(recallSeeds(r))}),
    e as (
      select m.qty, m.movement_cd, m.from_place_cd place
      from lots join stock_balance b using (lot_id)
      join stock_movement m on m.to_balance_id = b.balance_id where ${here('m')}
      union all
      select -m.qty, m.movement_cd, m.to_place_cd
      from lots join stock_balance b using (lot_id)
      join stock_movement m on m.from_balance_id = b.balance_id where ${here('m')}),
    ledger as (select
      ${sum('', `e.place = 'SUPPLIER'`)} received_qty,
      ${sum('', `e.place = 'CUSTOMER' and e.movement_cd = 'RECEIPT'`)} returned_qty,
      ${sum('-', `e.place = 'CUSTOMER' and e.movement_cd = 'SHIPMENT'`)} shipped_qty,
      ${sum('-', `e.place = 'ADJUSTMENT' and e.movement_cd = 'ADJUST'`)} adjusted_qty,
      ${sum('', `e.place = 'CELL' or e.place = 'ADJUSTMENT' and e.movement_cd = 'TRANSFER'`)} mixed_qty
      from e),
    way as (
      select coalesce(sum(${inTransit}) filter (where d.is_from), 0) transit_qty,
        coalesce(sum(t.arrived_qty) filter (where d.is_from and not d.is_to), 0) to_others_qty,
        coalesce(sum(t.arrived_qty) filter (where d.is_to and not d.is_from), 0) from_others_qty
      from lots join stock_balance b using (lot_id)
      join transit t on t.from_balance_id = b.balance_id
      cross join lateral (select t.to_wcode wcode) target
      cross join lateral (select ${here('b')} is_from, ${here('target')} is_to) d),
    books as (select coalesce(sum(b.qty - b.alloc_qty - b.pick_qty), 0) stock_qty,
        coalesce(sum(b.alloc_qty), 0) alloc_qty, coalesce(sum(b.pick_qty), 0) pick_qty
      from lots join stock_balance b using (lot_id) where ${here('b')})
    select ledger.*, way.*, books.*, ledger.shipped_qty - ledger.returned_qty out_qty,
      (select count(*) from lots) lot_count
    from ledger, way, books)`
}

/**
 * Locations of the stock of `seeds` (`lot_id`) and of the lots made from it, with the chain of
 * lots. `here` is a condition on the warehouse of an alias.
 */
export function stockPlaces(seeds: Sql, here: (alias: string) => Sql): Sql {
  return sql`
    with recursive way as (
      select l.lot_id, l.lot_no via, array[l.lot_id] path from lot l where l.lot_id in (${seeds})
      union all
      select t.lot_id, w.via || ' → ' || concat_ws(' ',
          case when t.stock_cd <> f.stock_cd then t.stock_cd end, t.lot_no), w.path || t.lot_id
      from way w join standing_lot_edge e on e.from_lot_id = w.lot_id
      join lot f on f.lot_id = e.from_lot_id join lot t on t.lot_id = e.to_lot_id
      where not t.lot_id = any(w.path)),
    found as (select distinct on (lot_id) lot_id, via from way order by lot_id, cardinality(path)),
    held as (
      select b.*, f.via from found f join stock_balance b using (lot_id)
      where b.qty > 0 and ${here('b')}),
    place as (
      select 1 seq, 'CELL' recall_place_cd, wcode, lot_id, via, qty - alloc_qty - pick_qty qty,
        cell_cd, pallet_no, box_no, condition_cd, null::text doc_no
      from held where qty > alloc_qty + pick_qty
      union all
      select p.seq, p.place, h.wcode, h.lot_id, h.via, p.qty, h.cell_cd, h.pallet_no, h.box_no,
        h.condition_cd, coalesce(a.shipment_no, '#' || a.task_no)
      from held h join allocation a using (balance_id)
      cross join lateral (values (2, 'ALLOCATED', a.alloc_qty), (3, 'PICKED', a.pick_qty))
        p (seq, place, qty)
      where p.qty > 0
      union all
      select 4, 'TRANSIT', t.to_wcode, b.lot_id, f.via, ${inTransit}, null, t.pallet_no, t.box_no,
        b.condition_cd, t.work_no
      from found f join stock_balance b using (lot_id) join transit t on t.from_balance_id = b.balance_id
      where ${inTransit} > 0 and ${here('b')}
      union all
      select case when m.movement_cd = 'SHIPMENT' then 5 else 6 end,
        case when m.movement_cd = 'SHIPMENT' then 'SHIPPED' else 'ADJUSTED' end, m.wcode, m.lot_id,
        m.via, sum(m.qty), null, null, null, null, m.doc_no
      from (
        select f.lot_id, f.via, m.movement_cd, m.wcode, m.doc_no, m.reverses_no, m.qty,
          m.to_place_cd place from found f join stock_balance b using (lot_id)
        join stock_movement m on m.from_balance_id = b.balance_id
        union all
        select f.lot_id, f.via, m.movement_cd, m.wcode, m.doc_no, m.reverses_no, -m.qty,
          m.from_place_cd from found f join stock_balance b using (lot_id)
        join stock_movement m on m.to_balance_id = b.balance_id) m
      where (m.movement_cd = 'SHIPMENT' and m.place = 'CUSTOMER'
        or m.movement_cd = 'ADJUST' and m.place = 'ADJUSTMENT') and ${here('m')}
      group by m.movement_cd, m.wcode, m.lot_id, m.via, m.doc_no having sum(m.qty) <> 0)
    select p.*, l.owner_cd, l.stock_cd, l.lot_no, k.unit_cd, h.ship_to_cd, t.ship_to_nm,
      case when p.recall_place_cd = 'SHIPPED' then (select sum(q.returned_qty)
        from shipment_returns(p.doc_no) q where q.owner_cd = l.owner_cd and q.stock_cd = l.stock_cd
          and q.lot_no = l.lot_no) end returned_qty
    from place p
    join lot l using (lot_id)
    join stock k on k.owner_cd = l.owner_cd and k.stock_cd = l.stock_cd
    left join shipment h on h.shipment_no = p.doc_no and p.recall_place_cd not in ('TRANSIT', 'ADJUSTED')
    left join ship_to t on t.owner_cd = h.owner_cd and t.ship_to_cd = h.ship_to_cd`
}
