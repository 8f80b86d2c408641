-- What a month comes to: frozen when the month is closed, with everything a tax invoice says.

create table invoice (
  invoice_no text primary key,
  wcode text not null references warehouse,
  owner_cd text not null references owner,
  bill_month text not null,
  currency_cd text not null,
  vat_cd text not null check (vat_cd in ('TAX', 'ZERO', 'FREE')),
  -- 30 closed, 40 issued, 50 approved by the tax office, 60 paid, 90 taken back before it was issued.
  state_cd text not null default '30' check (state_cd in ('30', '40', '50', '60', '90')),
  write_dt date not null,
  due_dt date not null,
  supply_amt numeric(18, 2) not null,
  tax_amt numeric(18, 2) not null,
  total_amt numeric(18, 2) not null,
  paid_amt numeric(18, 2) not null default 0,
  -- 01 receipt (paid already), 02 claim.
  claim_cd text not null default '02' check (claim_cd in ('01', '02')),
  remark1 text,
  remark2 text,
  remark3 text,
  -- Who bills whom, as it was when it was issued.
  supplier jsonb,
  buyer jsonb,
  approval_no text unique,
  -- The invoice that this one corrects, and why.
  origin_no text references invoice,
  correct_cd text check (correct_cd in ('1', '2', '3', '4', '5', '6')),
  created_by text not null,
  created_at timestamptz not null default now(),
  issued_by text,
  issued_at timestamptz,
  foreign key (wcode, owner_cd, bill_month) references bill_month,
  constraint invoice_total check (total_amt = supply_amt + tax_amt),
  constraint invoice_correction check ((origin_no is null) = (correct_cd is null)),
  constraint invoice_issued check ((state_cd in ('40', '50', '60')) = (issued_at is not null)
    and (issued_at is null) = (issued_by is null)
    and (issued_at is null) = (buyer is null) and (issued_at is null) = (supplier is null))
);
create unique index invoice_once on invoice (wcode, owner_cd, bill_month, currency_cd, vat_cd)
  where origin_no is null and state_cd <> '90';
create index invoice_owner on invoice (owner_cd, state_cd);

create table invoice_line (
  invoice_no text not null references invoice,
  line_no integer not null check (line_no > 0),
  charge_cd text not null,
  of_month text,
  price_id bigint references price_line (price_id),
  unit_cd text not null,
  qty numeric(20, 6) not null,
  unit_price numeric(18, 4),
  -- The sum of the charges, before it is rounded.
  exact_amt numeric(20, 6) not null,
  supply_amt numeric(18, 2) not null,
  tax_amt numeric(18, 2) not null,
  primary key (invoice_no, line_no)
);
create trigger invoice_line_append_only before update or delete on invoice_line
  for each row execute function refuse_change();

-- What stands on an invoice stays: only its steps, its approval and what was paid go on.
create function keep_invoice() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' or (new.invoice_no, new.wcode, new.owner_cd, new.bill_month, new.currency_cd,
      new.vat_cd, new.supply_amt, new.tax_amt, new.total_amt, new.origin_no)
    is distinct from (old.invoice_no, old.wcode, old.owner_cd, old.bill_month, old.currency_cd,
      old.vat_cd, old.supply_amt, old.tax_amt, old.total_amt, old.origin_no)
    or old.state_cd = '90' or new.state_cd < old.state_cd
    or (old.state_cd <> '30' and new.state_cd = '90')
    or (old.approval_no is not null and new.approval_no is distinct from old.approval_no)
    or (old.buyer is not null and (new.buyer, new.supplier, new.write_dt)
      is distinct from (old.buyer, old.supplier, old.write_dt)) then
    raise exception 'an invoice is never changed' using errcode = 'WM001';
  end if;
  return new;
end $$;
create trigger invoice_kept before update or delete on invoice
  for each row execute function keep_invoice();

-- Lines and total agree.
create function invoice_adds_up() returns trigger language plpgsql as $$
begin
  if exists (select from invoice i where i.invoice_no = new.invoice_no
    and (i.supply_amt, i.tax_amt) is distinct from
      (select (coalesce(sum(supply_amt), 0), coalesce(sum(tax_amt), 0)) from invoice_line l
        where l.invoice_no = i.invoice_no)) then
    raise exception 'lines and total of % differ', new.invoice_no using errcode = 'WM003';
  end if;
  return null;
end $$;
create constraint trigger invoice_adds_up after insert on invoice
  deferrable initially deferred for each row execute function invoice_adds_up();
create constraint trigger invoice_line_adds_up after insert on invoice_line
  deferrable initially deferred for each row execute function invoice_adds_up();

create table payment (
  payment_no text primary key,
  owner_cd text references owner,
  paid_dt date not null,
  payer_nm text not null,
  amount numeric(18, 2) not null check (amount > 0),
  currency_cd text not null default 'KRW',
  -- The bank's own number of the transfer: the same sheet twice adds nothing.
  bank_ref text unique,
  matched_amt numeric(18, 2) not null default 0,
  remark text,
  created_by text not null,
  created_at timestamptz not null default now(),
  constraint payment_matched check (matched_amt between 0 and amount)
);

create table payment_match (
  payment_no text not null references payment,
  invoice_no text not null references invoice,
  amount numeric(18, 2) not null check (amount > 0),
  matched_by text not null,
  matched_at timestamptz not null default now(),
  primary key (payment_no, invoice_no)
);
create trigger payment_match_append_only before update or delete on payment_match
  for each row execute function refuse_change();

-- A match is carried to the payment and to the invoice, which is paid once nothing is left.
create function payment_matched() returns trigger language plpgsql as $$
begin
  update payment p set matched_amt = p.matched_amt + d.amount
    from (select payment_no, sum(amount) amount from made group by 1) d
    where d.payment_no = p.payment_no;
  update invoice i set paid_amt = i.paid_amt + d.amount,
      state_cd = case when i.paid_amt + d.amount = i.total_amt then '60' else i.state_cd end
    from (select invoice_no, sum(amount) amount from made group by 1) d
    where d.invoice_no = i.invoice_no;
  if exists (select from invoice i join made m using (invoice_no)
    where i.paid_amt > i.total_amt or i.issued_at is null) then
    raise exception 'more than the invoice' using errcode = '23514', constraint = 'invoice_paid';
  end if;
  return null;
end $$;
create trigger payment_matched after insert on payment_match
  referencing new table as made for each statement execute function payment_matched();

-- What a customer says about a line, and what was answered.
create table invoice_objection (
  objection_no bigint generated always as identity primary key,
  invoice_no text not null,
  line_no integer not null,
  objection text not null check (objection <> ''),
  objected_by text not null,
  objected_at timestamptz not null default now(),
  answer text,
  answered_by text,
  answered_at timestamptz,
  constraint invoice_objection_answered check ((answer is null) = (answered_at is null)
    and (answer is null) = (answered_by is null)),
  foreign key (invoice_no, line_no) references invoice_line
);

-- The company that bills, as its tax invoices name it: the first one in use.
create view billing_company as
  select biz_no, sub_biz_no branch_no, corp_nm, president_nm rep_nm, address, biz_type_nm biz_type,
    biz_item_nm biz_item, tax_email email
  from corp where use_yn = 'Y' order by corp_cd limit 1;

-- A value as it stands between two tags.
create function xml_text(given text) returns text language sql immutable as $$
  select replace(replace(replace(coalesce(given, ''), '&', '&amp;'), '<', '&lt;'), '>', '&gt;')
$$;
