-- Seals of closed months leave for a file (`npm run archive`). Movements stay. The last of every
-- 10,000 archived seals remains as an anchor, and the chain up to it is computed from the movements
-- again: seals follow the order of movement numbers, except for those in ledger_late.

create table ledger_archive (
  month text primary key check (month ~ '^\d{4}(0[1-9]|1[0-2])$'),
  -- Seals before the month and at its end. Equal if it has no movement.
  base_seal_no bigint not null,
  seal_no bigint not null check (seal_no >= base_seal_no),
  hash bytea not null,
  -- For each table its file: name, rows, sha256.
  files jsonb not null,
  archived_at timestamptz not null default now()
);

create table ledger_anchor (
  seal_no bigint primary key,
  base_seal_no bigint not null check (base_seal_no >= 0 and base_seal_no < seal_no),
  hash bytea not null check (length(hash) = 32),
  base_hash bytea not null,
  -- Largest movement number up to the anchor, and up to the previous one.
  movement_no bigint not null,
  base_movement_no bigint not null check (base_movement_no <= movement_no)
);
create index ledger_anchor_movement on ledger_anchor (movement_no);

-- Archived seals of movements with a smaller number than one sealed before them.
create table ledger_late (
  movement_no bigint primary key,
  seal_no bigint not null unique
);

create trigger ledger_archive_append_only before update or delete on ledger_archive
  for each row execute function refuse_change();
create trigger ledger_anchor_append_only before update or delete on ledger_anchor
  for each row execute function refuse_change();
create trigger ledger_late_append_only before update or delete on ledger_late
  for each row execute function refuse_change();
create trigger ledger_archive_no_truncate before truncate on ledger_archive
  for each statement execute function refuse_change();
create trigger ledger_anchor_no_truncate before truncate on ledger_anchor
  for each statement execute function refuse_change();
create trigger ledger_late_no_truncate before truncate on ledger_late
  for each statement execute function refuse_change();

-- An anchor continues the previous one and is a seal of the chain.
create function keep_ledger_anchor() returns trigger language plpgsql as $$
declare
  last ledger_anchor;
begin
  select * into last from ledger_anchor order by seal_no desc limit 1;
  if (new.base_seal_no, new.base_hash, new.base_movement_no) is distinct from
      (coalesce(last.seal_no, 0), coalesce(last.hash, ''), coalesce(last.movement_no, 0))
    or not exists (select from ledger_seal s where (s.seal_no, s.hash) = (new.seal_no, new.hash))
  then
    raise exception 'an anchor continues the archived chain' using errcode = 'WM001';
  end if;
  return new;
end $$;
create trigger ledger_anchor_continues before insert on ledger_anchor
  for each row execute function keep_ledger_anchor();

drop trigger ledger_seal_append_only on ledger_seal;
create trigger ledger_seal_append_only before update on ledger_seal
  for each row execute function refuse_change();

-- A seal leaves only if an anchor covers it.
create function keep_unarchived_seals() returns trigger language plpgsql as $$
begin
  if exists (select from gone
    where seal_no > coalesce((select max(seal_no) from ledger_anchor), 0)) then
    raise exception 'ledger_seal rows are never changed or deleted' using errcode = 'WM001';
  end if;
  return null;
end $$;
create trigger ledger_seal_archived after delete on ledger_seal
  referencing old table as gone for each statement execute function keep_unarchived_seals();

create function next_seal(hash bytea, content bytea, base bytea) returns bytea
language sql immutable as $$
  select sha256(coalesce(hash, base) || coalesce(content, ''))
$$;
create aggregate chain_of(content bytea, base bytea) (sfunc = next_seal, stype = bytea);

-- The hash of an anchor as its movements give it. A movement too many or too few changes it.
create function anchored_hash(a ledger_anchor) returns bytea language sql stable as $$
  with late as (
    select movement_no, seal_no from ledger_late
    where seal_no > a.base_seal_no and seal_no <= a.seal_no),
  places as (
    select n seal_no, row_number() over (order by n) place
    from generate_series(a.base_seal_no + 1, a.seal_no) n
    where not exists (select from late where late.seal_no = n)),
  early as (
    select movement_no, row_number() over (order by movement_no) place from stock_movement m
    where movement_no > a.base_movement_no and movement_no <= a.movement_no
      and not exists (select from ledger_late l where l.movement_no = m.movement_no)
      and not exists (select from ledger_seal s where s.movement_no = m.movement_no)
      and not exists (select from ledger_queue q where q.movement_no = m.movement_no)),
  sealed as (
    select seal_no, movement_no from places full join early using (place)
    union all select seal_no, movement_no from late)
  select chain_of(case when m.movement_no is not null then movement_content(m) end, a.base_hash
    order by s.seal_no, s.movement_no)
  from sealed s left join stock_movement m using (movement_no)
$$;
