-- Terms of a customer for freight: billed in won or in the currency of each charge, at the rate of
-- which kind and date, and how won are rounded.
alter table customer
  add won_bill_yn text not null default 'N' check (won_bill_yn in ('Y', 'N')),
  add rate_kind_cd text not null default 'BASE'
    check (rate_kind_cd in ('CUS_EXP', 'CUS_IMP', 'BASE', 'TTS', 'TTB')),
  add rate_day_cd text not null default 'DEPART'
    check (rate_day_cd in ('DEPART', 'ARRIVE', 'BOOK', 'ISSUE')),
  add rounding_cd text not null default '24'
    check (rounding_cd in ('1', '2', '3', '4', '5', '7', '11', '21', '22', '23', '24'));

-- Date whose exchange rate a payer agreed on. Null: the arrival of the booking is not known yet.
create function freight_rate_day(b booking, day_cd text, written date) returns date
  language sql stable as $$
  select case day_cd when 'ISSUE' then written when 'BOOK' then coalesce(b.book_dt, freight_day(b))
    when 'ARRIVE' then to_date(left(coalesce(b.ata, b.eta), 8), 'YYYYMMDD')
    else freight_day(b) end
$$;

-- An invoice is of an owner's month, or of the freight of a booking that a customer pays.
alter table invoice
  alter owner_cd drop not null,
  add payer_cd text references customer,
  add booking_id text,
  add sent_at timestamptz,
  add constraint invoice_booking foreign key (booking_id, wcode) references booking (booking_id, wcode),
  add constraint invoice_party check (num_nonnulls(owner_cd, payer_cd) = 1
    and (payer_cd is null) = (booking_id is null));
create index invoice_booking on invoice (booking_id) where booking_id is not null;
create index invoice_payer on invoice (payer_cd) where payer_cd is not null;

-- A freight line names its charge with the amount, currency and rate it was billed from.
alter table invoice_line
  add booking_id text references booking,
  add freight_line integer,
  add freight_cd text references freight_item,
  add cntr_tp text references container_type,
  add from_currency_cd text references currency,
  add from_amt numeric(18, 2),
  add rate_dt date,
  add rate_unit integer check (rate_unit in (1, 100)),
  add rate numeric(15, 4) check (rate > 0),
  add constraint invoice_line_freight check (num_nonnulls(booking_id, freight_line, freight_cd,
    from_currency_cd, from_amt, rate_dt, rate_unit, rate) in (0, 8));
create index invoice_line_charge on invoice_line (booking_id, freight_line)
  where booking_id is not null;
create index invoice_line_item on invoice_line (freight_cd) where freight_cd is not null;

alter table payment add payer_cd text references customer,
  add constraint payment_party check (num_nonnulls(owner_cd, payer_cd) <= 1);
create index payment_payer on payment (payer_cd) where payer_cd is not null;

-- Billed quantity of a freight charge. Credits take back what they reverse.
create function freight_billed_qty(booking text, line integer) returns numeric
  language sql stable as $$
  select coalesce(sum(l.qty), 0) from invoice_line l join invoice i using (invoice_no)
  where l.booking_id = booking and l.freight_line = line and i.state_cd <> '90'
$$;

-- A charge is billed once.
create function freight_billed_once() returns trigger language plpgsql as $$
declare
  charged numeric;
begin
  select qty into charged from freight_charge
    where booking_id = new.booking_id and line_no = new.freight_line and side_cd = 'SELL' for update;
  if charged is null
    or freight_billed_qty(new.booking_id, new.freight_line) not between 0 and charged then
    raise exception 'freight charge % % is billed', new.booking_id, new.freight_line
      using errcode = '23514', constraint = 'freight_charge_once', table = 'freight_charge';
  end if;
  return null;
end $$;
create constraint trigger freight_billed_once after insert on invoice_line
  deferrable initially deferred for each row when (new.booking_id is not null)
  execute function freight_billed_once();

