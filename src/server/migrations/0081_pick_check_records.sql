-- Who took what out of which cell and when, and who put it back: negative. Pieces promised and not
-- found are short, with the reason that was given.
create table pick_record (
  pick_no bigint generated always as identity primary key,
  wcode text not null references warehouse,
  alloc_id bigint not null references allocation,
  pick_qty numeric(15, 3) not null,
  short_qty numeric(15, 3) not null default 0 check (short_qty >= 0),
  reason text,
  user_id text not null,
  pick_dt date not null,
  picked_at timestamptz not null default clock_timestamp()
);
create index pick_record_day on pick_record (wcode, pick_dt);
create trigger pick_record_append_only before update or delete on pick_record
  for each row execute function refuse_change();
create trigger pick_record_no_truncate before truncate on pick_record
  for each statement execute function refuse_change();

-- Every scan at the checking station, right or wrong: a wrong one changed nothing and says why.
create table check_record (
  check_no bigint generated always as identity primary key,
  wcode text not null references warehouse,
  -- As it was scanned; of a wrong scan there may be no such shipment.
  shipment_no text not null,
  code text not null,
  qty numeric(15, 3) not null,
  fault_ko text,
  fault_en text,
  user_id text not null,
  check_dt date not null,
  checked_at timestamptz not null default clock_timestamp(),
  -- The same scan sent again is no other scan.
  idempotency_key text not null,
  unique (user_id, idempotency_key),
  constraint check_record_fault check ((fault_ko is null) = (fault_en is null))
);
create index check_record_day on check_record (wcode, check_dt);
create trigger check_record_append_only before update or delete on check_record
  for each row execute function refuse_change();
create trigger check_record_no_truncate before truncate on check_record
  for each statement execute function refuse_change();
