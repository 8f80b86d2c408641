-- Serials scanned for a line of a count, and those of its balance that were not scanned. The result
-- is set when the count is finished, with the place of the serial at that time.
create table count_serial (
  job_no text not null,
  line_no integer not null,
  recount_yn text not null check (recount_yn in ('Y', 'N')),
  serial_no text not null check (serial_no = upper(serial_no) and serial_no <> ''),
  result_cd text check (result_cd in ('SAME', 'MISSING', 'FOREIGN')),
  place_id bigint references stock_balance,
  scanned_by text,
  scanned_at timestamptz not null default clock_timestamp(),
  primary key (job_no, line_no, recount_yn, serial_no),
  foreign key (job_no, line_no) references count_line on delete cascade,
  constraint count_serial_scanned check ((scanned_by is null) = coalesce(result_cd = 'MISSING', false))
);
create index count_serial_place on count_serial (place_id) where place_id is not null;

-- Missing and foreign serials of the last finished round.
alter table count_line add column serial_diff integer not null default 0;
