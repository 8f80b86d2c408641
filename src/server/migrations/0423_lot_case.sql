-- Lots that differ only in letter case are the same lot for rules, orders and new stock. Pairs that
-- already exist keep their spelling and balances, because a balance cannot change its lot.
create index lot_by_key on lot (owner_cd, stock_cd, upper(lot_no));

-- The spelling under which an item has a lot: the given one if it exists, else the oldest.
create function lot_spelling(owner text, item text, given text) returns text
language sql stable as $$
  select coalesce(
    (select l.lot_no from lot l
      where l.owner_cd = owner and l.stock_cd = item and upper(l.lot_no) = upper(given)
      order by l.lot_no = given desc, l.lot_id limit 1), given)
$$;

-- Volatile, because it must see the lots inserted earlier by the same statement.
create function spell_lot() returns trigger language plpgsql volatile as $$
declare
  known text;
begin
  select l.lot_no into known from lot l
  where l.owner_cd = new.owner_cd and l.stock_cd = new.stock_cd
    and upper(l.lot_no) = upper(new.lot_no)
  order by l.lot_no = new.lot_no desc, l.lot_id limit 1;
  new.lot_no := coalesce(known, new.lot_no);
  return new;
end $$;

create trigger lot_spelled before insert on lot
  for each row when (new.lot_no <> '') execute function spell_lot();

-- Why a balance may not be promised on a day, by a standing rule; null when none holds it.
create or replace function held_by_rule(b stock_balance, day date) returns text language sql stable as $$
  select coalesce(
    (select h.reason from cell_hold h where (h.wcode, h.cell_cd) = (b.wcode, b.cell_cd)
      and day between h.from_dt and coalesce(h.to_dt, day) limit 1),
    (select h.reason from stock_hold h where (h.owner_cd, h.stock_cd) = (b.owner_cd, b.stock_cd)
      and day between h.from_dt and coalesce(h.to_dt, day) limit 1),
    (select h.reason from lot_hold h join lot l on l.lot_id = b.lot_id and upper(l.lot_no) = upper(h.lot_no)
      where (h.owner_cd, h.stock_cd) = (b.owner_cd, b.stock_cd)
      and day between h.from_dt and coalesce(h.to_dt, day) limit 1),
    (select h.reason from zone_hold h join cell c on c.wcode = h.wcode and c.zone_cd = h.zone_cd
      where (c.wcode, c.cell_cd) = (b.wcode, b.cell_cd)
      and day between h.from_dt and coalesce(h.to_dt, day) limit 1))
$$;

-- As before, without regard to the letter case of lots.
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
      and day between h.from_dt and coalesce(h.to_dt, day)))
  limit 1;
  if found then
    raise exception 'shipment % line %: goods in cell % may not be promised',
      bad.shipment_no, bad.line_no, bad.cell_cd using errcode = 'WM004';
  end if;
end $$;
