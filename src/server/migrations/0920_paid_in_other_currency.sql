-- A payment can pay an invoice in another currency. A match then has both amounts: `amount` in the
-- currency of the invoice, `paid_amount` in that of the payment.
alter table payment_match add paid_amount numeric(18, 4),
  add constraint payment_match_paid check (paid_amount is null
    or payment_no is not null and paid_amount <> 0 and sign(paid_amount) = sign(amount));

create or replace function payment_matched() returns trigger language plpgsql as $$
begin
  if exists (select from made m join payment_match o on o.match_no = m.reverses_no
    where (m.payment_no, m.credit_no, m.invoice_no, m.amount, m.paid_amount)
      is distinct from (o.payment_no, o.credit_no, o.invoice_no, -o.amount, -o.paid_amount)) then
    raise exception 'a reversal is equal and opposite' using errcode = 'WM003';
  end if;
  if exists (select from made m join invoice i using (invoice_no)
      left join payment p on p.payment_no = m.payment_no
      left join invoice c on c.invoice_no = m.credit_no
    where (m.paid_amount is null) <> (i.currency_cd = coalesce(p.currency_cd, c.currency_cd))) then
    raise exception 'an amount in each currency' using errcode = '23514',
      constraint = 'payment_match_currency', table = 'payment_match';
  end if;
  update payment p set matched_amt = p.matched_amt + d.amount
    from (select payment_no, sum(coalesce(paid_amount, amount)) amount from made group by 1) d
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
