-- A sheet that was taken in is one act with a number: who brought which file, what it changed, and
-- what stood there before, so that it can be taken back as one act.

create table import_batch (
  import_no bigint generated always as identity primary key,
  wcode text not null references warehouse,
  -- The save that took the sheet in; it knows how to take it back.
  operation text not null,
  file_nm text not null,
  row_count integer not null check (row_count > 0),
  created_count integer not null check (created_count >= 0),
  updated_count integer not null check (updated_count >= 0),
  -- Owners whose rows it touched: it is seen by those who may see all of them.
  owner_cds text[] not null,
  state_cd text not null default 'DONE' check (state_cd in ('DONE', 'UNDONE')),
  created_by text not null,
  created_at timestamptz not null default now(),
  undone_by text,
  undone_at timestamptz,
  check ((state_cd = 'UNDONE') = (undone_by is not null)),
  check ((undone_by is null) = (undone_at is null))
);
create index import_batch_latest on import_batch (operation, import_no);

-- One record or document each; rows of a sheet that changed nothing have none.
create table import_entry (
  import_no bigint not null references import_batch,
  entry_no integer not null,
  change_cd text not null check (change_cd in ('I', 'U')),
  row_key jsonb not null,
  row_title text not null,
  -- The record as it stood; null for one that the sheet made.
  row_before jsonb,
  -- What tells that nothing was changed since: the version of a record, the digest of a document.
  row_mark text not null,
  primary key (import_no, entry_no),
  check ((change_cd = 'U') = (row_before is not null))
);

-- How a user likes a grid to look: columns, widths, order, filters. Shared with a role, everybody
-- who has the role may use it; it stays its owner's to change.
create table grid_view (
  view_no bigint generated always as identity primary key,
  user_id text not null references app_user,
  menu_id text not null,
  grid_cd text not null check (grid_cd in ('grid', 'lines')),
  view_nm text not null check (length(view_nm) between 1 and 60),
  role_cd text references app_role,
  content jsonb not null,
  version integer not null default 1,
  updated_at timestamptz not null default now(),
  unique (user_id, menu_id, grid_cd, view_nm)
);
create index grid_view_of_role on grid_view (role_cd, menu_id) where role_cd is not null;
