-- Calls of limits that all servers of a site share, per limit and caller in the current window.
create table call_count (
  bucket text primary key,
  calls integer not null,
  resets_at timestamptz not null
);
