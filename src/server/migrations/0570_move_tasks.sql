-- Role of a cell: pick faces are refilled from reserve and buffer cells.
alter table cell add column role_cd text not null default 'RESERVE'
  check (role_cd in ('PICK', 'RESERVE', 'BUFFER'));

-- Cell that an item is picked from, with the stock it is refilled between.
create table pick_face (
  wcode text not null,
  cell_cd text not null,
  owner_cd text not null,
  stock_cd text not null,
  min_qty numeric(15, 3) not null check (min_qty >= 0),
  max_qty numeric(15, 3) not null,
  unit_cd text not null default 'BOX',
  -- A fixed face stores no other item.
  fixed_yn text not null default 'Y' check (fixed_yn in ('Y', 'N')),
  use_yn text not null default 'Y' check (use_yn in ('Y', 'N')),
  remark text,
  version integer not null default 1,
  created_by text not null default 'system',
  created_at timestamptz not null default now(),
  updated_by text not null default 'system',
  updated_at timestamptz not null default now(),
  primary key (wcode, cell_cd, owner_cd, stock_cd),
  foreign key (wcode, cell_cd) references cell,
  foreign key (owner_cd, stock_cd) references stock,
  constraint pick_face_range check (min_qty < max_qty)
);
create index pick_face_item on pick_face (owner_cd, stock_cd, wcode);

-- The lock of the cell lets two saves of one face take turns.
create function keep_face_fixed() returns trigger language plpgsql as $$
begin
  perform from cell c where c.wcode = new.wcode and c.cell_cd = new.cell_cd for update;
  if exists (select from pick_face f where (f.wcode, f.cell_cd) = (new.wcode, new.cell_cd)
      and (f.owner_cd, f.stock_cd) <> (new.owner_cd, new.stock_cd)
      and 'Y' in (f.fixed_yn, new.fixed_yn)) then
    raise exception 'a fixed face has one item' using errcode = '23514',
      constraint = 'pick_face_fixed', table = 'pick_face';
  end if;
  return null;
end $$;
create trigger pick_face_fixed after insert or update on pick_face for each row
  execute function keep_face_fixed();

-- A move to be done. Its stock is allocated to it, apart from the part that stays allocated to
-- shipments and moves with them.
create table move_task (
  task_no bigint generated always as identity primary key,
  wcode text not null references warehouse,
  cause_cd text not null check (cause_cd in ('MINMAX', 'DEMAND', 'HAND', 'PUT')),
  priority integer not null default 5 check (priority between 1 and 9),
  due_at timestamptz,
  owner_cd text not null,
  stock_cd text not null,
  from_balance_id bigint not null references stock_balance,
  to_cell_cd text not null,
  qty numeric(15, 3) not null check (qty > 0),
  travel_qty numeric(15, 3) not null default 0 check (travel_qty >= 0),
  done_qty numeric(15, 3) not null default 0 check (done_qty >= 0),
  -- In progress is a live claim on a task in state 10, never stored.
  state_cd text not null default '10' check (state_cd in ('10', '30', '35', '90')),
  created_by text not null,
  created_at timestamptz not null default now(),
  updated_by text not null,
  updated_at timestamptz not null default now(),
  foreign key (owner_cd, stock_cd) references stock,
  foreign key (wcode, to_cell_cd) references cell,
  constraint move_task_travel check (done_qty + travel_qty <= qty),
  constraint move_task_state check (case state_cd when '10' then done_qty < qty
    when '30' then done_qty = qty and travel_qty = 0
    when '35' then done_qty < qty and travel_qty = 0
    else done_qty = 0 and travel_qty = 0 end)
);
create index move_task_open on move_task (wcode, to_cell_cd) where state_cd = '10';
create index move_task_source on move_task (from_balance_id) where state_cd = '10';
create index move_task_day on move_task (wcode, updated_at);
create trigger move_task_never_deleted before delete on move_task
  for each row execute function refuse_change();

-- An allocation is for exactly one demand.
alter table allocation
  alter column shipment_no drop not null, alter column line_no drop not null,
  add column task_no bigint references move_task,
  add constraint allocation_demand check (num_nonnulls(shipment_no, task_no) = 1
    and (shipment_no is null) = (line_no is null)) not valid;
create unique index allocation_task on allocation (task_no, balance_id) where task_no is not null;

-- Stock allocated to a task is at its source.
create function refuse_stray_task_allocations() returns trigger language plpgsql as $$
begin
  if exists (select from made a join move_task t using (task_no)
      join stock_balance b on b.balance_id = a.balance_id
      where a.alloc_qty > 0 and (a.balance_id <> t.from_balance_id or t.state_cd <> '10'
        or (b.wcode, b.owner_cd, b.stock_cd) <> (t.wcode, t.owner_cd, t.stock_cd))) then
    raise exception 'stock of a task is at its source' using errcode = 'WM004';
  end if;
  return null;
end $$;
create trigger allocation_of_task after insert on allocation
  referencing new table as made for each statement execute function refuse_stray_task_allocations();
create trigger allocation_of_task_changed after update on allocation
  referencing new table as made for each statement execute function refuse_stray_task_allocations();

