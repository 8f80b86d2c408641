-- What came and went of each item on each day, and what lay there when the day began and ended: one
-- row for every day on which there was any of it, whether it moved or not. Written when a day is
-- closed; reports and storage charges read days from here and never add up the ledger.
--
-- A reversal counts negative in its own kind on its own day. TRANSFER is what changed its lot, item
-- or warehouse; a move within the warehouse comes and goes, and is nothing here.

create table flow_day (
  stock_dt date not null references ledger_day,
  wcode text not null references warehouse,
  owner_cd text not null,
  stock_cd text not null,
  open_qty numeric(15, 3) not null,
  receipt_qty numeric(15, 3) not null,
  shipment_qty numeric(15, 3) not null,
  adjust_qty numeric(15, 3) not null,
  transfer_qty numeric(15, 3) not null,
  -- At the end of the day: all of it, and what of it is on hold.
  qty numeric(15, 3) not null check (qty >= 0),
  held_qty numeric(15, 3) not null,
  -- What lay there at the end of the day, by the measure that was valid on it.
  cbm numeric(18, 6) not null,
  weight_kg numeric(18, 3) not null,
  receipt_lines integer not null,
  shipment_lines integer not null,
  primary key (wcode, stock_dt, owner_cd, stock_cd),
  foreign key (owner_cd, stock_cd) references stock,
  constraint flow_day_adds_up
    check (qty = open_qty + receipt_qty - shipment_qty + adjust_qty + transfer_qty),
  constraint flow_day_held check (held_qty between 0 and qty)
);
create index flow_day_item on flow_day (owner_cd, stock_cd, stock_dt);
create trigger flow_day_append_only before update or delete on flow_day
  for each row execute function refuse_change();
create trigger flow_day_no_truncate before truncate on flow_day
  for each statement execute function refuse_change();

-- The same of all items of an owner, with the documents that were worked on.
create table flow_owner_day (
  stock_dt date not null references ledger_day,
  wcode text not null references warehouse,
  owner_cd text not null references owner,
  -- Units of the items; pieces in several units have no sum, so that nobody shows one.
  unit_cds text not null,
  open_qty numeric(18, 3) not null,
  receipt_qty numeric(18, 3) not null,
  shipment_qty numeric(18, 3) not null,
  adjust_qty numeric(18, 3) not null,
  transfer_qty numeric(18, 3) not null,
  qty numeric(18, 3) not null check (qty >= 0),
  held_qty numeric(18, 3) not null,
  cbm numeric(18, 6) not null,
  weight_kg numeric(18, 3) not null,
  receipt_lines integer not null,
  shipment_lines integer not null,
  -- Documents received from or shipped on that day; one of two days counts on each of them.
  receipts integer not null,
  shipments integer not null,
  stock_count integer not null,
  primary key (wcode, stock_dt, owner_cd),
  constraint flow_owner_day_adds_up
    check (qty = open_qty + receipt_qty - shipment_qty + adjust_qty + transfer_qty)
);
create trigger flow_owner_day_append_only before update or delete on flow_owner_day
  for each row execute function refuse_change();
create trigger flow_owner_day_no_truncate before truncate on flow_owner_day
  for each statement execute function refuse_change();

-- Both ends of the movements of some days, by the balance they change: what came is positive.
-- `place` is one warehouse, or null for all; `closed` the last day before, or null for the beginning.
create function flow_ends(place text, closed date, until date)
returns table (stock_dt date, wcode text, owner_cd text, stock_cd text, is_held boolean,
  movement_cd text, doc_no text, is_reversal boolean, qty numeric)
language sql stable as $$
  select warehouse_day(e.posted_at), b.wcode, b.owner_cd, b.stock_cd, b.condition_cd = 'HELD',
    e.movement_cd, e.doc_no, e.reverses_no is not null, e.qty
  from (
    select posted_at, to_balance_id balance_id, movement_cd, doc_no, reverses_no, qty
    from stock_movement
    where posted_at >= coalesce(day_end(closed), '-infinity') and posted_at < day_end(until)
      and (place is null or wcode = place) and to_balance_id is not null
    union all
    select posted_at, from_balance_id, movement_cd, doc_no, reverses_no, -qty
    from stock_movement
    where posted_at >= coalesce(day_end(closed), '-infinity') and posted_at < day_end(until)
      and (place is null or wcode = place) and from_balance_id is not null) e
  join stock_balance b using (balance_id)
$$;

