-- Money received when an invoice was issued (cash, cheque, note) is no longer owed.
create function invoice_received(i invoice) returns numeric language sql immutable as $$
  select i.cash_amt + i.cheque_amt + i.note_amt
$$;

-- Amount still owed; negative for a credit. Invoices from before can have been paid on top.
create function invoice_open(i invoice) returns numeric language sql immutable as $$
  select sign(i.total_amt)
    * greatest((i.total_amt - i.paid_amt - invoice_received(i)) * sign(i.total_amt), 0)
$$;

create or replace function carry_paid(number text, change numeric) returns void language sql as $$
  update invoice i set paid_amt = i.paid_amt + change,
      state_cd = case when i.paid_amt + change + invoice_received(i) = i.total_amt then '60'
        when i.approval_no is not null then '50' else '40' end
    where i.invoice_no = number
$$;

create or replace function payment_matched() returns trigger language plpgsql as $$
begin
  if exists (select from made m join payment_match o on o.match_no = m.reverses_no
    where (m.payment_no, m.credit_no, m.invoice_no, m.amount)
      is distinct from (o.payment_no, o.credit_no, o.invoice_no, -o.amount)) then
    raise exception 'a reversal is equal and opposite' using errcode = 'WM003';
  end if;
  update payment p set matched_amt = p.matched_amt + d.amount
    from (select payment_no, sum(amount) amount from made group by 1) d
    where d.payment_no = p.payment_no;
  perform carry_paid(d.invoice_no, d.amount)
    from (select invoice_no, sum(amount) amount from (
        select invoice_no, amount from made
        union all select credit_no, -amount from made where credit_no is not null) e
      group by 1 order by 1) d;
  if exists (select from made m join invoice i on i.invoice_no in (m.invoice_no, m.credit_no)
    where i.issued_at is null or i.paid_amt * sign(i.total_amt) < 0
      or m.amount > 0 and (i.paid_amt + invoice_received(i)) * sign(i.total_amt) > abs(i.total_amt))
  then
    raise exception 'more than the invoice' using errcode = '23514', constraint = 'invoice_paid';
  end if;
  return null;
end $$;

create or replace function freight_unpaid(booking text, payers text[])
returns table (currency_cd text, amount numeric) language sql stable as $$
  with codes as (
    select coalesce(merged_to_cd, customer_cd) code from customer where customer_cd = any(payers))
  select o.currency_cd, sum(o.amount) from (
    select i.currency_cd, invoice_open(i) amount from invoice i
    where i.booking_id = booking and i.state_cd <> '90' and invoice_open(i) > 0
      and i.payer_cd in (select code from codes)
    union all
    select c.currency_cd, c.amount from freight_charge c join customer p on p.customer_cd = c.payer_cd
    where c.booking_id = booking and c.side_cd = 'SELL'
      and freight_billed_qty(c.booking_id, c.line_no) = 0
      and coalesce(p.merged_to_cd, p.customer_cd) in (select code from codes)) o
  group by 1 having sum(o.amount) > 0
$$;
