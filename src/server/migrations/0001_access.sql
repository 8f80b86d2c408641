-- Who may do what: users, roles, the warehouses and owners a user is bound to, sessions.

create table app_user (
  user_id text primary key check (user_id = lower(user_id) and length(user_id) between 1 and 50),
  user_nm text not null,
  email text,
  password_hash text not null,
  must_change_yn text not null default 'N' check (must_change_yn in ('Y', 'N')),
  use_yn text not null default 'Y' check (use_yn in ('Y', 'N')),
  lang_cd text not null default 'ko' check (lang_cd in ('ko', 'en')),
  -- Raised whenever roles or bindings change, so that running sessions see it at once.
  version integer not null default 1,
  created_by text not null default 'system',
  created_at timestamptz not null default now(),
  updated_by text not null default 'system',
  updated_at timestamptz not null default now()
);

create table app_role (
  role_cd text primary key,
  role_nm text not null,
  -- A role that is granted everything, present and future.
  all_yn text not null default 'N' check (all_yn in ('Y', 'N'))
);

create table role_menu (
  role_cd text not null references app_role,
  menu_id text not null,
  actions text[] not null,
  primary key (role_cd, menu_id)
);

create table user_role (
  user_id text not null references app_user,
  role_cd text not null references app_role,
  primary key (user_id, role_cd)
);

create table session (
  -- SHA-256 of the token: a stolen table opens no door.
  token_hash text primary key,
  user_id text not null references app_user,
  created_at timestamptz not null default now(),
  seen_at timestamptz not null default now(),
  lang_cd text not null default 'ko'
);
create index session_of_user on session (user_id);

create table login_failure (
  user_id text not null,
  address text not null,
  failed_at timestamptz not null default now()
);
create index login_failure_recent on login_failure (user_id, failed_at);

create table my_menu (
  user_id text not null references app_user,
  menu_id text not null,
  menu_seq integer not null,
  init_yn text not null default 'N' check (init_yn in ('Y', 'N')),
  primary key (user_id, menu_id)
);

create table visit_log (
  visited_at timestamptz not null default now(),
  user_id text not null,
  menu_id text not null
);

create table user_setting (
  user_id text not null references app_user,
  setting_key text not null,
  setting_value jsonb not null,
  updated_at timestamptz not null default now(),
  primary key (user_id, setting_key)
);

-- One effect for each key: written in the transaction of the change itself, so that a rolled back
-- change leaves no key behind and may be tried again.
create table idempotency (
  user_id text not null,
  idempotency_key text not null check (length(idempotency_key) between 8 and 255),
  body_hash text not null,
  answer jsonb,
  created_at timestamptz not null default now(),
  primary key (user_id, idempotency_key)
);

create table audit_log (
  audit_no bigint generated always as identity primary key,
  done_at timestamptz not null default now(),
  user_id text not null,
  wcode text,
  operation text not null,
  row_count integer not null,
  idempotency_key text
);

create table error_log (
  error_no bigint generated always as identity primary key,
  happened_at timestamptz not null default now(),
  user_id text,
  path text not null,
  error_code text not null,
  detail text not null
);

-- Document numbers: prefix + period + sequence, gap-free because the counter moves in the same
-- transaction as the document, and a rolled back document gives its number back.
create table auto_number_rule (
  rule_cd text primary key,
  rule_nm text not null,
  prefix text not null,
  period_pattern text not null check (period_pattern in ('YYYYMMDD', 'YYYYMM', 'YYYY', '')),
  digits integer not null check (digits between 3 and 10)
);

create table auto_number (
  rule_cd text not null references auto_number_rule,
  period text not null,
  last_no bigint not null check (last_no >= 0),
  primary key (rule_cd, period)
);

-- Reserves `wanted` numbers at once; concurrent callers wait for the row, so there are no gaps.
create function next_numbers(rule text, day date, wanted integer) returns setof text
language plpgsql as $$
declare
  r auto_number_rule;
  p text;
  last bigint;
begin
  select * into strict r from auto_number_rule where rule_cd = rule;
  p := case when r.period_pattern = '' then '' else to_char(day, r.period_pattern) end;
  insert into auto_number (rule_cd, period, last_no) values (rule, p, wanted)
    on conflict (rule_cd, period) do update set last_no = auto_number.last_no + wanted
    returning last_no into last;
  return query
    select r.prefix || p || case when p = '' then '' else '-' end || lpad(n::text, greatest(r.digits, length(n::text)), '0')
    from generate_series(last - wanted + 1, last) n;
end $$;

insert into auto_number_rule (rule_cd, rule_nm, prefix, period_pattern, digits) values
  ('RECEIPT', '입고번호', 'RC-', 'YYYYMMDD', 4),
  ('SHIPMENT', '출고번호', 'SH-', 'YYYYMMDD', 4);
