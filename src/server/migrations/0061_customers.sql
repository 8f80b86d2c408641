-- Companies the house deals with in freight: one record with all the roles it plays, places and
-- contacts, credit; a double is merged into the record that stays, and its code leads there.
create table customer (
  customer_cd text primary key check (customer_cd = upper(customer_cd)),
  customer_nm text not null,
  customer_en text,
  abbr_nm text,
  biz_no text check (biz_no ~ '^[0-9]{10}$'),
  -- 통관고유부호
  customs_no text,
  president_nm text,
  country_cd text references country,
  shipper_yn text not null default 'N' check (shipper_yn in ('Y', 'N')),
  real_shipper_yn text not null default 'N' check (real_shipper_yn in ('Y', 'N')),
  forwarder_yn text not null default 'N' check (forwarder_yn in ('Y', 'N')),
  line_yn text not null default 'N' check (line_yn in ('Y', 'N')),
  trucker_yn text not null default 'N' check (trucker_yn in ('Y', 'N')),
  broker_yn text not null default 'N' check (broker_yn in ('Y', 'N')),
  shed_yn text not null default 'N' check (shed_yn in ('Y', 'N')),
  credit_limit numeric(15, 2) check (credit_limit >= 0),
  credit_days integer check (credit_days between 0 and 365),
  tax_email text,
  -- The record that took this one over.
  merged_to_cd text references customer,
  use_yn text not null default 'Y' check (use_yn in ('Y', 'N')),
  remark text,
  version integer not null default 1,
  created_by text not null default 'system',
  created_at timestamptz not null default now(),
  updated_by text not null default 'system',
  updated_at timestamptz not null default now(),
  constraint customer_merged check (merged_to_cd is null or merged_to_cd <> customer_cd and use_yn = 'N')
);
create index customer_code on customer (customer_cd collate "C");
create index customer_biz_no on customer (biz_no collate "C");
create index customer_merged_to on customer (merged_to_cd) where merged_to_cd is not null;
create index customer_name_pairs on customer using gin (name_pairs('',
  customer_nm || ' ' || coalesce(abbr_nm, '') || ' ' || coalesce(customer_en, '')))
  with (gin_pending_list_limit = 1024);
-- The same name, however it is spaced and whatever kind of company it says it is.
create index customer_same_name on customer
  (lower(translate(replace(replace(customer_nm, '주식회사', ''), '(주)', ''), ' ', '')));

create table customer_place (
  customer_cd text not null references customer on delete cascade,
  line_no integer not null check (line_no > 0),
  place_cd text not null default 'HEAD'
    check (place_cd in ('HEAD', 'BRANCH', 'PICKUP', 'DELIVERY', 'BILL', 'CONTACT')),
  place_nm text,
  zip_no text check (zip_no ~ '^[0-9]{5}$'),
  address text,
  person_nm text,
  phone_no text,
  email text,
  use_yn text not null default 'Y' check (use_yn in ('Y', 'N')),
  remark text,
  version integer not null default 1,
  created_by text not null default 'system',
  created_at timestamptz not null default now(),
  updated_by text not null default 'system',
  updated_at timestamptz not null default now(),
  primary key (customer_cd, line_no)
);

insert into auto_number_rule (rule_cd, rule_nm, prefix, period_pattern, digits) values
  ('CUSTOMER', '거래처', 'C', 'YYYY', 5);
