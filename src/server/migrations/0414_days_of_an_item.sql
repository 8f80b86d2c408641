-- The days of one item are asked for among those of all: what changed since the last closing is
-- worked out once, and what rests is found by the item.

-- Rows of `flow_day` after the last closed day, of items that changed. Planned by itself: it is of few
-- rows, which whoever asks for it could not know.
create function changed_since_closing(place text, until date, owners text[])
returns setof flow_day language plpgsql stable as $$
declare
  closed constant date := (select max(stock_dt) from ledger_day);
begin
  if closed >= until then return; end if;
  return query select * from changed_flows_since(place, closed, until, owners);
end
$$;

-- Rows of `flow_day` after the last closed day.
create function flows_not_closed(place text, until date, owners text[] default null)
returns setof flow_day language sql stable as $$
  with changed as materialized (select * from changed_since_closing(place, until, owners))
  select * from changed
  union all
  select d.day::date, f.wcode, f.owner_cd, f.stock_cd, f.qty, 0::numeric, 0::numeric, 0::numeric,
    0::numeric, f.qty, f.held_qty, f.cbm, f.weight_kg, 0, 0
  from flow_day f
  cross join generate_series((select max(stock_dt) + 1 from ledger_day)::timestamp,
    until::timestamp, interval '1 day') d(day)
  where f.stock_dt = (select max(stock_dt) from ledger_day)
    and (place is null or f.wcode = place) and f.qty > 0
    and (owners is null or f.owner_cd = any(owners))
    and not exists (select from changed c where c.wcode = f.wcode and c.owner_cd = f.owner_cd
      and c.stock_cd = f.stock_cd)
$$;

-- Measures that hold from a day on are looked for in each day that is not closed.
create index stock_measure_day on stock_measure (from_dt);
