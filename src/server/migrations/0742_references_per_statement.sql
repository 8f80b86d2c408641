-- Half of the time to plan 10,000 pick faces went to foreign keys, which are checked row by row.
-- Balances and tasks are never deleted, so one check per statement is enough for references to them.
alter table move_task
  drop constraint move_task_wcode_fkey,
  drop constraint move_task_from_balance_id_fkey;
alter table allocation
  drop constraint allocation_balance_id_fkey,
  drop constraint allocation_task_no_fkey;

-- A task moves its item within its warehouse. The target cell has a foreign key to the warehouse.
create function refuse_foreign_sources() returns trigger language plpgsql as $$
begin
  if exists (select from made t left join stock_balance b on b.balance_id = t.from_balance_id
      where (b.wcode, b.owner_cd, b.stock_cd) is distinct from (t.wcode, t.owner_cd, t.stock_cd)) then
    raise exception 'the source of a task is stock of its item' using errcode = 'WM004';
  end if;
  return null;
end $$;
create trigger move_task_source_made after insert on move_task
  referencing new table as made for each statement execute function refuse_foreign_sources();
create trigger move_task_source_changed after update on move_task
  referencing new table as made for each statement execute function refuse_foreign_sources();

-- The demand and the stock of an allocation exist. Stock allocated to a task is at its source.
create or replace function refuse_stray_task_allocations() returns trigger language plpgsql as $$
begin
  if exists (select from made a
      left join move_task t on t.task_no = a.task_no
      left join stock_balance b on b.balance_id = a.balance_id
      where b.balance_id is null
        or a.task_no is not null and (t.task_no is null or a.alloc_qty > 0
          and (a.balance_id <> t.from_balance_id or t.state_cd <> '10'))) then
    raise exception 'stock of a task is at its source' using errcode = 'WM004';
  end if;
  return null;
end $$;
