-- Orders of an owner's branches and partners. An order becomes receipts or shipments, in parts; what
-- became of it is read off those documents by one function and never typed.

create table scm_partner (
  owner_cd text not null references owner,
  partner_cd text not null check (partner_cd = upper(partner_cd)),
  partner_nm text not null,
  kind_cd text not null default 'BRANCH' check (kind_cd in ('BRANCH', 'PARTNER')),
  ship_to_cd text,
  supplier_cd text,
  profile_cd text,
  manager_nm text,
  phone_no text,
  email text,
  -- Orders for a day come until this time of day (HHMM), as many days before it.
  cutoff_tm text check (cutoff_tm ~ '^([01][0-9]|2[0-3])[0-5][0-9]$'),
  lead_days integer not null default 0 check (lead_days between 0 and 60),
  -- Days of the week it takes goods on, Monday 1; absent: every day the site works.
  work_days text check (work_days ~ '^[1-7]{1,7}$'),
  notify_cd text not null default 'NONE' check (notify_cd in ('NONE', 'MAIL')),
  use_yn text not null default 'Y' check (use_yn in ('Y', 'N')),
  remark text,
  version integer not null default 1,
  created_by text not null default 'system',
  created_at timestamptz not null default now(),
  updated_by text not null default 'system',
  updated_at timestamptz not null default now(),
  primary key (owner_cd, partner_cd),
  foreign key (owner_cd, ship_to_cd) references ship_to,
  foreign key (owner_cd, supplier_cd) references supplier
);

-- A user with rows here sees and enters the orders of those branches and partners only.
create table scm_partner_user (
  owner_cd text not null,
  partner_cd text not null,
  user_id text not null references app_user,
  version integer not null default 1,
  created_by text not null default 'system',
  created_at timestamptz not null default now(),
  updated_by text not null default 'system',
  updated_at timestamptz not null default now(),
  primary key (owner_cd, partner_cd, user_id),
  foreign key (owner_cd, partner_cd) references scm_partner
);
create index scm_partner_user_of on scm_partner_user (user_id);

-- A partner with rows here may order those items only; one with none, every item of the owner.
create table scm_partner_stock (
  owner_cd text not null,
  partner_cd text not null,
  stock_cd text not null,
  version integer not null default 1,
  created_by text not null default 'system',
  created_at timestamptz not null default now(),
  updated_by text not null default 'system',
  updated_at timestamptz not null default now(),
  primary key (owner_cd, partner_cd, stock_cd),
  foreign key (owner_cd, partner_cd) references scm_partner,
  foreign key (owner_cd, stock_cd) references stock
);

-- Days the site is closed beside Saturdays and Sundays.
create table site_holiday (
  wcode text not null references warehouse,
  holiday_dt date not null,
  holiday_nm text not null,
  version integer not null default 1,
  created_by text not null default 'system',
  created_at timestamptz not null default now(),
  updated_by text not null default 'system',
  updated_at timestamptz not null default now(),
  primary key (wcode, holiday_dt)
);

create table scm_order (
  scm_no text primary key,
  wcode text not null references warehouse,
  kind_cd text not null check (kind_cd in ('IN', 'OUT')),
  owner_cd text not null references owner,
  branch_cd text,
  partner_cd text,
  partner_order_no text,
  supplier_cd text,
  ship_to_cd text,
  request_dt date not null,
  promised_dt date,
  priority integer not null default 5 check (priority between 1 and 9),
  -- Y: every piece leaves with its serial number.
  serial_yn text not null default 'N' check (serial_yn in ('Y', 'N')),
  active_yn text not null default 'Y' check (active_yn in ('Y', 'N')),
  cancel_yn text not null default 'N' check (cancel_yn in ('Y', 'N')),
  state_cd text not null default '05'
    check (state_cd in ('05', '10', '20', '30', '80', '90')),
  reason text,
  remark text,
  version integer not null default 1,
  created_by text not null default 'system',
  created_at timestamptz not null default now(),
  updated_by text not null default 'system',
  updated_at timestamptz not null default now(),
  -- An order that is switched off is not worked on.
  constraint scm_order_inactive check (active_yn = 'Y' or state_cd in ('05', '10', '80', '90')),
  foreign key (owner_cd, branch_cd) references scm_partner (owner_cd, partner_cd),
  foreign key (owner_cd, partner_cd) references scm_partner (owner_cd, partner_cd),
  foreign key (owner_cd, supplier_cd) references supplier,
  foreign key (owner_cd, ship_to_cd) references ship_to
);
create index scm_order_search on scm_order (wcode, kind_cd, request_dt);
create index scm_order_open on scm_order (wcode, kind_cd, state_cd);
-- The partner's own number names one order while it lives.
create unique index scm_order_partner_no
  on scm_order (wcode, owner_cd, coalesce(partner_cd, branch_cd, ''), partner_order_no)
  where partner_order_no is not null and state_cd not in ('80', '90');

