-- A wrongly entered payment is cancelled and kept. Its bank reference can be entered again.
alter table payment add cancelled_by text, add cancelled_at timestamptz, add cancel_reason text,
  add constraint payment_cancelled check (
    num_nonnulls(cancelled_by, cancelled_at, cancel_reason) in (0, 3)
    and (cancelled_at is null or matched_amt = 0));
alter table payment drop constraint payment_bank_ref_key;
create unique index payment_bank_ref on payment (bank_ref) where cancelled_at is null;

create function keep_payment() returns trigger language plpgsql as $$
begin
  if old.cancelled_at is not null
    or (new.payment_no, new.paid_dt, new.payer_nm, new.amount, new.currency_cd)
      is distinct from (old.payment_no, old.paid_dt, old.payer_nm, old.amount, old.currency_cd) then
    raise exception 'a payment is cancelled, never changed' using errcode = 'WM001';
  end if;
  return new;
end $$;
create trigger keep_payment before update on payment
  for each row execute function keep_payment();
