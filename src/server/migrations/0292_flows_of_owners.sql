-- The days that are not closed yet are worked out of their own movements, each looked up with its
-- balances, and of the items of the owners that are asked for. How many movements the days have,
-- nobody can tell beforehand: joined as sets, a few of them had every balance read.

create or replace function flow_ends(place text, closed date, until date)
returns table (stock_dt date, wcode text, owner_cd text, stock_cd text, is_held boolean,
  movement_cd text, doc_no text, is_reversal boolean, qty numeric)
language sql stable as $$
  with m as materialized (
    select posted_at, to_balance_id, from_balance_id, movement_cd, doc_no, reverses_no, qty
    from stock_movement
    where posted_at >= coalesce(day_end(closed), '-infinity') and posted_at < day_end(until)
      and (place is null or wcode = place))
  select warehouse_day(m.posted_at), b.wcode, b.owner_cd, b.stock_cd, b.condition_cd = 'HELD',
    m.movement_cd, m.doc_no, m.reverses_no is not null, e.qty
  from m
  cross join lateral (values (m.to_balance_id, m.qty), (m.from_balance_id, -m.qty))
    e(balance_id, qty)
  cross join lateral (
    select x.wcode, x.owner_cd, x.stock_cd, x.condition_cd from stock_balance x
    where x.balance_id = e.balance_id offset 0) b
$$;

drop function owner_flows_since(text, date, date);
drop function flows_since(text, date, date);

-- Rows of `flow_day` after the last closed day, of all owners or of some: what the night will write,
-- and what is shown until then.
create function flows_since(place text, closed date, until date, owners text[] default null)
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
    from flow_ends(place, closed, until) e
    where owners is null or e.owner_cd = any(owners) group by 1, 2, 3, 4),
  base as materialized (
    select f.wcode, f.owner_cd, f.stock_cd, f.qty, f.held_qty from flow_day f
    where f.stock_dt = closed and (place is null or f.wcode = place) and f.qty > 0
      and (owners is null or f.owner_cd = any(owners))),
  items as (
    select i.wcode, i.owner_cd, i.stock_cd, min(i.first_dt) first_dt, sum(i.qty) qty,
      sum(i.held_qty) held_qty
    from (
      select wcode, owner_cd, stock_cd, closed + 1 first_dt, qty, held_qty from base
      union all select wcode, owner_cd, stock_cd, stock_dt, 0, 0 from moved) i group by 1, 2, 3),
  days as (
    select d.day::date stock_dt, i.wcode, i.owner_cd, i.stock_cd, m.receipt_qty, m.shipment_qty,
      m.adjust_qty, m.transfer_qty, m.receipt_lines, m.shipment_lines, m.qty net_qty,
      i.qty + coalesce(sum(m.qty) over so_far, 0) qty,
      i.held_qty + coalesce(sum(m.held_qty) over so_far, 0) held_qty
    from items i
    cross join generate_series(i.first_dt::timestamp, until::timestamp, interval '1 day') d(day)
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
create function owner_flows_since(place text, closed date, until date,
  owners text[] default null)
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
  from flows_since(place, closed, until, owners) f
  join stock s on s.owner_cd = f.owner_cd and s.stock_cd = f.stock_cd
  left join documents d on d.stock_dt = f.stock_dt and d.wcode = f.wcode
    and d.owner_cd = f.owner_cd
  group by f.stock_dt, f.wcode, f.owner_cd
$$;