create table scm_order_line (
  scm_no text not null references scm_order,
  line_no integer not null check (line_no > 0),
  owner_cd text not null,
  stock_cd text not null,
  order_qty numeric(15, 3) not null check (order_qty > 0),
  -- What stands on documents that live, what they did, and whether work on one has begun: read off
  -- the documents by refresh_scm_orders alone.
  accept_qty numeric(15, 3) not null default 0 check (accept_qty >= 0),
  done_qty numeric(15, 3) not null default 0 check (done_qty >= 0),
  begun_yn text not null default 'N' check (begun_yn in ('Y', 'N')),
  reject_qty numeric(15, 3) not null default 0 check (reject_qty >= 0),
  remark text,
  version integer not null default 1,
  created_by text not null default 'system',
  created_at timestamptz not null default now(),
  updated_by text not null default 'system',
  updated_at timestamptz not null default now(),
  primary key (scm_no, line_no),
  constraint scm_order_line_accepted check (accept_qty + reject_qty <= order_qty),
  foreign key (owner_cd, stock_cd) references stock
);

-- Which line of a document an order line became; a line that is taken out takes its link along.
create table scm_order_link (
  link_no bigint generated always as identity primary key,
  scm_no text not null,
  line_no integer not null,
  receipt_no text,
  receipt_line integer,
  shipment_no text,
  shipment_line integer,
  constraint scm_order_link_one check (
    num_nonnulls(receipt_no, receipt_line) in (0, 2)
    and num_nonnulls(shipment_no, shipment_line) in (0, 2)
    and num_nonnulls(receipt_no, shipment_no) = 1),
  foreign key (scm_no, line_no) references scm_order_line,
  foreign key (receipt_no, receipt_line) references receipt_line on delete cascade,
  foreign key (shipment_no, shipment_line) references shipment_line on delete cascade
);
create unique index scm_order_link_receipt on scm_order_link (receipt_no, receipt_line);
create unique index scm_order_link_shipment on scm_order_link (shipment_no, shipment_line);
create index scm_order_link_order on scm_order_link (scm_no, line_no);

-- What happened to an order: who switched it, moved its day, refused it, and every state it was in.
create table scm_order_log (
  log_no bigint generated always as identity primary key,
  scm_no text not null references scm_order,
  event_cd text not null check (event_cd in ('STATE', 'ACTIVE', 'DATE', 'REJECT')),
  was text,
  now_is text,
  reason text,
  user_id text,
  logged_at timestamptz not null default now()
);
create index scm_order_log_of on scm_order_log (scm_no, log_no);
create trigger scm_order_log_kept before update or delete on scm_order_log
  for each row execute function refuse_change();

-- Every line of an order on a document, with what that document says of it. What a closed document
-- did not do is open again; a cancelled one holds nothing.
create view scm_link_now as
  select k.link_no, k.scm_no, k.line_no, k.receipt_no doc_no, k.receipt_line doc_line,
    d.state_cd doc_state_cd, d.receipt_dt doc_dt, l.order_qty doc_qty,
    case d.state_cd when '90' then 0 when '30' then least(l.receive_qty, l.order_qty)
      else l.order_qty end accept_qty,
    l.receive_qty done_qty, d.state_cd not in ('05', '10', '90') begun
  from scm_order_link k
  join receipt_line l on l.receipt_no = k.receipt_no and l.line_no = k.receipt_line
  join receipt d on d.receipt_no = k.receipt_no
  union all
  select k.link_no, k.scm_no, k.line_no, k.shipment_no, k.shipment_line,
    d.state_cd, d.shipment_dt, l.order_qty,
    case d.state_cd when '90' then 0 when '60' then l.ship_qty else l.order_qty end,
    l.ship_qty, d.state_cd not in ('05', '10', '90')
  from scm_order_link k
  join shipment_line l on l.shipment_no = k.shipment_no and l.line_no = k.shipment_line
  join shipment d on d.shipment_no = k.shipment_no;

create function scm_order_state(o scm_order) returns text language sql stable as $$
  select case
    when o.cancel_yn = 'Y' then '90'
    when sum(l.accept_qty + l.done_qty) = 0 and sum(l.reject_qty) = sum(l.order_qty) then '80'
    when coalesce(sum(l.accept_qty + l.done_qty), 0) = 0 then '05'
    when bool_and(l.done_qty + l.reject_qty >= l.order_qty) then '30'
    when bool_or(l.begun_yn = 'Y') then '20'
    else '10' end
  from scm_order_line l where l.scm_no = o.scm_no
$$;

create function keep_scm_order_state() returns trigger language plpgsql as $$
begin
  new.state_cd := scm_order_state(new);
  return new;
end $$;
create trigger scm_order_state before insert or update on scm_order
  for each row execute function keep_scm_order_state();

create function log_scm_order() returns trigger language plpgsql as $$
begin
  insert into scm_order_log (scm_no, event_cd, was, now_is, reason, user_id)
  select n.scm_no, 'STATE', o.state_cd, n.state_cd, n.reason,
    case when n.version <> o.version then n.updated_by end
  from now_rows n join was_rows o using (scm_no) where n.state_cd <> o.state_cd
  order by n.scm_no;
  return null;
