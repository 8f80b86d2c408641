-- What each balance held at the end of each day on which it changed, in the time of the warehouse.
-- Stock as of a moment is the last closing before it and the movements since; storage is billed by it.

create table ledger_day (
  stock_dt date primary key,
  closed_at timestamptz not null default now(),
  movement_count bigint not null
);

create table stock_day (
  balance_id bigint not null references stock_balance,
  stock_dt date not null references ledger_day,
  in_qty numeric(15, 3) not null check (in_qty >= 0),
  out_qty numeric(15, 3) not null check (out_qty >= 0),
  -- At the end of the day.
  qty numeric(15, 3) not null check (qty >= 0),
  primary key (balance_id, stock_dt)
);
create trigger ledger_day_append_only before update or delete on ledger_day
  for each row execute function refuse_change();
create trigger stock_day_append_only before update or delete on stock_day
  for each row execute function refuse_change();

-- Movements are inserted nearly in the order of their moments, so a summary of each range of pages
-- is enough and costs the posting nothing.
create index stock_movement_moment on stock_movement using brin (posted_at)
  with (pages_per_range = 16);

-- The first moment after a day of the warehouse.
create function day_end(day date) returns timestamptz language sql immutable as $$
  select (day + 1)::timestamp at time zone 'Asia/Seoul'
$$;

-- Closes the next day that is over; answers it, or null when there is none. Waits some minutes, so
-- that whatever was posted before midnight has ended.
create function close_stock_day(patience interval) returns date language plpgsql as $$
declare
  day date;
begin
  -- One at a time; a second one finds the day closed.
  lock table ledger_day in share row exclusive mode;
  select max(stock_dt) + 1 into day from ledger_day;
  if day is null then
    select (min(posted_at) at time zone 'Asia/Seoul')::date into day from stock_movement;
  end if;
  if day is null or day_end(day) + patience > now() then return null; end if;
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
  return day;
end $$;
