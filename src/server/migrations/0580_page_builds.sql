-- Builds of the page that servers of the site run or ran, and their files, which have the hash of
-- their content in their names. Neither is in backups: each server adds its own at its start.
create table page_build (
  build_id text primary key,
  index_html text not null,
  paths text[] not null,
  added_at timestamptz not null default now(),
  -- Renewed by the servers of the build.
  seen_at timestamptz not null default now()
);
create table page_asset (
  path text primary key,
  content bytea not null
);