-- Who works on what, one user at a time. Lapses at `until_at` by the clock of the database.
create table claim (
  claim_no bigint generated always as identity primary key,
  wcode text not null references warehouse,
  kind_cd text not null check (kind_cd in ('MOVE', 'PUT', 'PICK', 'COUNT', 'RETURN')),
  ref_no text not null,
  user_id text not null,
  claimed_at timestamptz not null default clock_timestamp(),
  seen_at timestamptz not null default clock_timestamp(),
  until_at timestamptz not null,
  ended_at timestamptz,
  -- Time between scans, without breaks.
  busy_seconds numeric(12, 3) not null default 0 check (busy_seconds >= 0),
  constraint claim_times check (claimed_at <= seen_at and seen_at <= until_at)
);
create unique index claim_live on claim (wcode, kind_cd, ref_no) where ended_at is null;
create index claim_user on claim (wcode, user_id, claimed_at);

create function is_claimed(place text, kind text, ref text) returns boolean
language sql stable as $$
  select exists (select from claim c where (c.wcode, c.kind_cd, c.ref_no) = (place, kind, ref)
    and c.ended_at is null and c.until_at > clock_timestamp())
$$;

-- On the face, less what is allocated there, plus what comes without being allocated to shipments.
create function face_position(place text, cell text, who text, item text) returns numeric
language sql stable as $$
  select coalesce((select sum(b.qty - b.pick_qty - b.alloc_qty) from stock_balance b
      where (b.wcode, b.cell_cd, b.owner_cd, b.stock_cd) = (place, cell, who, item)
        and b.condition_cd = 'NORMAL'), 0)
    + coalesce((select sum(t.qty - t.done_qty - t.travel_qty) from move_task t
      where (t.wcode, t.to_cell_cd, t.owner_cd, t.stock_cd) = (place, cell, who, item)
        and t.state_cd = '10'), 0)
$$;

-- Closes an open task and releases its stock.
create function close_task(task bigint, state text) returns void language plpgsql as $$
begin
  update allocation set alloc_qty = 0 where task_no = task and alloc_qty > 0;
  update move_task t set state_cd = state, travel_qty = 0, updated_at = clock_timestamp(),
    qty = case when state = '30' then t.done_qty else t.qty end
  where t.task_no = task;
end $$;

-- A shipment that gives stock up leaves it to the task that would have moved it. The task shrinks by
-- stock that is picked at its source, and is dropped if its face no longer needs it.
create function settle_tasks(changed bigint[]) returns void language plpgsql as $$
declare
  t move_task;
  cut numeric;
  given numeric;
  settled bigint[] := '{}';
begin
  for t in select * from move_task m
    where m.from_balance_id = any(changed) and m.state_cd = '10' and m.travel_qty > 0
    order by m.from_balance_id, m.task_no desc for update
  loop
    select least(t.travel_qty, sum(m.travel_qty) - coalesce((select sum(a.alloc_qty)
        from allocation a where a.balance_id = t.from_balance_id and a.shipment_no is not null), 0))
      into cut from move_task m where m.from_balance_id = t.from_balance_id and m.state_cd = '10';
    continue when cut <= 0;
    select least(cut, b.qty - b.alloc_qty - b.pick_qty) into given
      from stock_balance b where b.balance_id = t.from_balance_id;
    if t.qty - (cut - given) <= t.done_qty then
      perform close_task(t.task_no, case when t.done_qty > 0 then '30' else '90' end);
      continue;
    end if;
    update move_task m set travel_qty = m.travel_qty - cut, qty = m.qty - (cut - given),
      updated_at = clock_timestamp() where m.task_no = t.task_no;
    insert into allocation (task_no, balance_id, alloc_qty, created_by)
      values (t.task_no, t.from_balance_id, given, t.created_by)
      on conflict (task_no, balance_id) where task_no is not null
      do update set alloc_qty = allocation.alloc_qty + excluded.alloc_qty;
    settled := settled || t.task_no;
  end loop;
  for t in select * from move_task m
    where m.task_no = any(settled) and m.travel_qty = 0 and m.done_qty = 0
      and m.cause_cd in ('MINMAX', 'DEMAND') and not is_claimed(m.wcode, 'MOVE', m.task_no::text)
    order by m.cause_cd = 'DEMAND' desc, m.task_no desc
  loop
    if exists (select from pick_face f
        where (f.wcode, f.cell_cd, f.owner_cd, f.stock_cd)
            = (t.wcode, t.to_cell_cd, t.owner_cd, t.stock_cd)
          and face_position(f.wcode, f.cell_cd, f.owner_cd, f.stock_cd) - t.qty >= f.min_qty) then
      perform close_task(t.task_no, '90');
    end if;
  end loop;
end $$;

create function settle_changed_allocations() returns trigger language plpgsql as $$
declare
  changed bigint[];
begin
  select array_agg(distinct n.balance_id) into changed
  from made n join gone o using (alloc_id) join move_task t on t.from_balance_id = n.balance_id
  where n.shipment_no is not null and n.alloc_qty < o.alloc_qty
    and t.state_cd = '10' and t.travel_qty > 0;
  if changed is not null then perform settle_tasks(changed); end if;
  return null;
end $$;
create trigger allocation_settles_tasks after update on allocation
  referencing old table as gone new table as made
  for each statement execute function settle_changed_allocations();
