-- Serial numbers of three levels: none, named at shipping, or named by every posting from the
-- receipt on.
alter table stock add column serial_cd text not null default 'OUT'
  check (serial_cd in ('NONE', 'OUT', 'ALL'));

create table serial (
  serial_id bigint generated always as identity primary key,
  owner_cd text not null,
  stock_cd text not null,
  serial_no text not null,
  state_cd text not null default '10'
    check (state_cd in ('10', '20', '25', '30', '40', '50', '60', '90')),
  -- Null while the piece is in no warehouse.
  balance_id bigint references stock_balance,
  -- Allocation the piece was picked for.
  alloc_id bigint references allocation,
  last_movement_no bigint references stock_movement,
  constraint serial_once unique (owner_cd, stock_cd, serial_no),
  constraint serial_folded check (serial_no = upper(serial_no) and serial_no <> ''),
  constraint serial_placed check ((balance_id is not null) = (state_cd in ('20', '30', '50'))),
  constraint serial_picked check ((alloc_id is not null) = (state_cd = '30')),
  foreign key (owner_cd, stock_cd) references stock
);
create index serial_balance on serial (balance_id) where balance_id is not null;
create index serial_alloc on serial (alloc_id) where alloc_id is not null;
create index serial_movement on serial (last_movement_no);
create index serial_number on serial (serial_no);

-- A pick has no movement and names its shipment line instead.
create table serial_event (
  event_no bigint generated always as identity primary key,
  serial_id bigint not null references serial,
  state_cd text not null,
  movement_no bigint references stock_movement,
  shipment_no text,
  line_no integer,
  user_id text not null,
  noted_at timestamptz not null default clock_timestamp(),
  constraint serial_event_cause check ((movement_no is null) = (shipment_no is not null)),
  constraint serial_event_line foreign key (shipment_no, line_no) references shipment_line
);
create index serial_event_serial on serial_event (serial_id);
create index serial_event_movement on serial_event (movement_no) where movement_no is not null;
create trigger serial_event_append_only before update or delete on serial_event
  for each row execute function refuse_change();
create trigger serial_event_no_truncate before truncate on serial_event
  for each statement execute function refuse_change();
create trigger serial_never_deleted before delete on serial
  for each row execute function refuse_change();

-- Set by the posting function for items of level ALL. Other movements cost no check.
alter table stock_movement add column serial_yn boolean not null default false;

create function refuse_unnamed(place bigint) returns void language plpgsql as $$
begin
  if exists (select from stock_balance b join stock k using (owner_cd, stock_cd)
      where b.balance_id = place and k.serial_cd = 'ALL'
        and b.qty <> (select count(*) from serial s where s.balance_id = place)) then
    raise exception 'serials of balance % differ from its quantity', place
      using errcode = '23514', constraint = 'serial_balance_qty', table = 'serial';
  end if;
end $$;

create function check_moved_serials() returns trigger language plpgsql as $$
begin
  perform refuse_unnamed(new.from_balance_id);
  perform refuse_unnamed(new.to_balance_id);
  return null;
end $$;
create constraint trigger stock_movement_serials after insert on stock_movement
  deferrable initially deferred for each row when (new.serial_yn)
  execute function check_moved_serials();

create function check_placed_serial() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' then perform refuse_unnamed(old.balance_id); end if;
  perform refuse_unnamed(new.balance_id);
  return null;
end $$;
create constraint trigger serial_inserted after insert on serial
  deferrable initially deferred for each row when (new.balance_id is not null)
  execute function check_placed_serial();
create constraint trigger serial_replaced after update on serial
  deferrable initially deferred for each row
  when (new.balance_id is distinct from old.balance_id and new.last_movement_no is not distinct from old.last_movement_no)
  execute function check_placed_serial();

-- The level changes to or from ALL only while there is no stock.
create or replace function fix_item() returns trigger language plpgsql as $$
begin
  perform from stock s where s.owner_cd = old.owner_cd and s.stock_cd = old.stock_cd for update;
  if exists (
    select from (values
      (new.unit_cd <> old.unit_cd or new.goods_yn <> old.goods_yn, 'USE'),
      (new.serial_cd <> old.serial_cd and 'ALL' in (new.serial_cd, old.serial_cd), 'STOCK'),
      (new.lot_yn <> old.lot_yn,
        case new.lot_yn when 'Y' then 'WITHOUT_LOT' else 'WITH_LOT' end),
      (new.valid_yn <> old.valid_yn,
        case new.valid_yn when 'Y' then 'WITHOUT_EXPIRY' else 'WITH_EXPIRY' end))
      c(is_changed, fixed_by)
    cross join lateral item_obstacle(old.owner_cd, old.stock_cd, c.fixed_by)
    where c.is_changed) then
    raise exception 'the item is in use' using errcode = '23514',
      constraint = 'stock_facts_fixed', table = 'stock';
  end if;
  return null;
end $$;
drop trigger stock_fixed on stock;
create trigger stock_fixed after update on stock for each row
  when ((new.unit_cd, new.goods_yn, new.lot_yn, new.valid_yn, new.serial_cd)
    is distinct from (old.unit_cd, old.goods_yn, old.lot_yn, old.valid_yn, old.serial_cd))
  execute function fix_item();

-- Serials of level ALL have a state of their own, which decides whether they can leave again.
create or replace function freed_serials(no text, owner text, item text) returns numeric
language sql stable as $$
  select case when (select k.serial_cd = 'ALL' from stock k
      where k.owner_cd = owner and k.stock_cd = item) then 1 else
    coalesce((select sum(q.returned_qty) from shipment_returns(no) q
      where q.owner_cd = owner and q.stock_cd = item), 0)
    - (select count(*) from shipment_match m
      join shipment_match n on n.owner_cd = m.owner_cd and n.stock_cd = m.stock_cd
        and n.match_no = m.match_no and n.match_cd = 'SERIAL' and n.life_no = m.life_no + 1
      where m.shipment_no = no and m.match_cd = 'SERIAL'
        and m.owner_cd = owner and m.stock_cd = item) end
$$;

-- An adjustment that waits for approval keeps the serials it names.
alter table adjust_request add column serials text;
