-- Money that was matched wrongly is taken back by its opposite; credits are set off against what is
-- owed; lines of an invoice know the typed charge they stand for.

-- The typed charge of a line; its negative twin stands on the same one.
alter table invoice_line add hand_no bigint references charge;
create index invoice_line_hand on invoice_line (hand_no);

-- How an invoice was paid, as its tax invoice says it; what is in none of them is on account.
alter table invoice add cash_amt numeric(18, 2) not null default 0,
  add cheque_amt numeric(18, 2) not null default 0,
  add note_amt numeric(18, 2) not null default 0;

-- A match: of a payment, or of a credit (an invoice below zero). A match that was wrong stays, and a
-- second one with its sign turned names it.
alter table payment_match drop constraint payment_match_pkey;
alter table payment_match add match_no bigint generated always as identity primary key;
alter table payment_match alter payment_no drop not null;
alter table payment_match add credit_no text references invoice;
alter table payment_match add reverses_no bigint unique references payment_match;
alter table payment_match drop constraint payment_match_amount_check;
alter table payment_match add constraint payment_match_amount
  check (amount <> 0 and (amount < 0) = (reverses_no is not null));
alter table payment_match add constraint payment_match_source
  check ((payment_no is null) = (credit_no is not null) and credit_no is distinct from invoice_no);
create index payment_match_payment on payment_match (payment_no);
create index payment_match_invoice on payment_match (invoice_no);
create index payment_match_credit on payment_match (credit_no);

-- Paid in full while nothing is left; no longer so once a match is taken back.
create function carry_paid(number text, change numeric) returns void language sql as $$
  update invoice i set paid_amt = i.paid_amt + change,
      state_cd = case when i.paid_amt + change = i.total_amt then '60'
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
    where i.issued_at is null or i.paid_amt * sign(i.total_amt) not between 0 and abs(i.total_amt))
  then
    raise exception 'more than the invoice' using errcode = '23514', constraint = 'invoice_paid';
  end if;
  return null;
end $$;

-- An invoice goes on step by step; from paid it goes back only as money is taken back from it.
create or replace function keep_invoice() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' or (new.invoice_no, new.wcode, new.owner_cd, new.bill_month, new.currency_cd,
      new.vat_cd, new.supply_amt, new.tax_amt, new.total_amt, new.origin_no)
    is distinct from (old.invoice_no, old.wcode, old.owner_cd, old.bill_month, old.currency_cd,
      old.vat_cd, old.supply_amt, old.tax_amt, old.total_amt, old.origin_no)
    or old.state_cd = '90'
    or (new.state_cd < old.state_cd
      and not (old.state_cd = '60' and new.paid_amt is distinct from old.paid_amt))
    or (old.state_cd <> '30' and new.state_cd = '90')
    or (old.approval_no is not null and new.approval_no is distinct from old.approval_no)
    or (old.buyer is not null
      and (new.buyer, new.supplier, new.write_dt, new.cash_amt, new.cheque_amt, new.note_amt)
      is distinct from
        (old.buyer, old.supplier, old.write_dt, old.cash_amt, old.cheque_amt, old.note_amt)) then
    raise exception 'an invoice is never changed' using errcode = 'WM001';
  end if;
  return new;
end $$;
