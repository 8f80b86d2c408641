-- Measures and days as sets of a known size: over a view of all items, or over series nobody knows
-- the length of, a planner that expects one row where there are thousands reads all items for each.

-- What one piece of an item measures on a day. What was not measured then counts as it was measured
-- first: its work waits for that.
create function charge_measure(who text, item text, on_dt date)
returns table (cbm numeric, weight_kg numeric, box_qty numeric) language sql stable rows 1 as $$
  select
    case when m.cbm > 0 then m.cbm else coalesce((select n.cbm from stock_measure n
      where n.owner_cd = $1 and n.stock_cd = $2 and n.from_dt > m.from_dt and n.cbm > 0
      order by n.from_dt limit 1), 0) end,
    case when m.weight_kg > 0 then m.weight_kg else coalesce((select n.weight_kg
      from stock_measure n where n.owner_cd = $1 and n.stock_cd = $2 and n.from_dt > m.from_dt
        and n.weight_kg > 0 order by n.from_dt limit 1), 0) end,
    coalesce(m.box_qty, (select n.box_qty from stock_measure n
      where n.owner_cd = $1 and n.stock_cd = $2 and n.from_dt > m.from_dt and n.box_qty > 0
      order by n.from_dt limit 1))
  from stock_measure m
  where m.owner_cd = $1 and m.stock_cd = $2 and m.from_dt <= $3
  order by m.from_dt desc limit 1
$$;
drop view item_measure;

create or replace function storage_days(first date, last date, who text) returns table (
  day date, balance_id bigint, opening numeric, in_qty numeric, closing numeric)
language sql stable as $$
  with base as (
    select d.balance_id, d.stock_dt, d.qty, d.qty - d.in_qty + d.out_qty before
    from stock_day d join stock_balance b using (balance_id)
    where d.stock_dt between first and last and (who is null or b.owner_cd = who)
    union all
    select b.balance_id, p.stock_dt, p.qty, p.qty
    from stock_balance b cross join lateral (
      select d.stock_dt, d.qty from stock_day d
      where d.balance_id = b.balance_id and d.stock_dt < first
      order by d.stock_dt desc limit 1) p
    where p.qty > 0 and (who is null or b.owner_cd = who)),
  steps as (
    select *, lead(stock_dt) over (partition by balance_id order by stock_dt) next_dt from base),
  came as (
    select coalesce(m.to_balance_id, m.from_balance_id) balance_id,
      (m.posted_at at time zone 'Asia/Seoul')::date as day,
      sum(case when m.to_balance_id is null then -m.qty else m.qty end) qty
    from stock_movement m
    where m.posted_at >= day_end(first - 1) and m.posted_at < day_end(last)
      and (who is null or m.owner_cd = who)
      and (m.from_balance_id is null and m.reverses_no is null
        or m.to_balance_id is null and m.reverses_no is not null)
    group by 1, 2)
  select n.day, s.balance_id, case when n.day = s.stock_dt then s.before else s.qty end,
    coalesce(c.qty, 0), s.qty
  from (select d::date as day
    from generate_series(first::timestamp, last::timestamp, interval '1 day') d) n
  join steps s on s.stock_dt <= n.day and (s.next_dt is null or s.next_dt > n.day)
  left join came c on c.balance_id = s.balance_id and c.day = n.day
$$;

-- What a measured quantity costs, before anything is rounded: the formula of `price-amount.ts`.
-- Called for every charge of a month, which as a query of its own would take most of the time.
create or replace function charge_amount(p price_line, measured numeric, temperature text,
  bonded text, months integer) returns numeric language plpgsql immutable as $$
declare
  q numeric := measured - p.free_qty;
  x numeric;
begin
  if q is null then return null; end if;
  if q <= 0 then return 0; end if;
  if p.tier_cd is null then x := q * p.unit_price;
  else x := tier_amount(q, p.tier_cd, p.tiers);
  end if;
  x := round(x * (100
    + case temperature when 'COOL' then p.cool_rate when 'FROZEN' then p.frozen_rate else 0 end
    + case when bonded = 'BONDED' then p.bonded_rate else 0 end
    + case when p.over_months <= months then p.over_rate else 0 end) / 100, 6);
  return greatest(least(x, coalesce(p.max_amt, x)), coalesce(p.min_amt, 0));
end $$;

create or replace function tier_amount(qty numeric, kind text, tiers text) returns numeric
language plpgsql immutable as $$
declare
  parts text[] := string_to_array(replace(tiers, ' ', ''), ',');
  above numeric;
  upto numeric;
  amount numeric := 0;
begin
  for at in 1 .. cardinality(parts) loop
    above := split_part(parts[at], ':', 1)::numeric;
    exit when above >= qty;
    upto := case when at < cardinality(parts)
      then least(qty, split_part(parts[at + 1], ':', 1)::numeric) else qty end;
    amount := case kind when 'GRADUATED'
      then amount + (upto - above) * split_part(parts[at], ':', 2)::numeric
      else qty * split_part(parts[at], ':', 2)::numeric end;
  end loop;
  return amount;
end $$;
