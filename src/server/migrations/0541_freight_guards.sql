-- A price that was used stays as it is, also a freight tariff.
create or replace function keep_used_price() returns trigger language plpgsql as $$
begin
  if exists (select from charge where price_id = old.price_id)
    or exists (select from freight_charge where price_id = old.price_id) then
    raise exception 'a price that was billed by' using errcode = '23514', constraint = 'price_line_used';
  end if;
  return case tg_op when 'DELETE' then old else new end;
end $$;

-- Amounts have at most the decimals of their currency, as its table states them.
create function freight_charge_decimals() returns trigger language plpgsql as $$
begin
  if exists (select from currency c where c.currency_cd = new.currency_cd
    and new.amount <> trunc(new.amount, c.minor_unit)) then
    raise exception 'freight_charge_whole: % % has too many decimals', new.amount, new.currency_cd
      using errcode = '23514', constraint = 'freight_charge_whole', table = 'freight_charge';
  end if;
  return new;
end $$;
alter table freight_charge drop constraint freight_charge_whole;
create trigger freight_charge_decimals before insert or update on freight_charge
  for each row execute function freight_charge_decimals();
