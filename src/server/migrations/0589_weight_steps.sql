-- Surcharge of heavy pieces in per cent, by the weight that they exceed: `20:10, 30:25`.
alter table price_line add weight_steps text;
-- Weight of one charged piece or box, if its price has steps.
alter table charge add weight_kg numeric(15, 3);

create function weight_rate(steps text, kg numeric) returns numeric language sql immutable as $$
  select coalesce((select split_part(step, ':', 2)::numeric
    from unnest(string_to_array(replace(steps, ' ', ''), ',')) with ordinality s(step, at)
    where split_part(step, ':', 1)::numeric < kg order by at desc limit 1), 0)
$$;

-- Per cent added to a price, as `charge_amount` adds it.
create function surcharge_rate(p price_line, temperature text, bonded text, months integer,
  kg numeric) returns numeric language sql immutable as $$
  select surcharge_rate(p, temperature, bonded, months)
    + case when p.weight_steps is null then 0 else weight_rate(p.weight_steps, kg) end
$$;

-- Amount of a measured quantity after its part of the free quantity, before anything is rounded.
create function charge_amount(p price_line, measured numeric, temperature text, bonded text,
  months integer, free numeric, kg numeric) returns numeric language plpgsql immutable as $$
declare
  q numeric := measured - free;
  x numeric;
begin
  if q is null then return null; end if;
  if q <= 0 then return 0; end if;
  if p.tier_cd is null then x := q * p.unit_price;
  else x := tier_amount(q, p.tier_cd, p.tiers);
  end if;
  x := round(x * (100 + surcharge_rate(p, temperature, bonded, months, kg)) / 100, 6);
  return greatest(least(x, coalesce(p.max_amt, x)), coalesce(p.min_amt, 0));
end $$;

create or replace function charge_amount(p price_line, measured numeric, temperature text,
  bonded text, months integer, free numeric) returns numeric language plpgsql immutable as $$
begin
  return charge_amount(p, measured, temperature, bonded, months, free, null);
end $$;
