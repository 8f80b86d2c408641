-- Lots under a hold rule: those it names and all lots made from them, with the oldest rule of each.
create function held_lots(day date) returns table (lot_id bigint, reason text, from_dt date)
language sql stable as $$
  with recursive held as (
    select l.lot_id, h.reason, h.from_dt from lot_hold h
    join lot l on l.owner_cd = h.owner_cd and l.stock_cd = h.stock_cd
      and upper(l.lot_no) = upper(h.lot_no)
    where day between h.from_dt and coalesce(h.to_dt, day)
    union
    select e.to_lot_id, h.reason, h.from_dt from held h
    join standing_lot_edge e on e.from_lot_id = h.lot_id)
  select distinct on (h.lot_id) h.lot_id, h.reason, h.from_dt from held h
  order by h.lot_id, h.from_dt
$$;

-- Lots compare without letter case, and include those made from a held lot.
create or replace function held_by_rule(b stock_balance, day date) returns text language sql stable as $$
  select coalesce(
    (select h.reason from cell_hold h where (h.wcode, h.cell_cd) = (b.wcode, b.cell_cd)
      and day between h.from_dt and coalesce(h.to_dt, day) limit 1),
    (select h.reason from stock_hold h where (h.owner_cd, h.stock_cd) = (b.owner_cd, b.stock_cd)
      and day between h.from_dt and coalesce(h.to_dt, day) limit 1),
    (select h.reason from held_lots(day) h where h.lot_id = b.lot_id),
    (select h.reason from zone_hold h join cell c on c.wcode = h.wcode and c.zone_cd = h.zone_cd
      where (c.wcode, c.cell_cd) = (b.wcode, b.cell_cd)
      and day between h.from_dt and coalesce(h.to_dt, day) limit 1))
$$;

-- The same for allocations. Most lots have no lineage and are not looked up.
create or replace function refuse_bad_promises(changes promise_change[]) returns void
language plpgsql as $$
declare
  bad record;
  day date := (now() at time zone 'Asia/Seoul')::date;
begin
  select c.shipment_no, c.line_no, b.cell_cd into bad
  from unnest(changes) c
  join shipment s on s.shipment_no = c.shipment_no
  join shipment_line l on l.shipment_no = c.shipment_no and l.line_no = c.line_no
  join stock_balance b on b.balance_id = c.balance_id
  join lot on lot.lot_id = b.lot_id
  join cell on cell.wcode = b.wcode and cell.cell_cd = b.cell_cd
  join zone on zone.wcode = cell.wcode and zone.zone_cd = cell.zone_cd
  where c.alloc_qty > 0 and (
    (b.wcode, b.owner_cd, b.stock_cd) <> (s.wcode, l.owner_cd, l.stock_cd)
    or b.condition_cd <> case s.sample_yn when 'Y' then 'SAMPLE' else 'NORMAL' end
    or b.bonded_cd = 'BONDED'
    or lot.valid_dt < s.shipment_dt
    or 'Y' in (cell.lock_yn, zone.lock_yn)
    or exists (select from cell_hold h where (h.wcode, h.cell_cd) = (b.wcode, b.cell_cd)
      and day between h.from_dt and coalesce(h.to_dt, day))
    or exists (select from zone_hold h where (h.wcode, h.zone_cd) = (cell.wcode, cell.zone_cd)
      and day between h.from_dt and coalesce(h.to_dt, day))
    or exists (select from stock_hold h where (h.owner_cd, h.stock_cd) = (b.owner_cd, b.stock_cd)
      and day between h.from_dt and coalesce(h.to_dt, day))
    or exists (select from lot_hold h where (h.owner_cd, h.stock_cd, upper(h.lot_no))
      = (b.owner_cd, b.stock_cd, upper(lot.lot_no))
      and day between h.from_dt and coalesce(h.to_dt, day))
    or (exists (select from lot_edge e where e.to_lot_id = b.lot_id)
      and b.lot_id in (select h.lot_id from held_lots(day) h)))
  limit 1;
  if found then
    raise exception 'shipment % line %: goods in cell % may not be promised',
      bad.shipment_no, bad.line_no, bad.cell_cd using errcode = 'WM004';
  end if;
end $$;
