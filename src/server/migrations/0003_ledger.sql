-- Stock is a ledger. Inserting a movement IS the posting: a trigger changes the balances, and no
-- other statement can. So a balance is the sum of its movements by construction.

create table lot (
  lot_id bigint generated always as identity primary key,
  owner_cd text not null,
  stock_cd text not null,
  lot_no text not null default '',
  mark text not null default '',
  plot text not null default '',
  made_dt date,
  received_dt date not null,
  valid_dt date,
  constraint lot_facts unique nulls not distinct
    (owner_cd, stock_cd, lot_no, mark, plot, made_dt, received_dt, valid_dt),
  constraint lot_valid_after_made check (valid_dt >= made_dt),
  foreign key (owner_cd, stock_cd) references stock
);

create table stock_balance (
  balance_id bigint generated always as identity primary key,
  wcode text not null references warehouse,
  owner_cd text not null,
  stock_cd text not null,
  lot_id bigint not null references lot,
  cell_cd text not null,
  pallet_no text not null default '',
  box_no text not null default '',
  condition_cd text not null default 'NORMAL'
    check (condition_cd in ('NORMAL', 'HELD', 'DAMAGED', 'SAMPLE')),
  bonded_cd text not null default 'FREE' check (bonded_cd in ('FREE', 'BONDED', 'CLEARED')),
  cargo_no text not null default '',
  qty numeric(15, 3) not null default 0,
  alloc_qty numeric(15, 3) not null default 0,
  pick_qty numeric(15, 3) not null default 0,
  constraint stock_balance_key unique (wcode, owner_cd, stock_cd, lot_id, cell_cd, pallet_no,
    box_no, condition_cd, bonded_cd, cargo_no),
  constraint stock_balance_not_negative check (qty >= 0),
  constraint stock_balance_alloc check (alloc_qty >= 0),
  constraint stock_balance_pick check (pick_qty >= 0),
  constraint stock_balance_available check (alloc_qty + pick_qty <= qty),
  foreign key (owner_cd, stock_cd) references stock,
  foreign key (wcode, cell_cd) references cell
);
create index stock_balance_stock on stock_balance (wcode, owner_cd, stock_cd) where qty > 0;
create index stock_balance_cell on stock_balance (wcode, cell_cd) where qty > 0;
create index stock_balance_lot on stock_balance (lot_id);

create table stock_movement (
  -- The order of truth is this sequence, never a clock.
  movement_no bigint generated always as identity primary key,
  posted_at timestamptz not null default clock_timestamp(),
  business_dt date not null,
  wcode text not null references warehouse,
  owner_cd text not null,
  stock_cd text not null,
  movement_cd text not null
    check (movement_cd in ('RECEIPT', 'SHIPMENT', 'MOVE', 'ADJUST', 'TRANSFER')),
  doc_no text not null,
  doc_line integer not null,
  from_place_cd text not null
    check (from_place_cd in ('CELL', 'SUPPLIER', 'CUSTOMER', 'ADJUSTMENT', 'TRANSIT')),
  from_balance_id bigint references stock_balance,
  to_place_cd text not null
    check (to_place_cd in ('CELL', 'SUPPLIER', 'CUSTOMER', 'ADJUSTMENT', 'TRANSIT')),
  to_balance_id bigint references stock_balance,
  qty numeric(15, 3) not null check (qty > 0),
  -- As measured on the day, so that billing never reads an item master that has changed since.
  cbm numeric(15, 6) not null default 0,
  weight_kg numeric(15, 3) not null default 0,
  reason text,
  idempotency_key text not null,
  -- A cancel posts the opposite and points at what it cancels; nothing is cancelled twice.
  reverses_no bigint unique references stock_movement,
  user_id text not null,
  check ((from_place_cd = 'CELL') = (from_balance_id is not null)),
  check ((to_place_cd = 'CELL') = (to_balance_id is not null)),
  check (from_balance_id is distinct from to_balance_id)
);
create index stock_movement_document on stock_movement (movement_cd, doc_no, doc_line);
create index stock_movement_from on stock_movement (from_balance_id);
create index stock_movement_to on stock_movement (to_balance_id);
create index stock_movement_day on stock_movement (wcode, business_dt);

create function refuse_change() returns trigger language plpgsql as $$
begin
  raise exception '% rows are never changed or deleted', tg_table_name using errcode = 'WM001';
end $$;

create trigger stock_movement_append_only before update or delete on stock_movement
  for each row execute function refuse_change();
create trigger stock_movement_no_truncate before truncate on stock_movement
  for each statement execute function refuse_change();
create trigger stock_balance_never_deleted before delete on stock_balance
  for each row execute function refuse_change();

-- A balance starts at nothing, keeps its key, and moves only inside the posting triggers below.
create function guard_balance() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    if new.qty <> 0 or new.alloc_qty <> 0 or new.pick_qty <> 0 then
      raise exception 'a balance starts at zero and moves by movements' using errcode = 'WM002';
    end if;
    return new;
  end if;
  if (new.balance_id, new.wcode, new.owner_cd, new.stock_cd, new.lot_id, new.cell_cd,
      new.pallet_no, new.box_no, new.condition_cd, new.bonded_cd, new.cargo_no)
     is distinct from
     (old.balance_id, old.wcode, old.owner_cd, old.stock_cd, old.lot_id, old.cell_cd,
      old.pallet_no, old.box_no, old.condition_cd, old.bonded_cd, old.cargo_no) then
    raise exception 'the key of a balance never changes' using errcode = 'WM002';
  end if;
  if pg_trigger_depth() < 2 then
    raise exception 'balances change by movements and allocations only' using errcode = 'WM002';
  end if;
  return new;
end $$;

create trigger stock_balance_guard before insert or update on stock_balance
  for each row execute function guard_balance();
