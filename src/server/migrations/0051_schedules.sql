-- What the server does by the clock, and what became of it each time.

create table schedule (
  schedule_cd text primary key check (schedule_cd = upper(schedule_cd)),
  schedule_nm text not null,
  -- One of the kinds the server knows (`src/server/jobs/schedule-kinds.ts`).
  kind_cd text not null,
  argument text,
  -- As crontab(5) has them, in the time of the warehouse.
  minute_cron text not null,
  hour_cron text not null,
  day_cron text not null,
  month_cron text not null,
  weekday_cron text not null,
  -- While the last run still goes on: leave this one out, or let it wait.
  overlap_cd text not null default 'SKIP' check (overlap_cd in ('SKIP', 'QUEUE')),
  attempts_max integer not null default 1 check (attempts_max between 1 and 10),
  -- What was due while no server ran: once, however often, or not at all.
  missed_cd text not null default 'ONCE' check (missed_cd in ('ONCE', 'NONE')),
  pause_yn text not null default 'N' check (pause_yn in ('Y', 'N')),
  -- Worked out from the fields above: in words, and the next moments.
  words_ko text not null default '',
  words_en text not null default '',
  next_at timestamptz,
  next_text text not null default '',
  version integer not null default 1,
  created_by text not null default 'system',
  created_at timestamptz not null default now(),
  updated_by text not null default 'system',
  updated_at timestamptz not null default now()
);
create index schedule_due on schedule (next_at) where pause_yn = 'N';
create trigger schedule_history after insert or update or delete on schedule
  for each row execute function
    keep_change('schedule_cd', '-', 'next_at', 'next_text', 'words_ko', 'words_en');

create table schedule_run (
  run_no bigint generated always as identity primary key,
  schedule_cd text not null,
  due_at timestamptz not null,
  -- Who started it; null: the clock.
  user_id text,
  -- Null while it waits for the run before it, and for one that was left out.
  job_id uuid,
  skipped_cd text check (skipped_cd in ('OVERLAP', 'MISSED', 'GONE')),
  created_at timestamptz not null default now(),
  constraint schedule_run_once check (job_id is null or skipped_cd is null)
);
create index schedule_run_of_schedule on schedule_run (schedule_cd, run_no desc);
create index schedule_run_waiting on schedule_run (schedule_cd)
  where job_id is null and skipped_cd is null;
create unique index schedule_run_of_job on schedule_run (job_id) where job_id is not null;

alter table job
  -- Tries in all, where it is not for the kind to say.
  add attempts_max integer check (attempts_max between 1 and 10);

-- What a job said on its way.
create table job_log (
  job_id uuid not null references job on delete cascade,
  logged_at timestamptz not null default clock_timestamp(),
  attempt integer not null,
  log_text text not null
);
create index job_log_of_job on job_log (job_id, logged_at);
