-- Who changed the name and place of a warehouse, and what they were.

alter table warehouse
  add column version integer not null default 1,
  add column created_by text not null default 'system',
  add column created_at timestamptz not null default now(),
  add column updated_by text not null default 'system',
  add column updated_at timestamptz not null default now();

create trigger warehouse_history after insert or update or delete on warehouse
  for each row execute function keep_change('wcode');
