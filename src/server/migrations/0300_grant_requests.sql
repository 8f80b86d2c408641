-- Rights that somebody asked for, and what was said of it.

create table grant_request (
  request_no bigint generated always as identity primary key,
  user_id text not null references app_user on delete cascade,
  menu_id text not null,
  action_cd text not null
    check (action_cd in ('search', 'save', 'delete', 'import', 'export', 'print')),
  remark text,
  state_cd text not null default 'REQUESTED'
    check (state_cd in ('REQUESTED', 'APPROVED', 'REJECTED')),
  -- The role that was given it.
  role_cd text,
  -- Why it was not given, or what else is to be said of it.
  reason text,
  decided_by text,
  decided_at timestamptz,
  -- When the asker's page has told him what became of it.
  told_at timestamptz,
  version integer not null default 1,
  created_by text not null,
  created_at timestamptz not null default now(),
  updated_by text not null,
  updated_at timestamptz not null default now(),
  constraint grant_request_decided check (
    (state_cd = 'REQUESTED') = (decided_by is null) and (decided_by is null) = (decided_at is null)),
  constraint grant_request_given check ((state_cd = 'APPROVED') = (role_cd is not null)),
  constraint grant_request_refused check (state_cd <> 'REJECTED' or reason is not null)
);
-- The same right is asked for once at a time.
create unique index grant_request_open on grant_request (user_id, menu_id, action_cd)
  where state_cd = 'REQUESTED';
create index grant_request_of_user on grant_request (user_id, request_no desc);
create trigger grant_request_history after insert or update or delete on grant_request
  for each row execute function keep_change('request_no', '-', 'told_at');
