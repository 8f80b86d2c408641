-- Charges: what every piece of work and every day of storage costs, written from the ledger and
-- never changed. What is taken back is written once more with the sign turned.

-- How an owner is billed.
create table billing_terms (
  owner_cd text primary key references owner,
  -- Last day of a billing month; 0 is the last of the calendar month.
  close_day integer not null default 0 check (close_day between 0 and 27),
  tax_cd text not null default 'LINE' check (tax_cd in ('LINE', 'SUM')),
  due_days integer not null default 30 check (due_days between 0 and 365),
  -- Y: who reviewed a month does not close it.
  second_yn text not null default 'N' check (second_yn in ('Y', 'N')),
  biz_no text,
  branch_no text,
  corp_nm text,
  rep_nm text,
  address text,
  biz_type text,
  biz_item text,
  manager_nm text,
  tax_email text,
  remark text,
  version integer not null default 1,
  created_by text not null default 'system',
  created_at timestamptz not null default now(),
  updated_by text not null default 'system',
  updated_at timestamptz not null default now()
);

-- One owner's month in one warehouse: 10 accruing, 20 reviewed, 30 closed.
create table bill_month (
  wcode text not null references warehouse,
  owner_cd text not null references owner,
  bill_month text not null check (bill_month ~ '^\d{4}(0[1-9]|1[0-2])$'),
  state_cd text not null default '10' check (state_cd in ('10', '20', '30')),
  reviewed_by text,
  reviewed_at timestamptz,
  closed_by text,
  closed_at timestamptz,
  reason text,
  primary key (wcode, owner_cd, bill_month),
  constraint bill_month_steps check ((state_cd >= '20') = (reviewed_at is not null)
    and (state_cd = '30') = (closed_at is not null)
    and (reviewed_at is null) = (reviewed_by is null) and (closed_at is null) = (closed_by is null))
);

create table charge (
  charge_no bigint generated always as identity primary key,
  wcode text not null references warehouse,
  owner_cd text not null references owner,
  charge_cd text not null,
  service_dt date not null,
  bill_month text not null,
  -- The month a difference belongs to, where that one was closed already.
  of_month text,
  cause_cd text not null check (cause_cd in ('RECEIPT', 'SHIPMENT', 'LABEL', 'COUNT', 'DAY',
    'PERIOD', 'LEAST', 'MOST', 'HAND', 'RERATE')),
  doc_no text not null,
  line_no integer not null default 0,
  -- What of the document it is: its last movement, the day of a balance.
  cause_seq bigint not null default 0,
  stock_cd text,
  qty numeric(20, 6) not null,
  unit_cd text not null,
  -- The version it was priced by; null where somebody typed the amount.
  price_id bigint references price_line (price_id),
  amount numeric(20, 6) not null,
  vat_cd text not null check (vat_cd in ('TAX', 'ZERO', 'FREE')),
  tax_rate numeric(5, 2) not null,
  currency_cd text not null,
  rounding_cd text not null,
  temperature_cd text,
  bonded_cd text,
  -- Whole months the goods have lain here.
  months integer not null default 0,
  reverses_no bigint unique references charge,
  reason text,
  created_by text not null,
  created_at timestamptz not null default clock_timestamp(),
  foreign key (wcode, owner_cd, bill_month) references bill_month,
  constraint charge_typed check ((price_id is null) = (cause_cd = 'HAND')),
  constraint charge_reason check (cause_cd <> 'HAND' or reason is not null)
);
create unique index charge_once on charge
  (cause_cd, doc_no, line_no, cause_seq, charge_cd, wcode, owner_cd, price_id)
  nulls not distinct where reverses_no is null;
create index charge_document on charge (doc_no, cause_cd);
create index charge_month on charge (bill_month, owner_cd, wcode);
create index charge_price on charge (price_id);
create index charge_day on charge (service_dt, owner_cd) where cause_cd = 'DAY';
create trigger charge_append_only before update or delete on charge
  for each row execute function refuse_change();
create trigger charge_no_truncate before truncate on charge
  for each statement execute function refuse_change();

-- A closed month takes no more charges; a reversal is equal and opposite.
create function charge_made() returns trigger language plpgsql as $$
begin
  if exists (select from made m join bill_month b using (wcode, owner_cd, bill_month)
    where b.state_cd = '30') then
    raise exception 'the month is closed' using errcode = '23514', constraint = 'charge_open_month';
  end if;
  if exists (select from made m join charge o on o.charge_no = m.reverses_no
    where (m.wcode, m.owner_cd, m.charge_cd, m.qty, m.amount)
      is distinct from (o.wcode, o.owner_cd, o.charge_cd, -o.qty, -o.amount)) then
    raise exception 'a reversal is equal and opposite' using errcode = 'WM003';
  end if;
  return null;
end $$;
create trigger charge_made after insert on charge
  referencing new table as made for each statement execute function charge_made();

-- A price that was billed by stays as it is.
create function keep_used_price() returns trigger language plpgsql as $$
begin
  if exists (select from charge where price_id = old.price_id) then
    raise exception 'a price that was billed by' using errcode = '23514', constraint = 'price_line_used';
  end if;
  return case tg_op when 'DELETE' then old else new end;
end $$;
create trigger price_line_used before update or delete on price_line
  for each row execute function keep_used_price();

-- Work and storage that could not be charged yet, and why.
create table unbilled_work (
  cause_cd text not null,
  doc_no text not null,
  line_no integer not null,
  cause_seq bigint not null,
  charge_cd text not null,
  wcode text not null references warehouse,
  owner_cd text not null references owner,
  service_dt date not null,
  stock_cd text,
  qty numeric(20, 6) not null,
  reason_cd text not null,
  price_cd text,
  tried_at timestamptz not null default now(),
  primary key (wcode, owner_cd, cause_cd, doc_no, line_no, cause_seq, charge_cd, reason_cd)
);
create index unbilled_tried on unbilled_work (tried_at);

