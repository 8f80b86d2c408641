-- The last version of deleted rows. A row that is created again continues from it: a screen that
-- still shows the deleted row, or an import that created it, must not match the new one.
create table removed_row (
  table_nm text not null,
  row_key jsonb not null,
  version integer not null,
  primary key (table_nm, row_key)
);
