-- Receipts and shipments. Line quantities that quote the ledger are kept by the posting triggers,
-- and a document's state is derived from its lines by one function each.

create table receipt (
  receipt_no text primary key,
  wcode text not null references warehouse,
  owner_cd text not null references owner,
  supplier_cd text,
  receipt_dt date not null,
  owner_order_no text,
  state_cd text not null default '10' check (state_cd in ('05', '10', '20', '30', '90')),
  -- Y: asked for by the customer's staff and not accepted yet.
  request_yn text not null default 'N' check (request_yn in ('Y', 'N')),
  cancel_yn text not null default 'N' check (cancel_yn in ('Y', 'N')),
  sample_yn text not null default 'N' check (sample_yn in ('Y', 'N')),
  remark text,
  version integer not null default 1,
  created_by text not null default 'system',
  created_at timestamptz not null default now(),
  updated_by text not null default 'system',
  updated_at timestamptz not null default now(),
  foreign key (owner_cd, supplier_cd) references supplier
);
create index receipt_search on receipt (wcode, receipt_dt);
create unique index receipt_owner_order on receipt (wcode, owner_cd, owner_order_no)
  where owner_order_no is not null and cancel_yn = 'N';

create table receipt_line (
  receipt_no text not null references receipt,
  line_no integer not null check (line_no > 0),
  owner_cd text not null,
  stock_cd text not null,
  order_qty numeric(15, 3) not null check (order_qty > 0),
  receive_qty numeric(15, 3) not null default 0 check (receive_qty >= 0),
  reject_qty numeric(15, 3) not null default 0 check (reject_qty >= 0),
  -- Ordered quantity with the owner's tolerance, kept on the line so that the check needs no join.
  limit_qty numeric(15, 3) not null,
  lot_no text,
  mark text,
  plot text,
  made_dt date,
  valid_dt date,
  cell_cd text,
  remark text,
  version integer not null default 1,
  created_by text not null default 'system',
  created_at timestamptz not null default now(),
  updated_by text not null default 'system',
  updated_at timestamptz not null default now(),
  primary key (receipt_no, line_no),
  constraint receipt_line_tolerance check (receive_qty <= limit_qty),
  foreign key (owner_cd, stock_cd) references stock
);

create function keep_receipt_limit() returns trigger language plpgsql as $$
begin
  select new.order_qty * (1 + over_receipt_rate / 100) into new.limit_qty
    from owner where owner_cd = new.owner_cd;
  return new;
end $$;
create trigger receipt_line_limit before insert or update of order_qty on receipt_line
  for each row execute function keep_receipt_limit();

create table shipment (
  shipment_no text primary key,
  wcode text not null references warehouse,
  owner_cd text not null references owner,
  ship_to_cd text,
  shipment_dt date not null,
  owner_order_no text,
  state_cd text not null default '10'
    check (state_cd in ('05', '10', '15', '20', '30', '35', '40', '50', '60', '90')),
  -- Y: asked for by the customer's staff and not accepted yet.
  request_yn text not null default 'N' check (request_yn in ('Y', 'N')),
  cancel_yn text not null default 'N' check (cancel_yn in ('Y', 'N')),
  sample_yn text not null default 'N' check (sample_yn in ('Y', 'N')),
  -- N: ship everything ordered or nothing.
  partial_yn text not null default 'Y' check (partial_yn in ('Y', 'N')),
  listed_at timestamptz,
  checked_at timestamptz,
  shipped_at timestamptz,
  remark text,
  version integer not null default 1,
  created_by text not null default 'system',
  created_at timestamptz not null default now(),
  updated_by text not null default 'system',
  updated_at timestamptz not null default now(),
  foreign key (owner_cd, ship_to_cd) references ship_to
);
create index shipment_search on shipment (wcode, shipment_dt);
create unique index shipment_owner_order on shipment (wcode, owner_cd, owner_order_no)
  where owner_order_no is not null and cancel_yn = 'N';

