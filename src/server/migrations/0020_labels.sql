-- Labels that were printed: for which line, how many, and why again.
create table label_print (
  print_no bigint generated always as identity primary key,
  wcode text not null references warehouse,
  owner_cd text not null references owner,
  doc_no text not null,
  line_no integer not null,
  layout_cd text not null check (layout_cd in ('STANDARD', 'A', 'B', 'C')),
  label_cd text not null check (label_cd in ('ITEM', 'BOX', 'PALLET', 'CELL')),
  copies integer not null check (copies > 0),
  reason text,
  printed_by text not null,
  printed_at timestamptz not null default now()
);
create index label_print_document on label_print (doc_no, line_no);
create index label_print_search on label_print (wcode, printed_at);
