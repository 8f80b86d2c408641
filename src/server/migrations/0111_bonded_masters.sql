-- Sheds and the numbers of the law. A number is a row with the day it holds from, because notices
-- change: the latest row of the shed's kind counts, else the latest that is for all kinds.

create table bonded_shed (
  wcode text not null references warehouse,
  -- Code customs gave it (장치장부호); the first three digits are the customs office.
  shed_cd text not null,
  shed_nm text not null,
  kind_cd text not null check (kind_cd in ('GENERAL', 'SELF', 'AIRPORT', 'QUAY', 'DESIGNATED')),
  -- Who answers for the goods (보세사), printed on the papers.
  keeper_nm text,
  use_yn text not null default 'Y' check (use_yn in ('Y', 'N')),
  version integer not null default 1,
  created_by text not null default 'system',
  created_at timestamptz not null default now(),
  updated_by text not null default 'system',
  updated_at timestamptz not null default now(),
  primary key (wcode, shed_cd)
);

create table bonded_rule (
  -- '*': every kind of shed that has no row of its own.
  kind_cd text not null check (kind_cd in ('*', 'GENERAL', 'SELF', 'AIRPORT', 'QUAY', 'DESIGNATED')),
  rule_cd text not null check (rule_cd in ('TERM', 'EXTEND', 'NOTICE', 'DECLARE', 'REMOVE',
    'TOLERANCE_PACKED', 'TOLERANCE_BULK', 'CORRECT', 'SALE_NOTICE', 'MAIL', 'KEEP')),
  from_dt date not null,
  rule_value numeric(9, 2) not null check (rule_value >= 0),
  source text,
  version integer not null default 1,
  created_by text not null default 'system',
  created_at timestamptz not null default now(),
  updated_by text not null default 'system',
  updated_at timestamptz not null default now(),
  primary key (kind_cd, rule_cd, from_dt)
);

-- Months: TERM, EXTEND. Days: NOTICE, DECLARE, REMOVE, CORRECT, SALE_NOTICE, MAIL. Per cent: both
-- tolerances. Years: KEEP.
insert into bonded_rule (kind_cd, rule_cd, from_dt, rule_value, source) values
  ('*', 'TERM', '2000-01-01', 6, '보세화물장치기간 및 체화관리에 관한 고시 제4조'),
  ('AIRPORT', 'TERM', '2000-01-01', 2, '보세화물장치기간 및 체화관리에 관한 고시 제4조'),
  ('QUAY', 'TERM', '2000-01-01', 2, '보세화물장치기간 및 체화관리에 관한 고시 제4조'),
  ('*', 'EXTEND', '2000-01-01', 6, '보세화물장치기간 및 체화관리에 관한 고시 제4조'),
  ('AIRPORT', 'EXTEND', '2000-01-01', 2, '보세화물장치기간 및 체화관리에 관한 고시 제4조'),
  ('QUAY', 'EXTEND', '2000-01-01', 2, '보세화물장치기간 및 체화관리에 관한 고시 제4조'),
  ('*', 'NOTICE', '2000-01-01', 30, '보세화물장치기간 및 체화관리에 관한 고시 제6조'),
  ('DESIGNATED', 'DECLARE', '2000-01-01', 30, '보세화물관리에 관한 고시 제34조'),
  ('QUAY', 'DECLARE', '2000-01-01', 30, '보세화물관리에 관한 고시 제34조'),
  ('*', 'REMOVE', '2000-01-01', 15, '관세법 제157조의2'),
  ('*', 'TOLERANCE_PACKED', '2000-01-01', 10, '적하목록 정정생략'),
  ('*', 'TOLERANCE_BULK', '2000-01-01', 5, '적하목록 정정생략'),
  ('*', 'CORRECT', '2000-01-01', 15, '이상보고 후 정정신청 기한'),
  ('*', 'SALE_NOTICE', '2000-01-01', 10, '보세화물장치기간 및 체화관리에 관한 고시 제13조'),
  ('*', 'MAIL', '2000-01-01', 30, '알림 시작'),
  ('*', 'KEEP', '2000-01-01', 2, '보세화물관리에 관한 고시 제33조');

-- The number of a rule on a day for a kind of shed; null where the law names none.
create function bonded_rule_value(kind text, rule text, day date) returns numeric
language sql stable as $$
  select rule_value from bonded_rule
  where rule_cd = rule and kind_cd in (kind, '*') and from_dt <= day
  order by kind_cd = '*', from_dt desc limit 1
$$;

-- Numbers of filed reports (shed, year, letter, serial) and of the lines of the registers.
create table bonded_serial (
  wcode text not null references warehouse,
  serial_cd text not null,
  last_no integer not null check (last_no > 0),
  primary key (wcode, serial_cd)
);

create function next_bonded_serial(warehouse_cd text, serial text) returns integer
language sql as $$
  insert into bonded_serial (wcode, serial_cd, last_no) values (warehouse_cd, serial, 1)
  on conflict (wcode, serial_cd) do update set last_no = bonded_serial.last_no + 1
  returning last_no
$$;

insert into auto_number_rule (rule_cd, rule_nm, prefix, period_pattern, digits) values
  ('BONDED', '보세화물번호', 'BD-', 'YYYYMMDD', 4),
  ('BONDED_FAULT', '이상보고번호', 'BF-', 'YYYYMMDD', 4);
