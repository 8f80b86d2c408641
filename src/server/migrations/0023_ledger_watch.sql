-- Where the verifier that runs all the time stands, and what it found. It reads the ledger only;
-- what it writes is here.

create table ledger_watch (
  watch_id boolean primary key default true check (watch_id),
  -- Movements sealed up to here were looked at once they were new.
  checked_seal_no bigint not null default 0,
  -- Per subject: the last key of the walk over everything, and how many keys one step takes.
  cursors jsonb not null default '{}',
  -- End of the last round; null before the first.
  checked_at timestamptz,
  -- One process at a time walks; one that died is followed by another.
  busy_until timestamptz not null default '-infinity'
);
insert into ledger_watch default values;

create table ledger_finding (
  check_nm text not null,
  key_text text not null,
  detail jsonb not null,
  found_at timestamptz not null default now(),
  primary key (check_nm, key_text)
);
