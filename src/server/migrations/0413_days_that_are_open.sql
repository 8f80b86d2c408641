-- A day that is not closed is mostly of items that lay where they lay: what was written of the last
-- closed day is still true of them, and only those that moved or were measured anew are worked out.

-- Rows of `flow_day` after the last closed day, of these alone.
create function changed_flows_since(place text, closed date, until date, owners text[])
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
  changed as materialized (
    select wcode, owner_cd, stock_cd from moved
    union
    select w.wcode, m.owner_cd, m.stock_cd from stock_measure m cross join warehouse w
    where m.from_dt > closed and m.from_dt <= until and (place is null or w.wcode = place)
      and (owners is null or m.owner_cd = any(owners))),
  items as (
    select i.wcode, i.owner_cd, i.stock_cd, min(i.first_dt) first_dt, sum(i.qty) qty,
      sum(i.held_qty) held_qty
    from (
      select f.wcode, f.owner_cd, f.stock_cd, closed + 1 first_dt, f.qty, f.held_qty
      from changed c
      cross join lateral (select * from flow_day f where f.wcode = c.wcode and f.stock_dt = closed
        and f.owner_cd = c.owner_cd and f.stock_cd = c.stock_cd and f.qty > 0 offset 0) f
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

-- Rows of `flow_day` after the last closed day: what the night will write, and what is shown until
-- then.
create or replace function flows_since(place text, closed date, until date,
  owners text[] default null)
returns setof flow_day language sql stable as $$
  with changed as materialized (select * from changed_flows_since(place, closed, until, owners))
  select * from changed
  union all
  select d.day::date, f.wcode, f.owner_cd, f.stock_cd, f.qty, 0::numeric, 0::numeric, 0::numeric,
    0::numeric, f.qty, f.held_qty, f.cbm, f.weight_kg, 0, 0
  from flow_day f
  cross join generate_series((closed + 1)::timestamp, until::timestamp, interval '1 day') d(day)
  where f.stock_dt = closed and (place is null or f.wcode = place) and f.qty > 0
    and (owners is null or f.owner_cd = any(owners))
    and not exists (select from changed c where c.wcode = f.wcode and c.owner_cd = f.owner_cd
      and c.stock_cd = f.stock_cd)
$$;

-- What was written of the items of a day, by owner.
create function owner_flows_of(day date) returns setof flow_owner_day language sql stable as $$
  with documents as (
    select e.wcode, e.owner_cd,
      count(distinct e.doc_no) filter (where e.movement_cd = 'RECEIPT') receipts,
      count(distinct e.doc_no) filter (where e.movement_cd = 'SHIPMENT') shipments
    from flow_ends(null, day - 1, day) e
    where e.movement_cd in ('RECEIPT', 'SHIPMENT') and not e.is_reversal group by 1, 2)
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

drop function owner_flows_since(text, date, date, text[], boolean);

-- Rows of `flow_owner_day` after the last closed day: the items that changed, and beside them the
-- sums of that day without what these had there. Units have no difference: of what rests, each that
-- the owner's items have is looked for.
create function owner_flows_since(place text, closed date, until date, owners text[] default null)
returns setof flow_owner_day language sql stable as $$
  with changed as materialized (select * from changed_flows_since(place, closed, until, owners)),
  documents as materialized (
    select e.stock_dt, e.wcode, e.owner_cd,
      count(distinct e.doc_no) filter (where e.movement_cd = 'RECEIPT') receipts,
      count(distinct e.doc_no) filter (where e.movement_cd = 'SHIPMENT') shipments
    from flow_ends(place, closed, until) e
    where e.movement_cd in ('RECEIPT', 'SHIPMENT') and not e.is_reversal group by 1, 2, 3),
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

-- Writes the flows of a day that is closed; the days before it have theirs.
create or replace function close_flow_day(day date) returns void language plpgsql as $$
begin
  insert into flow_day select * from flows_since(null, day - 1, day);
  insert into flow_owner_day select * from owner_flows_of(day);
end $$;
