-- What a customer owes on a date, in won: unpaid invoices less open credits and payments, and
-- unbilled freight. Merged customers owe together.
create function customer_owed(code text, today date) returns numeric language sql stable as $$
  with codes as (
    select customer_cd from customer where coalesce(merged_to_cd, customer_cd) = code)
  select coalesce(sum(d.amount), 0) from (
    select coalesce(invoice_open(i)
        * case i.currency_cd when 'KRW' then 1 else i.rate / i.rate_unit end,
      won_of('BASE', i.currency_cd, today, invoice_open(i))) amount
    from invoice i where i.payer_cd in (select * from codes) and i.state_cd <> '90'
    union all
    select coalesce(case p.currency_cd when 'KRW' then p.matched_amt - p.amount end,
      won_of('BASE', p.currency_cd, today, p.matched_amt - p.amount))
    from payment p where p.payer_cd in (select * from codes) and p.cancelled_at is null
      and p.amount > p.matched_amt
    union all
    select t.won_amt from freight_charge t join booking b using (booking_id)
    where t.payer_cd in (select * from codes) and t.side_cd = 'SELL'
      and b.state_cd not in ('REJECTED', 'DECLINED', 'CANCELLED')
      and freight_billed_qty(t.booking_id, t.line_no) = 0) d
$$;