end $$;
create trigger scm_order_logged after update on scm_order
  referencing old table as was_rows new table as now_rows
  for each statement execute function log_scm_order();

create function log_new_scm_order() returns trigger language plpgsql as $$
begin
  insert into scm_order_log (scm_no, event_cd, now_is, user_id)
  select scm_no, 'STATE', state_cd, created_by from now_rows order by scm_no;
  return null;
end $$;
create trigger scm_order_made after insert on scm_order
  referencing new table as now_rows for each statement execute function log_new_scm_order();

-- Reads the orders anew off their documents.
create function refresh_scm_orders(numbers text[]) returns void language plpgsql as $$
begin
  perform 1 from scm_order where scm_no = any(numbers) order by scm_no for no key update;
  update scm_order_line l
    set accept_qty = n.accept_qty, done_qty = n.done_qty, begun_yn = n.begun_yn
  from (select x.scm_no, x.line_no, coalesce(sum(k.accept_qty), 0) accept_qty,
          coalesce(sum(k.done_qty), 0) done_qty,
          case when bool_or(k.begun) then 'Y' else 'N' end begun_yn
        from scm_order_line x left join scm_link_now k using (scm_no, line_no)
        where x.scm_no = any(numbers) group by 1, 2) n
  where l.scm_no = n.scm_no and l.line_no = n.line_no
    and (l.accept_qty, l.done_qty, l.begun_yn) <> (n.accept_qty, n.done_qty, n.begun_yn);
  update scm_order set state_cd = state_cd where scm_no = any(numbers);
end $$;

create function carry_receipt_to_scm() returns trigger language plpgsql as $$
declare
  numbers text[];
begin
  select array_agg(distinct k.scm_no) into numbers
    from changed c join scm_order_link k on k.receipt_no = c.receipt_no;
  if numbers is not null then perform refresh_scm_orders(numbers); end if;
  return null;
end $$;
create trigger receipt_carried_to_scm after update on receipt
  referencing new table as changed for each statement execute function carry_receipt_to_scm();

create function carry_shipment_to_scm() returns trigger language plpgsql as $$
declare
  numbers text[];
begin
  select array_agg(distinct k.scm_no) into numbers
    from changed c join scm_order_link k on k.shipment_no = c.shipment_no;
  if numbers is not null then perform refresh_scm_orders(numbers); end if;
  return null;
end $$;
create trigger shipment_carried_to_scm after update on shipment
  referencing new table as changed for each statement execute function carry_shipment_to_scm();

create function carry_links_to_scm() returns trigger language plpgsql as $$
begin
  perform refresh_scm_orders((select array_agg(distinct scm_no) from changed));
  return null;
end $$;
create trigger scm_order_link_made after insert on scm_order_link
  referencing new table as changed for each statement execute function carry_links_to_scm();
create trigger scm_order_link_gone after delete on scm_order_link
  referencing old table as changed for each statement execute function carry_links_to_scm();

-- Lines that are typed, rejected or taken out change what is open.
create function touch_scm_order() returns trigger language plpgsql as $$
begin
  update scm_order set state_cd = state_cd where scm_no in (select scm_no from changed);
  return null;
end $$;
create trigger scm_order_line_changed after update on scm_order_line
  referencing new table as changed for each statement execute function touch_scm_order();

-- Goods that leave with serial numbers leave with all of them.
create function refuse_missing_serials() returns trigger language plpgsql as $$
begin
  if exists (
    select from scm_order_link k
    join scm_order o on o.scm_no = k.scm_no and o.serial_yn = 'Y'
    join shipment_line l on l.shipment_no = k.shipment_no and l.line_no = k.shipment_line
    where k.shipment_no = new.shipment_no and l.pick_qty > (
      select count(*) from shipment_match m where m.shipment_no = l.shipment_no
        and m.line_no = l.line_no and m.match_cd = 'SERIAL')) then
    raise exception 'serials are missing' using errcode = '23514',
      constraint = 'shipment_serials', table = 'shipment';
  end if;
  return new;
end $$;
create trigger shipment_serials before update of shipped_at on shipment
  for each row when (old.shipped_at is null and new.shipped_at is not null)
  execute function refuse_missing_serials();

-- The first day on or after a day that the site works: no Saturday, Sunday or holiday.
create function site_works(w text, day date) returns boolean language sql stable as $$
  select extract(isodow from day) < 6
    and not exists (select from site_holiday h where h.wcode = w and h.holiday_dt = day)
$$;
create function next_working_day(w text, day date) returns date language sql stable as $$
  select d::date from generate_series(day, day + 60, interval '1 day') d
  where site_works(w, d::date) order by d limit 1
$$;

insert into auto_number_rule (rule_cd, rule_nm, prefix, period_pattern, digits) values
  ('SCM_ORDER', '공급망 오더번호', 'SO-', 'YYYYMMDD', 4);
