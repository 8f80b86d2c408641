-- Freight is unpaid as far as open credits of the same booking and payer do not cover it.
create or replace function freight_unpaid(booking text, payers text[])
returns table (currency_cd text, amount numeric) language sql stable as $$
  with codes as (
    select coalesce(merged_to_cd, customer_cd) code from customer where customer_cd = any(payers))
  select o.currency_cd, sum(o.amount) from (
    select i.currency_cd, invoice_open(i) amount
    from invoice i join customer p on p.customer_cd = i.payer_cd
    where i.booking_id = booking and i.state_cd <> '90'
      and coalesce(p.merged_to_cd, p.customer_cd) in (select code from codes)
    union all
    select c.currency_cd, c.amount from freight_charge c join customer p on p.customer_cd = c.payer_cd
    where c.booking_id = booking and c.side_cd = 'SELL'
      and freight_billed_qty(c.booking_id, c.line_no) = 0
      and coalesce(p.merged_to_cd, p.customer_cd) in (select code from codes)) o
  group by 1 having sum(o.amount) > 0
$$;
