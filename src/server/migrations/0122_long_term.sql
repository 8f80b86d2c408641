-- After how many days in the warehouse goods of an owner count as stored for long.
alter table owner add column long_term_days integer not null default 90
  check (long_term_days between 1 and 3650);
