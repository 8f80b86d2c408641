-- What customers owe, in one place: open invoices and unbilled freight, less credits and what is
-- left of payments. Won is null where only the rate of a later date can tell it.
create function payment_left(p payment) returns numeric language sql immutable as $$
  select case when p.cancelled_at is null then p.amount - p.matched_amt else 0 end
$$;

create view customer_debt as
  select i.payer_cd, i.booking_id, i.currency_cd, invoice_open(i) amount, invoice_open(i)
    * case i.currency_cd when 'KRW' then 1 else i.rate / i.rate_unit end won_amt
  from invoice i where i.payer_cd is not null and i.state_cd <> '90'
  union all
  select p.payer_cd, null, p.currency_cd, -payment_left(p),
    case p.currency_cd when 'KRW' then -payment_left(p) end
  from payment p where p.payer_cd is not null
  union all
  select t.payer_cd, t.booking_id, t.currency_cd, t.amount, t.won_amt
  from freight_charge t join booking b using (booking_id)
  where t.side_cd = 'SELL' and b.state_cd not in ('REJECTED', 'DECLINED', 'CANCELLED')
    and freight_billed_qty(t.booking_id, t.line_no) = 0;

-- Codes of the customers that were merged with those named, and their own.
create function merged_codes(codes text[]) returns text[] language sql stable as $$
  select array_agg(c.customer_cd) from customer c
  where coalesce(c.merged_to_cd, c.customer_cd) in (
    select coalesce(n.merged_to_cd, n.customer_cd) from customer n where n.customer_cd = any(codes))
$$;

create or replace function freight_unpaid(booking text, payers text[])
returns table (currency_cd text, amount numeric) language sql stable as $$
  select d.currency_cd, sum(d.amount) from customer_debt d
  where d.booking_id = booking and d.payer_cd = any((select merged_codes(payers))::text[])
  group by 1 having sum(d.amount) > 0
$$;

create or replace function customer_owed(code text, today date) returns numeric
language sql stable as $$
  select coalesce(sum(coalesce(d.won_amt, won_of('BASE', d.currency_cd, today, d.amount))), 0)
  from customer_debt d
  where d.amount <> 0 and d.payer_cd = any((select merged_codes(array[code]))::text[])
$$;
