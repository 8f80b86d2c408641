-- Accounts people apply for, one-time links, stored files, jobs, and the log of what changed.

create table registration (
  registration_no bigint generated always as identity primary key,
  user_id text not null check (user_id = lower(user_id) and length(user_id) between 1 and 50),
  user_nm text not null,
  email text not null,
  phone_no text,
  corp_nm text,
  remark text,
  lang_cd text not null default 'ko' check (lang_cd in ('ko', 'en')),
  -- Moves to the account when it is approved, and is forgotten either way.
  password_hash text,
  state_cd text not null default 'REQUESTED'
    check (state_cd in ('REQUESTED', 'APPROVED', 'REJECTED')),
  reject_reason text,
  decided_by text,
  decided_at timestamptz,
  created_at timestamptz not null default now()
);
-- An id is asked for once at a time; a rejected one may be asked for again.
create unique index registration_open on registration (user_id) where state_cd = 'REQUESTED';

create table password_token (
  -- SHA-256 of the token in the mail: a stolen table opens no door.
  token_hash text primary key,
  user_id text not null references app_user,
  expires_at timestamptz not null
);
create index password_token_of_user on password_token (user_id);

create table stored_file (
  -- Made by the server; also the file's name on the disk.
  file_sn text primary key,
  file_nm text not null,
  media_type text not null,
  byte_count integer not null check (byte_count >= 0),
  sha256 text not null,
  wcode text not null references warehouse,
  -- Whose goods it is about; null: for those who see every owner.
  owner_cds text[],
  -- The extra parts of the upload, as they came.
  parts jsonb not null default '{}',
  created_by text not null references app_user (user_id),
  created_at timestamptz not null default now()
);
create index stored_file_of_user on stored_file (created_by);

-- Work that outlives the call that asked for it. Any process of the server may take it up.
create table job (
  job_id uuid primary key default gen_random_uuid(),
  kind text not null,
  payload jsonb not null default '{}',
  -- Who asked for it and hears of it; null: nobody in particular.
  user_id text references app_user,
  wcode text,
  -- Counts towards a limit of jobs of one kind about one thing.
  throttle_key text,
  state_cd text not null default 'QUEUED'
    check (state_cd in ('QUEUED', 'RUNNING', 'DONE', 'FAILED', 'CANCELLED')),
  progress integer not null default 0 check (progress between 0 and 100),
  progress_text text not null default '',
  result jsonb,
  error_text text,
  cancel_yn text not null default 'N' check (cancel_yn in ('Y', 'N')),
  attempt integer not null default 0,
  run_after timestamptz not null default now(),
  -- A job whose process died is taken up again after this.
  lease_until timestamptz,
  created_at timestamptz not null default now(),
  started_at timestamptz,
  finished_at timestamptz
);
create index job_waiting on job (run_after) where state_cd in ('QUEUED', 'RUNNING');
create index job_of_user on job (user_id, created_at);
create index job_throttled on job (kind, throttle_key, created_at) where throttle_key is not null;

-- What changed, for pages that show it. Written in the transaction of the change itself. The
-- transaction numbers tell a reader what it may have missed: every transaction below oldest_xact_no
-- had ended when the row was written.
create table event_log (
  event_no bigint generated always as identity primary key,
  event_cd text not null check (event_cd in ('change', 'job', 'access')),
  -- Who may hear it: null is everybody, an empty list of owners those who see every owner.
  wcode text,
  owner_cds text[],
  user_id text,
  content jsonb not null,
  xact_no bigint not null default (pg_current_xact_id()::text)::bigint,
  oldest_xact_no bigint not null
    default (pg_snapshot_xmin(pg_current_snapshot())::text)::bigint,
  happened_at timestamptz not null default now()
);
create index event_log_by_xact on event_log (xact_no);
create index event_log_by_age on event_log (happened_at);

-- Streams of events end with their session, in whatever process of the server they are.
create function tell_session_end() returns trigger language plpgsql as $$
begin
  perform pg_notify('wms_session_end', old.token_hash);
  return null;
end $$;
create trigger session_end after delete on session
  for each row execute function tell_session_end();

-- Rights may have changed: streams of events look again before they tell the next thing. It stands
-- in the log itself, so that no reader sees an event without the change of rights before it.
create function tell_access_change() returns trigger language plpgsql as $$
begin
  insert into event_log (event_cd, content) values ('access', '{}');
  perform pg_notify('wms_event', '');
  return null;
end $$;
create trigger access_change after insert or update or delete on app_user
  for each statement execute function tell_access_change();
create trigger access_change after insert or update or delete on app_role
  for each statement execute function tell_access_change();
create trigger access_change after insert or update or delete on role_menu
  for each statement execute function tell_access_change();
create trigger access_change after insert or update or delete on user_role
  for each statement execute function tell_access_change();
create trigger access_change after insert or update or delete on user_owner
  for each statement execute function tell_access_change();
create trigger access_change after insert or update or delete on user_warehouse
  for each statement execute function tell_access_change();
create trigger access_change after insert or update or delete on warehouse
  for each statement execute function tell_access_change();
