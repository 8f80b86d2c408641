-- A demo company with a past: months of work that are done again, by the ordinary operations, behind
-- the first start. Its saves are told at which earlier moment they happen; nobody else's are.

create table demo_past (
  past_id boolean primary key default true check (past_id),
  -- No foreign key: jobs that are over are let go of, and the past stays.
  job_id uuid not null,
  seed text not null,
  first_dt date not null,
  last_dt date not null,
  -- The day that is being made, and how many of its steps are done.
  day_dt date not null,
  step_no integer not null default 0 check (step_no >= 0),
  constraint demo_past_days check (first_dt <= last_dt),
  constraint demo_past_within check (day_dt between first_dt and last_dt + 1)
);

-- The day of the past that is being made, or null: once the job is over, done or given up, no day is.
create function past_day() returns date language sql stable as $$
  select p.day_dt from demo_past p join job j using (job_id) where j.state_cd in ('QUEUED', 'RUNNING')
$$;

-- The moment that a save of the past was told, or null: it is now. A moment of any other day than
-- the one being made is refused, so that no day that is closed is ever written into.
create function told_moment() returns timestamptz language plpgsql stable as $$
declare
  told text := current_setting('wms.moment', true);
begin
  if coalesce(told, '') = '' then return null; end if;
  if warehouse_day(told::timestamptz) is distinct from past_day() then
    raise exception 'only the past of a demo is told its moment, day by day' using errcode = 'WM001';
  end if;
  return told::timestamptz;
end $$;

-- What saves write down by the clock, they write down by the clock of the past while it is made.
do $$
declare
  c record;
begin
  for c in
    select table_name, column_name, column_default from information_schema.columns
    where table_schema = current_schema() and column_default in ('now()', 'clock_timestamp()')
      and table_name in ('stock_movement', 'receipt', 'receipt_line', 'receipt_reject', 'shipment',
        'shipment_line', 'shipment_match', 'allocation', 'pick_record', 'check_record', 'audit_log',
        'inventory_work', 'adjust_request', 'count_job', 'transit')
  loop
    execute format('alter table %I alter column %I set default coalesce(told_moment(), %s)',
      c.table_name, c.column_name, c.column_default);
  end loop;
end $$;

-- A day is closed once it is over, and in a past that is being made once it is made.
create or replace function close_stock_day(patience interval) returns date language plpgsql as $$
declare
  day date;
begin
  -- One at a time; a second one finds the day closed.
  lock table ledger_day in share row exclusive mode;
  select max(stock_dt) + 1 into day from ledger_day;
  if day is null then
    select warehouse_day(min(posted_at)) into day from stock_movement;
  end if;
  if day is null or day_end(day) + patience > now() or day >= past_day() then return null; end if;
  insert into ledger_day (stock_dt, movement_count)
    select day, count(*) from stock_movement
    where posted_at >= day_end(day - 1) and posted_at < day_end(day);
  insert into stock_day (balance_id, stock_dt, in_qty, out_qty, qty)
    select e.balance_id, day, sum(e.in_qty), sum(e.out_qty),
      coalesce((select d.qty from stock_day d where d.balance_id = e.balance_id
        order by d.stock_dt desc limit 1), 0) + sum(e.in_qty - e.out_qty)
    from (
      select to_balance_id balance_id, qty in_qty, 0 out_qty from stock_movement
      where posted_at >= day_end(day - 1) and posted_at < day_end(day)
      union all
      select from_balance_id, 0, qty from stock_movement
      where posted_at >= day_end(day - 1) and posted_at < day_end(day)) e
    where e.balance_id is not null group by e.balance_id;
  perform close_flow_day(day);
  return day;
end $$;
