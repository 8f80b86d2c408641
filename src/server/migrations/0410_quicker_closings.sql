-- What is worked out for every charge and at the end of every day, worked out once.

-- The month itself, or the next one of the owner that is not closed: mostly the month itself, and
-- only where it is closed are the months after it walked through.
create or replace function open_bill_month(place text, who text, month text) returns text
language sql stable as $$
  select case when not exists (select from bill_month b where b.wcode = place and b.owner_cd = who
      and b.bill_month = month and b.state_cd = '30') then month
    else (
      select to_char(d, 'YYYYMM') from generate_series(to_date(month || '01', 'YYYYMMDD')::timestamp,
        to_date(month || '01', 'YYYYMMDD') + interval '10 years', interval '1 month') d
      where not exists (select from bill_month b where b.wcode = place and b.owner_cd = who
        and b.bill_month = to_char(d, 'YYYYMM') and b.state_cd = '30')
      order by d limit 1) end
$$;

drop function owner_flows_since(text, date, date, text[]);

-- Rows of `flow_owner_day` after the last closed day: of the days as they are worked out, or where
-- the items of these days are written already, of those.
create function owner_flows_since(place text, closed date, until date, owners text[] default null,
  is_written boolean default false)
returns setof flow_owner_day language sql stable as $$
  with documents as materialized (
    select e.stock_dt, e.wcode, e.owner_cd,
      count(distinct e.doc_no) filter (where e.movement_cd = 'RECEIPT') receipts,
      count(distinct e.doc_no) filter (where e.movement_cd = 'SHIPMENT') shipments
    from flow_ends(place, closed, until) e
    where e.movement_cd in ('RECEIPT', 'SHIPMENT') and not e.is_reversal group by 1, 2, 3),
  flows as (
    select * from flows_since(place, closed, until, owners) where not is_written
    union all
    select f.* from warehouse w join flow_day f on f.wcode = w.wcode
    where is_written and f.stock_dt > closed and f.stock_dt <= until
      and (place is null or f.wcode = place) and (owners is null or f.owner_cd = any(owners)))
  select f.stock_dt, f.wcode, f.owner_cd, string_agg(distinct s.unit_cd, ',' order by s.unit_cd),
    sum(f.open_qty), sum(f.receipt_qty), sum(f.shipment_qty), sum(f.adjust_qty),
    sum(f.transfer_qty), sum(f.qty), sum(f.held_qty), sum(f.cbm), sum(f.weight_kg),
    sum(f.receipt_lines)::integer, sum(f.shipment_lines)::integer,
    coalesce(min(d.receipts), 0)::integer, coalesce(min(d.shipments), 0)::integer,
    (count(*) filter (where f.qty > 0))::integer
  from flows f
  join stock s on s.owner_cd = f.owner_cd and s.stock_cd = f.stock_cd
  left join documents d on d.stock_dt = f.stock_dt and d.wcode = f.wcode
    and d.owner_cd = f.owner_cd
  group by f.stock_dt, f.wcode, f.owner_cd
$$;

-- Writes the flows of a day that is closed; the days before it have theirs.
create or replace function close_flow_day(day date) returns void language plpgsql as $$
begin
  insert into flow_day select * from flows_since(null, day - 1, day);
  insert into flow_owner_day select * from owner_flows_since(null, day - 1, day, null, true);
end $$;

-- To look at the words of thousands of codes takes the planner seconds, and tells it nothing that it
-- does not take for granted: that a part of a name is rare.
alter index hs_code_name_pairs alter column 1 set statistics 0;
alter index port_name_pairs alter column 1 set statistics 0;
