-- Kinds of jobs that servers can run, and when one of them last reported it.
create table job_kind (
  kind text primary key,
  seen_at timestamptz not null default now()
);
