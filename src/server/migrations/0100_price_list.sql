-- What work and storage cost: lines of price lists, versioned. A line that was billed by is never
-- edited; a later version takes over from its first day.

create table price_line (
  price_id bigint generated always as identity unique,
  price_cd text not null check (price_cd = upper(price_cd)),
  version_no integer not null check (version_no > 0),
  -- Null: every owner, every warehouse.
  owner_cd text references owner,
  price_wcode text references warehouse,
  charge_cd text not null,
  basis_cd text not null check (basis_cd in ('WORK', 'DAY_END', 'DAY_START', 'DAY_PEAK', 'AVERAGE',
    'PEAK', 'MONTH_END', 'HALF_PEAK', 'HALF_END', 'SPLIT', 'ANNIVERSARY')),
  unit_cd text not null
    check (unit_cd in ('EA', 'BOX', 'PLT', 'CBM', 'KG', 'DOC', 'LINE', 'CELL')),
  per_cd text not null default 'LINE' check (per_cd in ('LINE', 'DOC')),
  unit_price numeric(18, 4) not null check (unit_price >= 0),
  tier_cd text check (tier_cd in ('GRADUATED', 'WHOLE')),
  -- `0:300, 100:250`: what costs how much above which quantity.
  tiers text,
  free_days integer not null default 0 check (free_days >= 0),
  free_qty numeric(15, 3) not null default 0 check (free_qty >= 0),
  min_amt numeric(18, 2) check (min_amt >= 0),
  max_amt numeric(18, 2) check (max_amt >= 0),
  day_min_amt numeric(18, 2) check (day_min_amt >= 0),
  day_max_amt numeric(18, 2) check (day_max_amt >= 0),
  month_min_amt numeric(18, 2) check (month_min_amt >= 0),
  month_max_amt numeric(18, 2) check (month_max_amt >= 0),
  -- Added to the price, per cent.
  cool_rate numeric(7, 2) not null default 0 check (cool_rate >= 0),
  frozen_rate numeric(7, 2) not null default 0 check (frozen_rate >= 0),
  bonded_rate numeric(7, 2) not null default 0 check (bonded_rate >= 0),
  over_months integer check (over_months > 0),
  over_rate numeric(7, 2) not null default 0 check (over_rate >= 0),
  temperature_cd text check (temperature_cd in ('DRY', 'COOL', 'FROZEN')),
  group_cd text,
  bonded_cd text check (bonded_cd in ('FREE', 'BONDED', 'CLEARED')),
  sample_cd text check (sample_cd in ('Y', 'N')),
  share_yn text not null default 'N' check (share_yn in ('Y', 'N')),
  vat_cd text not null default 'TAX' check (vat_cd in ('TAX', 'ZERO', 'FREE')),
  rounding_cd text not null default '2',
  currency_cd text not null default 'KRW' check (currency_cd ~ '^[A-Z]{3}$'),
  from_dt date not null,
  to_dt date,
  -- A draft is tried and never billed by.
  state_cd text not null default '20' check (state_cd in ('10', '20')),
  remark text,
  version integer not null default 1,
  created_by text not null default 'system',
  created_at timestamptz not null default now(),
  updated_by text not null default 'system',
  updated_at timestamptz not null default now(),
  primary key (price_cd, version_no),
  constraint price_line_period check (to_dt >= from_dt),
  constraint price_line_tiers check ((tier_cd is null) = (tiers is null)),
  constraint price_line_limits check (max_amt >= min_amt and day_max_amt >= day_min_amt
    and month_max_amt >= month_min_amt)
);
create index price_line_charge on price_line (charge_cd, owner_cd);

-- Value added tax, per cent, by the day it holds from.
create table vat_rate (
  vat_cd text not null check (vat_cd in ('TAX', 'ZERO', 'FREE')),
  from_dt date not null,
  rate numeric(5, 2) not null check (rate >= 0),
  version integer not null default 1,
  created_by text not null default 'system',
  created_at timestamptz not null default now(),
  updated_by text not null default 'system',
  updated_at timestamptz not null default now(),
  primary key (vat_cd, from_dt)
);
insert into vat_rate (vat_cd, from_dt, rate) values
  ('TAX', '1977-07-01', 10), ('ZERO', '1977-07-01', 0), ('FREE', '1977-07-01', 0);

-- One writer of prices at a time, so that two lines saved together never overlap.
create function price_writers_wait() returns trigger language plpgsql as $$
begin
  perform pg_advisory_xact_lock(7210001);
  return null;
end $$;
create trigger price_line_writers before insert or update on price_line
  for each statement execute function price_writers_wait();

-- Of each list line the version that holds on a day: the latest one that has begun, until it ends.
create function price_on(day date) returns setof price_line language sql stable as $$
  select l.* from price_line l
  where l.from_dt <= day and (l.to_dt is null or l.to_dt >= day)
    and not exists (select from price_line n where n.price_cd = l.price_cd
      and n.version_no > l.version_no and n.from_dt <= day and n.state_cd = l.state_cd)
$$;

-- How narrowly a line is meant: its owner before its warehouse before its filters.
create function price_rank(p price_line) returns integer language sql immutable as $$
  select (p.owner_cd is not null)::integer * 32 + (p.price_wcode is not null)::integer * 16
    + (p.group_cd is not null)::integer * 8 + (p.temperature_cd is not null)::integer * 4
    + (p.bonded_cd is not null)::integer * 2 + (p.sample_cd is not null)::integer
$$;

-- The amount of a quantity by tiers `0:300, 100:250`: each part at the price of its tier, or the
-- whole at the price of the tier it reaches.
create function tier_amount(qty numeric, kind text, tiers text) returns numeric
language sql immutable as $$
  select case kind
    when 'GRADUATED' then sum(greatest(least(qty, coalesce(upto, qty)) - above, 0) * price)
    else qty * (array_agg(price order by above desc) filter (where above < qty))[1] end
  from (
    select above, price, lead(above) over (order by above) upto
    from (select split_part(part, ':', 1)::numeric above, split_part(part, ':', 2)::numeric price
      from unnest(string_to_array(replace(tiers, ' ', ''), ',')) part) t) w
$$;

-- What a measured quantity costs, before anything is rounded.
create function charge_amount(p price_line, measured numeric, temperature text, bonded text,
  months integer) returns numeric language sql immutable as $$
  select case when q <= 0 then 0 else greatest(least(x, coalesce(p.max_amt, x)),
    coalesce(p.min_amt, 0)) end
  from (
    select q, round(case when p.tier_cd is null then q * p.unit_price
        else tier_amount(q, p.tier_cd, p.tiers) end
      * (100 + case temperature when 'COOL' then p.cool_rate when 'FROZEN' then p.frozen_rate
          else 0 end
        + case when bonded = 'BONDED' then p.bonded_rate else 0 end
        + case when p.over_months <= months then p.over_rate else 0 end) / 100, 6) x
    from (select measured - p.free_qty q) f) a
$$;
