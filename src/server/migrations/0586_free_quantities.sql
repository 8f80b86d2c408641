-- Scope of a free quantity: all stock of the owner under the price on a date or in a period, each item,
-- each lot, or each case of work. Only cards with a free quantity have one.
alter table price_line add free_cd text;

-- Daily storage deducted it from every lot so far. Those cards keep their amounts.
alter table price_line disable trigger user;
update price_line set free_cd = case when basis_cd = 'WORK' then 'CASE'
    when basis_cd in ('DAY_END', 'DAY_START', 'DAY_PEAK', 'ANNIVERSARY')
      and unit_cd not in ('CELL', 'PLT') then 'LOT' else 'OWNER' end
  where free_qty > 0;
alter table price_line enable trigger user;
alter table price_line add constraint price_line_free_scope
  check ((free_cd is null) = (free_qty = 0) and free_cd in ('OWNER', 'ITEM', 'LOT', 'CASE'));

create function price_free_scope() returns trigger language plpgsql as $$
begin
  if new.free_qty > 0 and new.free_cd is null then
    new.free_cd := case new.basis_cd when 'WORK' then 'CASE' else 'OWNER' end;
  end if;
  return new;
end $$;
create trigger price_line_free_scope before insert or update on price_line
  for each row execute function price_free_scope();

-- Part of the free quantity that a charge of daily storage uses. Null: all of it.
alter table charge add free_qty numeric(20, 6);

-- Amount of a measured quantity after its part of the free quantity, before anything is rounded.
create function charge_amount(p price_line, measured numeric, temperature text, bonded text,
  months integer, free numeric) returns numeric language plpgsql immutable as $$
declare
  q numeric := measured - free;
  x numeric;
begin
  if q is null then return null; end if;
  if q <= 0 then return 0; end if;
  if p.tier_cd is null then x := q * p.unit_price;
  else x := tier_amount(q, p.tier_cd, p.tiers);
  end if;
  x := round(x * (100 + surcharge_rate(p, temperature, bonded, months)) / 100, 6);
  return greatest(least(x, coalesce(p.max_amt, x)), coalesce(p.min_amt, 0));
end $$;

create or replace function charge_amount(p price_line, measured numeric, temperature text,
  bonded text, months integer) returns numeric language plpgsql immutable as $$
begin
  return charge_amount(p, measured, temperature, bonded, months, p.free_qty);
end $$;
