-- Receipts and shipments of each date with a movement that was not reversed on the same date.
create function flow_documents(place text, closed date, until date)
returns table (stock_dt date, wcode text, owner_cd text, receipts bigint, shipments bigint)
language sql stable as $$
  with m as materialized (
    select movement_no, warehouse_day(posted_at) stock_dt, wcode, owner_cd, movement_cd, doc_no
    from stock_movement
    where posted_at >= coalesce(day_end(closed), '-infinity') and posted_at < day_end(until)
      and movement_cd in ('RECEIPT', 'SHIPMENT') and reverses_no is null
      and (place is null or wcode = place))
  select m.stock_dt, m.wcode, m.owner_cd,
    count(distinct m.doc_no) filter (where m.movement_cd = 'RECEIPT'),
    count(distinct m.doc_no) filter (where m.movement_cd = 'SHIPMENT')
  from m
  where not exists (select from stock_movement r where r.reverses_no = m.movement_no
    and warehouse_day(r.posted_at) = m.stock_dt)
  group by 1, 2, 3
$$;

create or replace function owner_flows_of(day date) returns setof flow_owner_day language sql stable as $$
  with documents as (
    select e.wcode, e.owner_cd, e.receipts, e.shipments from flow_documents(null, day - 1, day) e)
  select f.stock_dt, f.wcode, f.owner_cd, string_agg(distinct s.unit_cd, ',' order by s.unit_cd),
    sum(f.open_qty), sum(f.receipt_qty), sum(f.shipment_qty), sum(f.adjust_qty),
    sum(f.transfer_qty), sum(f.qty), sum(f.held_qty), sum(f.cbm), sum(f.weight_kg),
    sum(f.receipt_lines)::integer, sum(f.shipment_lines)::integer,
    coalesce(min(d.receipts), 0)::integer, coalesce(min(d.shipments), 0)::integer,
    (count(*) filter (where f.qty > 0))::integer
  from warehouse w
  join flow_day f on f.wcode = w.wcode and f.stock_dt = day
  join stock s on s.owner_cd = f.owner_cd and s.stock_cd = f.stock_cd
  left join documents d on d.wcode = f.wcode and d.owner_cd = f.owner_cd
  group by f.stock_dt, f.wcode, f.owner_cd
$$;

create or replace function owner_flows_since(place text, closed date, until date, owners text[] default null)
returns setof flow_owner_day language sql stable as $$
  with changed as materialized (select * from changed_flows_since(place, closed, until, owners)),
  documents as materialized (
    select e.* from flow_documents(place, closed, until) e
    where owners is null or e.owner_cd = any(owners)),
  had as materialized (
    select f.wcode, f.owner_cd, sum(f.qty) qty, sum(f.held_qty) held_qty, sum(f.cbm) cbm,
      sum(f.weight_kg) weight_kg, count(*) items
    from (select distinct wcode, owner_cd, stock_cd from changed) c
    cross join lateral (select * from flow_day f where f.wcode = c.wcode and f.stock_dt = closed
      and f.owner_cd = c.owner_cd and f.stock_cd = c.stock_cd and f.qty > 0 offset 0) f
    group by 1, 2),
  resting as materialized (
    select o.wcode, o.owner_cd, o.qty - coalesce(h.qty, 0) qty,
      o.held_qty - coalesce(h.held_qty, 0) held_qty, o.cbm - coalesce(h.cbm, 0) cbm,
      o.weight_kg - coalesce(h.weight_kg, 0) weight_kg, o.stock_count - coalesce(h.items, 0) items
    from flow_owner_day o left join had h using (wcode, owner_cd)
    where o.stock_dt = closed and (place is null or o.wcode = place)
      and (owners is null or o.owner_cd = any(owners)) and o.stock_count > coalesce(h.items, 0)),
  units as materialized (
    select r.wcode, r.owner_cd, u.unit_cd
    from resting r
    cross join lateral (select distinct s.unit_cd from stock s where s.owner_cd = r.owner_cd) u
    cross join lateral (
      select from flow_day f
      cross join lateral (select unit_cd from stock s
        where s.owner_cd = f.owner_cd and s.stock_cd = f.stock_cd offset 0) s
      where f.wcode = r.wcode and f.stock_dt = closed and f.owner_cd = r.owner_cd and f.qty > 0
        and s.unit_cd = u.unit_cd and not exists (select from changed c where c.wcode = f.wcode
          and c.owner_cd = f.owner_cd and c.stock_cd = f.stock_cd)
      limit 1) f),
  parts as (
    select c.stock_dt, c.wcode, c.owner_cd, s.unit_cd, c.open_qty, c.receipt_qty, c.shipment_qty,
      c.adjust_qty, c.transfer_qty, c.qty, c.held_qty, c.cbm, c.weight_kg, c.receipt_lines,
      c.shipment_lines, (c.qty > 0)::integer items
    from changed c join stock s on s.owner_cd = c.owner_cd and s.stock_cd = c.stock_cd
    union all
    select d.day::date, r.*
    from generate_series((closed + 1)::timestamp, until::timestamp, interval '1 day') d(day)
    cross join (
      select wcode, owner_cd, null unit_cd, qty, 0, 0, 0, 0, qty, held_qty, cbm, weight_kg, 0, 0,
        items from resting
      union all
      select wcode, owner_cd, unit_cd, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0 from units) r)
  select p.stock_dt, p.wcode, p.owner_cd, string_agg(distinct p.unit_cd, ',' order by p.unit_cd),
    sum(p.open_qty), sum(p.receipt_qty), sum(p.shipment_qty), sum(p.adjust_qty),
    sum(p.transfer_qty), sum(p.qty), sum(p.held_qty), sum(p.cbm), sum(p.weight_kg),
    sum(p.receipt_lines)::integer, sum(p.shipment_lines)::integer,
    coalesce(min(d.receipts), 0)::integer, coalesce(min(d.shipments), 0)::integer,
    sum(p.items)::integer
  from parts p
  left join documents d on d.stock_dt = p.stock_dt and d.wcode = p.wcode
    and d.owner_cd = p.owner_cd
  group by p.stock_dt, p.wcode, p.owner_cd
$$;
