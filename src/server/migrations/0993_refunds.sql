-- Money of a payment or a credit that pays no invoice is returned. A wrong refund is cancelled and
-- kept.
create table payment_refund (
  refund_no text primary key,
  payment_no text references payment,
  credit_no text references invoice,
  refund_dt date not null,
  amount numeric(18, 4) not null check (amount > 0),
  bank_ref text not null,
  reason text not null,
  created_by text not null,
  created_at timestamptz not null default now(),
  cancelled_by text,
  cancelled_at timestamptz,
  cancel_reason text,
  constraint payment_refund_source check (num_nonnulls(payment_no, credit_no) = 1),
  constraint payment_refund_cancelled check (
    num_nonnulls(cancelled_by, cancelled_at, cancel_reason) in (0, 3))
);
create index payment_refund_payment on payment_refund (payment_no);
create index payment_refund_credit on payment_refund (credit_no);
create index payment_refund_dt on payment_refund (refund_dt);
-- One transfer can return several payments, but each only once.
create unique index payment_refund_bank_ref on payment_refund (bank_ref, coalesce(payment_no, credit_no))
  where cancelled_at is null;

alter table payment add refunded_amt numeric(18, 4) not null default 0,
  drop constraint payment_matched, drop constraint payment_cancelled,
  add constraint payment_matched check (
    matched_amt >= 0 and refunded_amt >= 0 and matched_amt + refunded_amt <= amount),
  add constraint payment_cancelled check (
    num_nonnulls(cancelled_by, cancelled_at, cancel_reason) in (0, 3)
    and (cancelled_at is null or matched_amt = 0 and refunded_amt = 0));

create or replace function payment_left(p payment) returns numeric language sql immutable as $$
  select case when p.cancelled_at is null then p.amount - p.matched_amt - p.refunded_amt else 0 end
$$;

create function keep_refund() returns trigger language plpgsql as $$
declare
  cancelling constant text[] := array['cancelled_by', 'cancelled_at', 'cancel_reason'];
begin
  if tg_op = 'DELETE' or old.cancelled_at is not null
    or to_jsonb(new) - cancelling <> to_jsonb(old) - cancelling then
    raise exception 'a refund is cancelled, never changed' using errcode = 'WM001';
  end if;
  return new;
end $$;
create trigger keep_refund before update or delete on payment_refund
  for each row execute function keep_refund();

-- A credit counts as paid as far as it was refunded.
create function payment_refunded() returns trigger language plpgsql as $$
declare
  change constant numeric := case when new.cancelled_at is null then new.amount else -new.amount end;
begin
  update payment set refunded_amt = refunded_amt + change where payment_no = new.payment_no;
  if new.credit_no is not null then
    perform carry_paid(new.credit_no, -change);
    if exists (select from invoice i where i.invoice_no = new.credit_no
      and (i.issued_at is null or i.paid_amt > 0
        or i.paid_amt + invoice_received(i) < i.total_amt)) then
      raise exception 'more than the credit' using errcode = '23514', constraint = 'invoice_paid';
    end if;
  end if;
  return null;
end $$;
create trigger payment_refunded after insert or update on payment_refund
  for each row execute function payment_refunded();

insert into auto_number_rule (rule_cd, rule_nm, prefix, period_pattern, digits) values
  ('REFUND', '환불번호', 'RF-', 'YYYYMM', 4);
