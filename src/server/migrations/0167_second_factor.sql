-- A second factor: whose roles need one and from where, the secrets of authenticator apps, codes for
-- a lost telephone, and sessions that wait for it.

create table factor_rule (
  role_cd text primary key references app_role on delete cascade,
  -- Addresses from which the password alone is enough; none at all: nowhere.
  networks text,
  remark text,
  version integer not null default 1,
  created_by text not null default 'system',
  created_at timestamptz not null default now(),
  updated_by text not null default 'system',
  updated_at timestamptz not null default now()
);
create trigger factor_rule_history after insert or update or delete on factor_rule
  for each row execute function keep_change('role_cd');

create table user_totp (
  user_id text primary key references app_user on delete cascade,
  -- Encrypted with the key of the site.
  secret text not null,
  confirmed_at timestamptz,
  -- The step of the last code that was taken: none of it or before opens anything again.
  last_step bigint not null default 0,
  made_at timestamptz not null default now()
);

create table recovery_code (
  user_id text not null references app_user on delete cascade,
  code_hash text not null,
  primary key (user_id, code_hash)
);

alter table session
  add awaits_cd text check (awaits_cd in ('FACTOR', 'ENROL'));
