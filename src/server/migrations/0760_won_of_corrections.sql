-- A correction has the rate of the invoice it corrects, so that a full credit cancels its value in won.
create or replace function invoice_in_won() returns trigger language plpgsql as $$
declare
  kind text := 'BASE';
  on_dt date := new.write_dt;
  left_amt numeric;
  left_won numeric;
begin
  if new.currency_cd = 'KRW' then return new; end if;
  if tg_op = 'UPDATE' and old.buyer is not null and new.buyer is not null then
    new.rate_dt := old.rate_dt;
    new.rate_unit := old.rate_unit;
    new.rate := old.rate;
    new.won_amt := old.won_amt;
    return new;
  end if;
  if new.origin_no is not null then
    select o.rate_dt, o.rate_unit, o.rate, round(new.total_amt * o.rate / o.rate_unit)
      into new.rate_dt, new.rate_unit, new.rate, new.won_amt
      from invoice o where o.invoice_no = new.origin_no;
    select sum(i.total_amt), sum(i.won_amt) into left_amt, left_won from invoice i
      where new.origin_no in (i.invoice_no, i.origin_no) and i.invoice_no <> new.invoice_no
        and i.state_cd <> '90';
    if left_amt + new.total_amt = 0 then new.won_amt := -left_won; end if;
    return new;
  end if;
  if new.payer_cd is not null then
    select c.rate_kind_cd, coalesce(freight_rate_day(b, c.rate_day_cd, new.write_dt), new.write_dt)
      into kind, on_dt
      from customer c, booking b
      where c.customer_cd = new.payer_cd and b.booking_id = new.booking_id;
  end if;
  select r.rate_dt, r.rate_unit, r.rate, round(new.total_amt * r.rate / r.rate_unit)
    into new.rate_dt, new.rate_unit, new.rate, new.won_amt
    from exchange_rate_on(kind, new.currency_cd, on_dt) r;
  return new;
end $$;
