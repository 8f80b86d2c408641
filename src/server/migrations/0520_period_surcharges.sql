-- Quantities of a period charge that bear a surcharge: cool, frozen, bonded and overdue stock, counted
-- like the quantity of the charge. A version with other surcharges can price the period again.
alter table charge add raised numeric(20, 6)[] check (cardinality(raised) = 4);

-- Sum of the quantities of a period that bear a surcharge, each times its per cent.
create function raised_by(p price_line, raised numeric[]) returns numeric
language sql immutable as $$
  select coalesce(raised[1] * p.cool_rate + raised[2] * p.frozen_rate + raised[3] * p.bonded_rate
    + raised[4] * p.over_rate, 0)
$$;

-- Price of a period. Free quantities and tiers are deducted from all stock alike, so a surcharge
-- counts in the proportion of the stock that bears it.
create function period_amount(p price_line, measured numeric, raised numeric[]) returns numeric
language plpgsql immutable as $$
declare
  q numeric := measured - p.free_qty;
  x numeric;
begin
  if q is null then return null; end if;
  if q <= 0 then return 0; end if;
  if p.tier_cd is null then x := q * p.unit_price;
  else x := tier_amount(q, p.tier_cd, p.tiers);
  end if;
  x := round(x * (100 * measured + raised_by(p, raised)) / (100 * measured), 6);
  return greatest(least(x, coalesce(p.max_amt, x)), coalesce(p.min_amt, 0));
end $$;