-- How far the follower of the ledger has come.
create table charge_follow (
  follow_id boolean primary key default true check (follow_id),
  seal_no bigint not null default 0,
  stock_dt date,
  -- The newest price or measure that waiting work was tried with.
  tried_at timestamptz not null default '-infinity'
);
insert into charge_follow default values;

-- Measures of items and the days they hold. What was not measured then counts as it was measured
-- first: its work waits for that.
create view item_measure as
  select m.owner_cd, m.stock_cd, m.from_dt,
    coalesce(lead(m.from_dt) over w - 1, 'infinity'::date) to_dt,
    case when m.cbm > 0 then m.cbm else coalesce((select n.cbm from stock_measure n
      where (n.owner_cd, n.stock_cd) = (m.owner_cd, m.stock_cd) and n.from_dt > m.from_dt
        and n.cbm > 0 order by n.from_dt limit 1), 0) end cbm,
    case when m.weight_kg > 0 then m.weight_kg else coalesce((select n.weight_kg
      from stock_measure n where (n.owner_cd, n.stock_cd) = (m.owner_cd, m.stock_cd)
        and n.from_dt > m.from_dt and n.weight_kg > 0 order by n.from_dt limit 1), 0) end weight_kg,
    coalesce(m.box_qty, (select n.box_qty from stock_measure n
      where (n.owner_cd, n.stock_cd) = (m.owner_cd, m.stock_cd) and n.from_dt > m.from_dt
        and n.box_qty > 0 order by n.from_dt limit 1)) box_qty
  from stock_measure m window w as (partition by m.owner_cd, m.stock_cd order by m.from_dt);

-- The billing month of a day, and the first and the last day of one.
create function cycle_month(day date, close_day integer) returns text
language sql immutable as $$
  select to_char(case when close_day = 0 or extract(day from day) <= close_day then day
    else date_trunc('month', day)::date + interval '1 month' end, 'YYYYMM')
$$;
create function cycle_end(month text, close_day integer) returns date
language sql immutable as $$
  select case close_day when 0
    then (to_date(month || '01', 'YYYYMMDD') + interval '1 month - 1 day')::date
    else to_date(month || '01', 'YYYYMMDD') + close_day - 1 end
$$;
create function cycle_start(month text, close_day integer) returns date
language sql immutable as $$
  select case close_day when 0 then to_date(month || '01', 'YYYYMMDD')
    else (to_date(month || '01', 'YYYYMMDD') - interval '1 month')::date + close_day end
$$;

-- The month itself, or the next one of the owner that is not closed.
create function open_bill_month(place text, who text, month text) returns text
language sql stable as $$
  select to_char(d, 'YYYYMM') from generate_series(to_date(month || '01', 'YYYYMMDD')::timestamp,
    to_date(month || '01', 'YYYYMMDD') + interval '10 years', interval '1 month') d
  where not exists (select from bill_month b where b.wcode = place and b.owner_cd = who
    and b.bill_month = to_char(d, 'YYYYMM') and b.state_cd = '30')
  order by d limit 1
$$;

-- What each balance held at the beginning and the end of each closed day, and what came into it
-- from outside. Goods that move inside a warehouse come from nowhere.
create function storage_days(first date, last date, who text) returns table (
  day date, balance_id bigint, opening numeric, in_qty numeric, closing numeric)
language sql stable as $$
  with base as (
    select d.balance_id, d.stock_dt, d.qty, d.qty - d.in_qty + d.out_qty before
    from stock_day d join stock_balance b using (balance_id)
    where d.stock_dt between first and last and (who is null or b.owner_cd = who)
    union all
    select b.balance_id, p.stock_dt, p.qty, p.qty
    from stock_balance b cross join lateral (
      select d.stock_dt, d.qty from stock_day d
      where d.balance_id = b.balance_id and d.stock_dt < first
      order by d.stock_dt desc limit 1) p
    where p.qty > 0 and (who is null or b.owner_cd = who)),
  steps as (
    select *, lead(stock_dt) over (partition by balance_id order by stock_dt) next_dt from base),
  came as (
    select coalesce(m.to_balance_id, m.from_balance_id) balance_id,
      (m.posted_at at time zone 'Asia/Seoul')::date as day,
      sum(case when m.to_balance_id is null then -m.qty else m.qty end) qty
    from stock_movement m
    where m.posted_at >= day_end(first - 1) and m.posted_at < day_end(last)
      and (who is null or m.owner_cd = who)
      and (m.from_balance_id is null and m.reverses_no is null
        or m.to_balance_id is null and m.reverses_no is not null)
    group by 1, 2)
  select d::date, s.balance_id,
    case when d::date = s.stock_dt then s.before else s.qty end,
    coalesce(c.qty, 0), s.qty
  from steps s
  cross join lateral generate_series(greatest(s.stock_dt, first)::timestamp,
    least(coalesce(s.next_dt - 1, last), last)::timestamp, interval '1 day') d
  left join came c on c.balance_id = s.balance_id and c.day = d::date
$$;

insert into auto_number_rule (rule_cd, rule_nm, prefix, period_pattern, digits) values
  ('INVOICE', '청구번호', 'BL-', 'YYYYMM', 4),
  ('PAYMENT', '입금번호', 'PM-', 'YYYYMM', 4),
  ('HAND_CHARGE', '수기청구번호', 'HC-', 'YYYYMM', 4);