-- Rows of `flow_day` after the last closed day: what the night will write, and what is shown until
-- then.
create function flows_since(place text, closed date, until date)
returns setof flow_day language sql stable as $$
  with moved as materialized (
    select e.stock_dt, e.wcode, e.owner_cd, e.stock_cd,
      coalesce(sum(e.qty) filter (where e.movement_cd = 'RECEIPT'), 0) receipt_qty,
      coalesce(-sum(e.qty) filter (where e.movement_cd = 'SHIPMENT'), 0) shipment_qty,
      coalesce(sum(e.qty) filter (where e.movement_cd = 'ADJUST'), 0) adjust_qty,
      coalesce(sum(e.qty) filter (where e.movement_cd in ('MOVE', 'TRANSFER')), 0) transfer_qty,
      sum(e.qty) qty,
      coalesce(sum(e.qty) filter (where e.is_held), 0) held_qty,
      coalesce(sum(case when e.is_reversal then -1 else 1 end)
        filter (where e.movement_cd = 'RECEIPT'), 0) receipt_lines,
      coalesce(sum(case when e.is_reversal then -1 else 1 end)
        filter (where e.movement_cd = 'SHIPMENT'), 0) shipment_lines
    from flow_ends(place, closed, until) e group by 1, 2, 3, 4),
  base as materialized (
    select f.wcode, f.owner_cd, f.stock_cd, f.qty, f.held_qty from flow_day f
    where f.stock_dt = closed and (place is null or f.wcode = place) and f.qty > 0),
  items as (
    select i.wcode, i.owner_cd, i.stock_cd, min(i.first_dt) first_dt from (
      select wcode, owner_cd, stock_cd, closed + 1 first_dt from base
      union all select wcode, owner_cd, stock_cd, stock_dt from moved) i group by 1, 2, 3),
  days as (
    select d.day::date stock_dt, i.wcode, i.owner_cd, i.stock_cd, m.receipt_qty, m.shipment_qty,
      m.adjust_qty, m.transfer_qty, m.receipt_lines, m.shipment_lines, m.qty net_qty,
      coalesce(b.qty, 0) + coalesce(sum(m.qty) over so_far, 0) qty,
      coalesce(b.held_qty, 0) + coalesce(sum(m.held_qty) over so_far, 0) held_qty
    from items i
    cross join generate_series(i.first_dt::timestamp, until::timestamp, interval '1 day') d(day)
    left join base b using (wcode, owner_cd, stock_cd)
    left join moved m on m.wcode = i.wcode and m.owner_cd = i.owner_cd
      and m.stock_cd = i.stock_cd and m.stock_dt = d.day::date
    window so_far as (partition by i.wcode, i.owner_cd, i.stock_cd order by d.day))
  select d.stock_dt, d.wcode, d.owner_cd, d.stock_cd, d.qty - coalesce(d.net_qty, 0),
    coalesce(d.receipt_qty, 0), coalesce(d.shipment_qty, 0), coalesce(d.adjust_qty, 0),
    coalesce(d.transfer_qty, 0), d.qty, d.held_qty, round(d.qty * coalesce(k.cbm, 0), 6),
    round(d.qty * coalesce(k.weight_kg, 0), 3), coalesce(d.receipt_lines, 0)::integer,
    coalesce(d.shipment_lines, 0)::integer
  from days d
  left join lateral measure_on(d.owner_cd, d.stock_cd, d.stock_dt) k on true
  where d.net_qty is not null or d.qty > 0
$$;

-- Rows of `flow_owner_day` after the last closed day.
create function owner_flows_since(place text, closed date, until date)
returns setof flow_owner_day language sql stable as $$
  with documents as materialized (
    select e.stock_dt, e.wcode, e.owner_cd,
      count(distinct e.doc_no) filter (where e.movement_cd = 'RECEIPT') receipts,
      count(distinct e.doc_no) filter (where e.movement_cd = 'SHIPMENT') shipments
    from flow_ends(place, closed, until) e
    where e.movement_cd in ('RECEIPT', 'SHIPMENT') and not e.is_reversal group by 1, 2, 3)
  select f.stock_dt, f.wcode, f.owner_cd, string_agg(distinct s.unit_cd, ',' order by s.unit_cd),
    sum(f.open_qty), sum(f.receipt_qty), sum(f.shipment_qty), sum(f.adjust_qty),
    sum(f.transfer_qty), sum(f.qty), sum(f.held_qty), sum(f.cbm), sum(f.weight_kg),
    sum(f.receipt_lines)::integer, sum(f.shipment_lines)::integer,
    coalesce(min(d.receipts), 0)::integer, coalesce(min(d.shipments), 0)::integer,
    (count(*) filter (where f.qty > 0))::integer
  from flows_since(place, closed, until) f
  join stock s on s.owner_cd = f.owner_cd and s.stock_cd = f.stock_cd
  left join documents d on d.stock_dt = f.stock_dt and d.wcode = f.wcode
    and d.owner_cd = f.owner_cd
  group by f.stock_dt, f.wcode, f.owner_cd
$$;

-- Writes the flows of a day that is closed; the days before it have theirs.
create function close_flow_day(day date) returns void language plpgsql as $$
begin
  insert into flow_day select * from flows_since(null, day - 1, day);
  insert into flow_owner_day select * from owner_flows_since(null, day - 1, day);
end $$;

create or replace function close_stock_day(patience interval) returns date language plpgsql as $$
declare
  day date;
begin
  -- One at a time; a second one finds the day closed.
  lock table ledger_day in share row exclusive mode;
  select max(stock_dt) + 1 into day from ledger_day;
  if day is null then
    select warehouse_day(min(posted_at)) into day from stock_movement;
  end if;
  if day is null or day_end(day) + patience > now() then return null; end if;
  insert into ledger_day (stock_dt, movement_count)
    select day, count(*) from stock_movement
    where posted_at >= day_end(day - 1) and posted_at < day_end(day);
  insert into stock_day (balance_id, stock_dt, in_qty, out_qty, qty)
    select e.balance_id, day, sum(e.in_qty), sum(e.out_qty),
      coalesce((select d.qty from stock_day d where d.balance_id = e.balance_id
        order by d.stock_dt desc limit 1), 0) + sum(e.in_qty - e.out_qty)
    from (
      select to_balance_id balance_id, qty in_qty, 0 out_qty from stock_movement
      where posted_at >= day_end(day - 1) and posted_at < day_end(day)
      union all
      select from_balance_id, 0, qty from stock_movement
      where posted_at >= day_end(day - 1) and posted_at < day_end(day)) e
    where e.balance_id is not null group by e.balance_id;
  perform close_flow_day(day);
  return day;
end $$;

-- Days that were closed before there were flows.
do $$
declare
  day date;
begin
  for day in select stock_dt from ledger_day order by stock_dt loop
    perform close_flow_day(day);
  end loop;
end $$;