create table shipment_line (
  shipment_no text not null references shipment,
  line_no integer not null check (line_no > 0),
  owner_cd text not null,
  stock_cd text not null,
  order_qty numeric(15, 3) not null check (order_qty > 0),
  alloc_qty numeric(15, 3) not null default 0 check (alloc_qty >= 0),
  pick_qty numeric(15, 3) not null default 0 check (pick_qty >= 0),
  check_qty numeric(15, 3) not null default 0 check (check_qty >= 0),
  ship_qty numeric(15, 3) not null default 0 check (ship_qty >= 0),
  lot_no text,
  mark text,
  unit_price numeric(18, 2),
  remark text,
  version integer not null default 1,
  created_by text not null default 'system',
  created_at timestamptz not null default now(),
  updated_by text not null default 'system',
  updated_at timestamptz not null default now(),
  primary key (shipment_no, line_no),
  constraint shipment_line_steps check (order_qty >= alloc_qty and alloc_qty >= pick_qty
    and pick_qty >= check_qty and pick_qty >= ship_qty),
  foreign key (owner_cd, stock_cd) references stock
);
create index shipment_line_stock on shipment_line (owner_cd, stock_cd);

-- A promise of part of one balance to one line. `alloc_qty` is promised and not yet picked,
-- `pick_qty` is picked and still in the warehouse, `ship_qty` has left.
create table allocation (
  alloc_id bigint generated always as identity primary key,
  shipment_no text not null,
  line_no integer not null,
  balance_id bigint not null references stock_balance,
  alloc_qty numeric(15, 3) not null check (alloc_qty >= 0),
  pick_qty numeric(15, 3) not null default 0 check (pick_qty >= 0),
  ship_qty numeric(15, 3) not null default 0 check (ship_qty >= 0),
  created_by text not null,
  created_at timestamptz not null default now(),
  unique (shipment_no, line_no, balance_id),
  foreign key (shipment_no, line_no) references shipment_line
);
create index allocation_balance on allocation (balance_id) where alloc_qty + pick_qty > 0;

create function receipt_state(r receipt) returns text language sql stable as $$
  select case
    when r.cancel_yn = 'Y' then '90'
    when r.request_yn = 'Y' then '05'
    when coalesce(sum(receive_qty), 0) = 0 then '10'
    when count(*) filter (where receive_qty + reject_qty < order_qty) = 0 then '30'
    else '20' end
  from receipt_line where receipt_no = r.receipt_no
$$;

create function shipment_state(s shipment) returns text language sql stable as $$
  select case
    when s.cancel_yn = 'Y' then '90'
    when s.request_yn = 'Y' then '05'
    when s.shipped_at is not null then '60'
    when s.checked_at is not null then '50'
    when sum(pick_qty) > 0 and sum(pick_qty) = sum(alloc_qty) then '40'
    when sum(pick_qty) > 0 then '35'
    when s.listed_at is not null then '30'
    when sum(alloc_qty) > 0 and sum(alloc_qty) = sum(order_qty) then '20'
    when sum(alloc_qty) > 0 then '15'
    else '10' end
  from shipment_line where shipment_no = s.shipment_no
$$;

create function keep_receipt_state() returns trigger language plpgsql as $$
begin
  new.state_cd := receipt_state(new);
  return new;
end $$;
create trigger receipt_state before insert or update on receipt
  for each row execute function keep_receipt_state();

create function keep_shipment_state() returns trigger language plpgsql as $$
begin
  new.state_cd := shipment_state(new);
  return new;
end $$;
create trigger shipment_state before insert or update on shipment
  for each row execute function keep_shipment_state();

-- Touching the header makes it derive its state anew from the lines that just changed.
create function touch_receipt() returns trigger language plpgsql as $$
begin
  update receipt set state_cd = state_cd
    where receipt_no in (select receipt_no from changed);
  return null;
end $$;
create trigger receipt_line_changed after update on receipt_line
  referencing new table as changed for each statement execute function touch_receipt();

create function touch_shipment() returns trigger language plpgsql as $$
begin
  update shipment set state_cd = state_cd
    where shipment_no in (select shipment_no from changed);
  return null;
end $$;
create trigger shipment_line_changed after update on shipment_line
  referencing new table as changed for each statement execute function touch_shipment();

