-- Roles and what they may do are changed on screens: versions, who changed them last, and a history.

alter table app_role
  add column version integer not null default 1,
  add column created_by text not null default 'system',
  add column created_at timestamptz not null default now(),
  add column updated_by text not null default 'system',
  add column updated_at timestamptz not null default now();

-- `actions` holds actions of the menu, and single operations as `action:operation`; the menu `*`
-- holds operations that a role may call whatever screens it has.
alter table role_menu
  add column version integer not null default 1,
  add column created_by text not null default 'system',
  add column created_at timestamptz not null default now(),
  add column updated_by text not null default 'system',
  add column updated_at timestamptz not null default now();

-- Who changed what a role may do, or who has it. No keys to others: it outlives them.
create table role_change (
  change_no bigint generated always as identity primary key,
  changed_at timestamptz not null default now(),
  changed_by text not null,
  role_cd text not null,
  menu_id text,
  user_id text,
  added text not null default '',
  removed text not null default ''
);
create index role_change_of_role on role_change (role_cd, change_no);
