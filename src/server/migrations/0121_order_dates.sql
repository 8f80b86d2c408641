-- Days of orders that were moved together, kept so that they go back together.

create table scm_date_batch (
  batch_no bigint generated always as identity primary key,
  wcode text not null references warehouse,
  reason text not null check (reason <> ''),
  row_count integer not null,
  created_by text not null,
  created_at timestamptz not null default now(),
  undone_by text,
  undone_at timestamptz,
  check ((undone_by is null) = (undone_at is null))
);

create table scm_date_entry (
  batch_no bigint not null references scm_date_batch,
  scm_no text not null references scm_order,
  was_dt date,
  now_dt date not null,
  -- Days its documents had before, by their number.
  doc_days jsonb not null default '{}',
  primary key (batch_no, scm_no)
);
create index scm_date_entry_order on scm_date_entry (scm_no, batch_no);
create trigger scm_date_entry_kept before update or delete on scm_date_entry
  for each row execute function refuse_change();
