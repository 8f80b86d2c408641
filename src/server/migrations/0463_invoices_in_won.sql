-- Value in won of an invoice in another currency, by the base rate of its issue date. It follows the
-- date until the invoice is issued.
alter table invoice add rate_dt date, add rate_unit integer, add rate numeric(15, 4),
  add won_amt numeric(18, 2);

create function invoice_in_won() returns trigger language plpgsql as $$
begin
  if new.currency_cd = 'KRW' then return new; end if;
  if tg_op = 'UPDATE' and old.buyer is not null then
    new.rate_dt := old.rate_dt;
    new.rate_unit := old.rate_unit;
    new.rate := old.rate;
    new.won_amt := old.won_amt;
    return new;
  end if;
  select r.rate_dt, r.rate_unit, r.rate, round(new.total_amt * r.rate / r.rate_unit)
    into new.rate_dt, new.rate_unit, new.rate, new.won_amt
    from exchange_rate_on('BASE', new.currency_cd, new.write_dt) r;
  return new;
end $$;
create trigger invoice_in_won before insert or update on invoice
  for each row execute function invoice_in_won();
