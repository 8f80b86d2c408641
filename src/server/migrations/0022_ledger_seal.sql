-- The ledger proves itself: every movement is sealed into one chain of hashes, each over the
-- movement's content and the seal before it. Sealing happens after the commit, in a transaction of
-- its own: a chain written by the posting itself would make every writer wait for the one before it.

-- Posted and not sealed yet. A movement that commits late is simply sealed later.
create table ledger_queue (
  movement_no bigint primary key
);

-- No foreign key: a movement that vanished past the guards must leave its seal behind.
create table ledger_seal (
  seal_no bigint primary key check (seal_no > 0),
  movement_no bigint not null unique,
  hash bytea not null check (length(hash) = 32)
);
create trigger ledger_seal_append_only before update or delete on ledger_seal
  for each row execute function refuse_change();
create trigger ledger_seal_no_truncate before truncate on ledger_seal
  for each statement execute function refuse_change();

-- The last seal. Sealers take turns on this row; who posts never touches it.
create table ledger_head (
  head_id boolean primary key default true check (head_id),
  seal_no bigint not null,
  hash bytea not null
);
insert into ledger_head (seal_no, hash) values (0, '');

-- What a seal vouches for. Columns added to the ledger later are not part of it: the seals of
-- earlier movements must stay as they are.
create function movement_content(m stock_movement) returns bytea language sql stable as $$
  select convert_to(jsonb_build_array(m.movement_no, extract(epoch from m.posted_at), m.business_dt,
    m.wcode, m.owner_cd, m.stock_cd, m.movement_cd, m.doc_no, m.doc_line, m.from_place_cd,
    m.from_balance_id, m.to_place_cd, m.to_balance_id, m.qty, m.cbm, m.weight_kg, m.reason,
    m.idempotency_key, m.reverses_no, m.user_id)::text, 'UTF8')
$$;

create function queue_movements() returns trigger language plpgsql as $$
begin
  insert into ledger_queue select movement_no from posted;
  return null;
end $$;
create trigger stock_movement_queue after insert on stock_movement
  referencing new table as posted for each statement execute function queue_movements();

-- Seals up to `most` waiting movements, in the order of their numbers; answers how many.
create function seal_ledger(most integer) returns integer language plpgsql as $$
declare
  head ledger_head;
  movement stock_movement;
  done integer := 0;
begin
  select * into head from ledger_head for update;
  for movement in
    select m.* from stock_movement m
    join (select movement_no from ledger_queue order by movement_no limit most) q
      using (movement_no)
    order by movement_no
  loop
    done := done + 1;
    head.seal_no := head.seal_no + 1;
    head.hash := sha256(head.hash || movement_content(movement));
    insert into ledger_seal values (head.seal_no, movement.movement_no, head.hash);
  end loop;
  if done > 0 then
    delete from ledger_queue q using ledger_seal s
      where s.movement_no = q.movement_no and s.seal_no > head.seal_no - done;
    update ledger_head set seal_no = head.seal_no, hash = head.hash;
  end if;
  return done;
end $$;

insert into ledger_queue select movement_no from stock_movement;

-- The movements of one item: its history on the screens, and its sum over all places.
create index stock_movement_item on stock_movement (owner_cd, stock_cd);
