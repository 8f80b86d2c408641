-- Backups are made by the server itself, by the clock: no cron, nothing to install. The plan is one
-- row; each backup that was made, or failed, is a row beside it.

create table backup_plan (
  plan_id text primary key default 'SITE' check (plan_id = 'SITE'),
  on_yn text not null default 'Y' check (on_yn in ('Y', 'N')),
  -- Every so many hours, counted from this hour of the warehouse's clock.
  every_hours integer not null default 6 check (every_hours in (1, 2, 3, 4, 6, 8, 12, 24)),
  from_hour integer not null default 3 check (from_hour between 0 and 23),
  -- All of the last hours, then one for each of so many days, then one for each of so many weeks.
  keep_hours integer not null default 24 check (keep_hours between 1 and 720),
  keep_days integer not null default 14 check (keep_days between 0 and 366),
  keep_weeks integer not null default 8 check (keep_weeks between 0 and 520),
  -- Null until a server looked for the first time, and after the plan was changed.
  next_at timestamptz,
  version integer not null default 1,
  updated_by text,
  updated_at timestamptz not null default now()
);
insert into backup_plan default values;

create table backup_run (
  run_no bigint generated always as identity primary key,
  state_cd text not null default 'RUNNING' check (state_cd in ('RUNNING', 'DONE', 'FAILED')),
  started_at timestamptz not null default now(),
  finished_at timestamptz,
  -- On the machine that made it.
  host_nm text not null,
  file_nm text,
  file_bytes bigint,
  movement_count bigint,
  seal_no bigint,
  -- The file was restored into an empty store and its ledger added up.
  verified_at timestamptz,
  -- The file is gone: newer ones took its place.
  removed_at timestamptz,
  error_text text,
  check ((state_cd = 'DONE') = (verified_at is not null))
);
