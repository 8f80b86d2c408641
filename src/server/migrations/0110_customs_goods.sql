-- Goods under customs, counted in pieces for each cargo number and item: how many came in, how many
-- a filed release covers, how many have left. Movements and releases carry their quantities here, so
-- that no way out of the warehouse, old or new, lets a piece go that no release covers.

create table customs_goods (
  wcode text not null references warehouse,
  cargo_no text not null check (cargo_no <> ''),
  owner_cd text not null,
  stock_cd text not null,
  -- Pieces the register says were unpacked, and those the ledger received.
  unpack_qty numeric(15, 3) not null default 0 check (unpack_qty >= 0),
  in_qty numeric(15, 3) not null default 0 check (in_qty >= 0),
  -- Pieces that filed releases cover, and those that left.
  filed_qty numeric(15, 3) not null default 0 check (filed_qty >= 0),
  left_qty numeric(15, 3) not null default 0 check (left_qty >= 0),
  primary key (wcode, cargo_no, owner_cd, stock_cd),
  constraint customs_goods_covered check (left_qty <= filed_qty),
  constraint customs_goods_filed check (filed_qty <= in_qty),
  foreign key (owner_cd, stock_cd) references stock
);
create index customs_goods_stock on customs_goods (owner_cd, stock_cd);

create function guard_customs_goods() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' then
    raise exception 'goods under customs are never deleted' using errcode = 'WM001';
  end if;
  if pg_trigger_depth() < 2 then
    raise exception 'goods under customs change by movements and register lines only'
      using errcode = 'WM002';
  end if;
  return new;
end $$;
create trigger customs_goods_guard before insert or update or delete on customs_goods
  for each row execute function guard_customs_goods();

-- What posted movements did to goods that carry a cargo number. They come in by unpacking alone, and
-- leave by a shipment, or by becoming free goods; they are neither adjusted nor sent on nor turned
-- into another item, because customs would not know of it.
create function carry_customs_goods() returns trigger language plpgsql as $$
begin
  if not exists (
    select from (select from_balance_id balance_id from posted
      union all select to_balance_id from posted) p
    join stock_balance b using (balance_id) where b.cargo_no <> '')
  then
    return null;
  end if;
  if exists (
    select from (
      select from_balance_id balance_id, movement_cd, from_place_cd, to_place_cd from posted
      union all select to_balance_id, movement_cd, from_place_cd, to_place_cd from posted) p
    join stock_balance b using (balance_id)
    where b.cargo_no <> '' and (p.movement_cd = 'ADJUST'
      or p.from_place_cd in ('ADJUSTMENT', 'TRANSIT') or p.to_place_cd in ('ADJUSTMENT', 'TRANSIT')))
  then
    raise exception 'goods under customs are not adjusted' using errcode = '23514',
      constraint = 'customs_goods_kept';
  end if;
  insert into customs_goods (wcode, cargo_no, owner_cd, stock_cd)
  select distinct b.wcode, b.cargo_no, b.owner_cd, b.stock_cd
  from (select from_balance_id balance_id from posted
    union all select to_balance_id from posted) p
  join stock_balance b using (balance_id)
  where b.cargo_no <> '' order by 1, 2, 3, 4 on conflict do nothing;
  update customs_goods g set in_qty = g.in_qty + d.came, left_qty = g.left_qty + d.went
  from (
    select b.wcode, b.cargo_no, b.owner_cd, b.stock_cd,
      coalesce(sum(p.qty) filter (where p.movement_cd = 'RECEIPT'), 0) came,
      coalesce(-sum(p.qty) filter (where p.movement_cd <> 'RECEIPT'), 0) went
    from (select to_balance_id balance_id, movement_cd, qty from posted
      union all select from_balance_id, movement_cd, -qty from posted) p
    join stock_balance b using (balance_id)
    where b.cargo_no <> '' group by 1, 2, 3, 4) d
  where (g.wcode, g.cargo_no, g.owner_cd, g.stock_cd)
      = (d.wcode, d.cargo_no, d.owner_cd, d.stock_cd) and (d.came, d.went) <> (0, 0);
  -- Unpacking is written before its goods are received, and taken back before they go back.
  if exists (
    select from posted p
    join stock_balance b on b.balance_id = coalesce(p.to_balance_id, p.from_balance_id)
    join customs_goods g on (g.wcode, g.cargo_no, g.owner_cd, g.stock_cd)
      = (b.wcode, b.cargo_no, b.owner_cd, b.stock_cd)
    where p.movement_cd = 'RECEIPT' and g.in_qty <> g.unpack_qty)
  then
    raise exception 'goods under customs come in by unpacking' using errcode = '23514',
      constraint = 'customs_goods_unpacked';
  end if;
  return null;
end $$;
create trigger stock_movement_customs after insert on stock_movement
  referencing new table as posted for each statement execute function carry_customs_goods();

-- The change of part of a balance from bonded to cleared, and from cleared to free, is work on stock.
alter table inventory_work drop constraint inventory_work_work_cd_check;
alter table inventory_work add constraint inventory_work_work_cd_check
  check (work_cd in ('MOVE', 'HOLD', 'LOT', 'MARK', 'ITEM', 'ADJUST', 'SEND', 'ARRIVE', 'CUSTOMS'));