-- Applies posted movements: locks the balances in key order, adds the sums, then carries the
-- quantities to the document lines the movements quote.
create function post_movements() returns trigger language plpgsql as $$
begin
  perform 1 from stock_balance where balance_id in
    (select from_balance_id from posted union select to_balance_id from posted)
    order by balance_id for no key update;
  if exists (
    select from posted p join stock_balance b on b.balance_id in (p.from_balance_id, p.to_balance_id)
    where b.wcode <> p.wcode
       or ((b.owner_cd, b.stock_cd) <> (p.owner_cd, p.stock_cd) and p.movement_cd <> 'TRANSFER'))
  then
    raise exception 'a movement keeps warehouse, owner and item' using errcode = 'WM003';
  end if;
  if exists (
    select from posted p join stock_movement o on o.movement_no = p.reverses_no
    where (o.qty, o.from_balance_id, o.to_balance_id)
      is distinct from (p.qty, p.to_balance_id, p.from_balance_id))
  then
    raise exception 'a reversal is equal and opposite' using errcode = 'WM003';
  end if;
  update stock_balance b set qty = b.qty + d.delta
  from (select balance_id, sum(delta) delta from (
          select to_balance_id balance_id, qty delta from posted
          union all select from_balance_id, -qty from posted) ends
        where balance_id is not null group by balance_id) d
  where b.balance_id = d.balance_id;
  update receipt_line l set receive_qty = l.receive_qty + d.delta
  from (select doc_no, doc_line,
          sum(case when to_place_cd = 'CELL' then qty else -qty end) delta
        from posted where movement_cd = 'RECEIPT' group by doc_no, doc_line) d
  where l.receipt_no = d.doc_no and l.line_no = d.doc_line;
  update shipment_line l set ship_qty = l.ship_qty + d.delta
  from (select doc_no, doc_line,
          sum(case when from_place_cd = 'CELL' then qty else -qty end) delta
        from posted where movement_cd = 'SHIPMENT' group by doc_no, doc_line) d
  where l.shipment_no = d.doc_no and l.line_no = d.doc_line;
  return null;
end $$;

create trigger stock_movement_post after insert on stock_movement
  referencing new table as posted for each statement execute function post_movements();

create type promise_change as (
  shipment_no text, line_no integer, balance_id bigint,
  alloc_qty numeric, pick_qty numeric, ship_qty numeric);

-- Carries changed promises to the balances, in key order, and to the order lines.
create function carry_promises(changes promise_change[]) returns void language plpgsql as $$
begin
  perform 1 from stock_balance
    where balance_id in (select balance_id from unnest(changes))
    order by balance_id for no key update;
  update stock_balance b
    set alloc_qty = b.alloc_qty + d.alloc_qty, pick_qty = b.pick_qty + d.pick_qty
  from (select balance_id, sum(alloc_qty) alloc_qty, sum(pick_qty) pick_qty
        from unnest(changes) group by balance_id) d
  where b.balance_id = d.balance_id and (d.alloc_qty, d.pick_qty) <> (0, 0);
  update shipment_line l
    set alloc_qty = l.alloc_qty + d.promised, pick_qty = l.pick_qty + d.picked
  from (select shipment_no, line_no, sum(alloc_qty + pick_qty + ship_qty) promised,
          sum(pick_qty + ship_qty) picked
        from unnest(changes) group by shipment_no, line_no) d
  where l.shipment_no = d.shipment_no and l.line_no = d.line_no
    and (d.promised, d.picked) <> (0, 0);
end $$;

-- Only goods that may leave are promised: same warehouse, owner and item, not held, damaged or
-- under bond, not expired on the day of shipment, cell and zone open; samples to samples only.
create function refuse_bad_promises(changes promise_change[]) returns void language plpgsql as $$
declare
  bad record;
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
    or 'Y' in (cell.lock_yn, zone.lock_yn))
  limit 1;
  if found then
    raise exception 'shipment % line %: goods in cell % may not be promised',
      bad.shipment_no, bad.line_no, bad.cell_cd using errcode = 'WM004';
  end if;
end $$;

create function allocation_made() returns trigger language plpgsql as $$
declare
  changes promise_change[];
begin
  select array_agg(row(shipment_no, line_no, balance_id, alloc_qty, pick_qty, ship_qty)
    ::promise_change) into changes from made;
  perform refuse_bad_promises(changes);
  perform carry_promises(changes);
  return null;
end $$;
create trigger allocation_made after insert on allocation
  referencing new table as made for each statement execute function allocation_made();

create function allocation_changed() returns trigger language plpgsql as $$
declare
  changes promise_change[];
begin
  select array_agg(row(n.shipment_no, n.line_no, n.balance_id, n.alloc_qty - o.alloc_qty,
    n.pick_qty - o.pick_qty, n.ship_qty - o.ship_qty)::promise_change) into changes
  from made n join gone o using (alloc_id);
  if changes is null then return null; end if;
  perform refuse_bad_promises((select array_agg(c::promise_change) from unnest(changes) c
    where c.alloc_qty + c.pick_qty + c.ship_qty > 0));
  perform carry_promises(changes);
  return null;
end $$;
create trigger allocation_changed after update on allocation
  referencing old table as gone new table as made
  for each statement execute function allocation_changed();
create trigger allocation_never_deleted before delete on allocation
  for each row execute function refuse_change();
