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