-- A billed charge is fixed.
create function keep_freight_charge() returns trigger language plpgsql as $$
declare
  changes constant text[] := array['version', 'updated_by', 'updated_at'];
begin
  if (tg_op = 'DELETE' or to_jsonb(new) - changes <> to_jsonb(old) - changes)
    and freight_billed_qty(old.booking_id, old.line_no) <> 0 then
    raise exception 'freight charge % % is billed', old.booking_id, old.line_no
      using errcode = '23514', constraint = 'freight_charge_billed', table = 'freight_charge';
  end if;
  return case when tg_op = 'DELETE' then old else new end;
end $$;
create trigger freight_charge_kept before update or delete on freight_charge
  for each row execute function keep_freight_charge();

-- A booking with valid bills or billed charges cannot be cancelled.
create function keep_booking() returns trigger language plpgsql as $$
begin
  if exists (select from bill where booking_id = new.booking_id and state_cd <> 'CANCELLED')
    or exists (select from freight_charge c where c.booking_id = new.booking_id
      and freight_billed_qty(c.booking_id, c.line_no) <> 0) then
    raise exception 'booking % has bills or invoices', new.booking_id
      using errcode = '23514', constraint = 'booking_in_use', table = 'booking';
  end if;
  return new;
end $$;
create trigger booking_kept before update of state_cd on booking for each row
  when (new.state_cd in ('REJECTED', 'DECLINED', 'CANCELLED') and new.state_cd <> old.state_cd)
  execute function keep_booking();

-- An invoice moves on step by step. It leaves paid only as money is taken back, and issued only while
-- nothing was sent, approved, paid or corrected.
create or replace function keep_invoice() returns trigger language plpgsql as $$
declare
  is_taken_back boolean := false;
begin
  if tg_op = 'UPDATE' then
    is_taken_back := old.state_cd = '40' and new.state_cd = '30' and old.paid_amt = 0
      and num_nonnulls(old.sent_at, old.approval_no, old.origin_no) = 0
      and not exists (select from invoice c where c.origin_no = old.invoice_no);
  end if;
  if tg_op = 'DELETE' or (new.invoice_no, new.wcode, new.owner_cd, new.bill_month, new.currency_cd,
      new.vat_cd, new.supply_amt, new.tax_amt, new.total_amt, new.origin_no, new.payer_cd,
      new.booking_id)
    is distinct from (old.invoice_no, old.wcode, old.owner_cd, old.bill_month, old.currency_cd,
      old.vat_cd, old.supply_amt, old.tax_amt, old.total_amt, old.origin_no, old.payer_cd,
      old.booking_id)
    or old.state_cd = '90'
    or (new.state_cd < old.state_cd and not is_taken_back
      and not (old.state_cd = '60' and new.paid_amt is distinct from old.paid_amt))
    or (old.state_cd <> '30' and new.state_cd = '90')
    or (old.approval_no is not null and new.approval_no is distinct from old.approval_no)
    or (old.sent_at is not null and new.sent_at is distinct from old.sent_at)
    or (old.buyer is not null and not is_taken_back
      and (new.buyer, new.supplier, new.write_dt, new.cash_amt, new.cheque_amt, new.note_amt)
      is distinct from
        (old.buyer, old.supplier, old.write_dt, old.cash_amt, old.cheque_amt, old.note_amt)) then
    raise exception 'an invoice is never changed' using errcode = 'WM001';
  end if;
  return new;
end $$;

-- Freight follows the rate that its payer agreed on.
create or replace function invoice_in_won() returns trigger language plpgsql as $$
declare
  kind text := 'BASE';
  on_dt date := new.write_dt;
begin
  if new.currency_cd = 'KRW' then return new; end if;
  if tg_op = 'UPDATE' and old.buyer is not null and new.buyer is not null then
    new.rate_dt := old.rate_dt;
    new.rate_unit := old.rate_unit;
    new.rate := old.rate;
    new.won_amt := old.won_amt;
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
