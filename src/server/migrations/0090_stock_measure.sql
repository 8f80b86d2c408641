-- What one piece of an item measured, from which day on. Storage is billed by what was valid on the
-- day; a movement keeps what it was posted with, and sums of those drift once an item is measured
-- anew: ten in at 0.10, ten out at 0.12, and an empty cell would hold -0.2 m³.

create table stock_measure (
  owner_cd text not null,
  stock_cd text not null,
  -- The first row of an item counts from the beginning, so that every day has a measure.
  from_dt date not null,
  cbm numeric(15, 6) not null check (cbm >= 0),
  weight_kg numeric(15, 3) not null check (weight_kg >= 0),
  box_qty numeric(15, 3) check (box_qty > 0),
  changed_by text not null,
  changed_at timestamptz not null default now(),
  -- Written and deleted by triggers of the item alone. A foreign key would look each item up once
  -- more, by a plan that was kept from when there were few.
  primary key (owner_cd, stock_cd, from_dt)
);

-- The day of a moment on the calendar of the warehouse.
create function warehouse_day(moment timestamptz) returns date language sql immutable as $$
  select (moment at time zone 'Asia/Seoul')::date
$$;

-- Written by the item alone. What a day that is over was billed by stays as it is: only the row of
-- today may still be put right, and rows go only with an item that nothing ever used.
create function guard_stock_measure() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' then
    if exists (select from stock s where s.owner_cd = old.owner_cd and s.stock_cd = old.stock_cd)
    then
      raise exception 'measures of an item are never deleted' using errcode = 'WM001';
    end if;
    return old;
  end if;
  if pg_trigger_depth() < 2 then
    raise exception 'measures are written by changing the item' using errcode = 'WM001';
  end if;
  if tg_op = 'UPDATE' and (old.from_dt <> warehouse_day(now())
    or (new.owner_cd, new.stock_cd, new.from_dt)
      is distinct from (old.owner_cd, old.stock_cd, old.from_dt)) then
    raise exception 'measures of a day that is over stay as they are' using errcode = 'WM001';
  end if;
  return new;
end $$;
create trigger stock_measure_guard before insert or update or delete on stock_measure
  for each row execute function guard_stock_measure();
create trigger stock_measure_no_truncate before truncate on stock_measure
  for each statement execute function refuse_change();

create function keep_first_measures() returns trigger language plpgsql as $$
begin
  insert into stock_measure (owner_cd, stock_cd, from_dt, cbm, weight_kg, box_qty, changed_by)
    select owner_cd, stock_cd, date '0001-01-01', cbm, weight_kg, box_qty, created_by from added;
  return null;
end $$;
create trigger stock_first_measures after insert on stock
  referencing new table as added for each statement execute function keep_first_measures();

create function keep_changed_measures() returns trigger language plpgsql as $$
begin
  insert into stock_measure (owner_cd, stock_cd, from_dt, cbm, weight_kg, box_qty, changed_by)
    select n.owner_cd, n.stock_cd, warehouse_day(now()), n.cbm, n.weight_kg, n.box_qty, n.updated_by
    from after_change n join before_change o using (owner_cd, stock_cd)
    where (n.cbm, n.weight_kg, n.box_qty) is distinct from (o.cbm, o.weight_kg, o.box_qty)
    on conflict (owner_cd, stock_cd, from_dt) do update
      set cbm = excluded.cbm, weight_kg = excluded.weight_kg, box_qty = excluded.box_qty,
        changed_by = excluded.changed_by, changed_at = now();
  return null;
end $$;
create trigger stock_changed_measures after update on stock
  referencing old table as before_change new table as after_change
  for each statement execute function keep_changed_measures();

-- Items there are: nothing is known of what they measured before today.
create function drop_measures() returns trigger language plpgsql as $$
begin
  delete from stock_measure m using gone g
    where m.owner_cd = g.owner_cd and m.stock_cd = g.stock_cd;
  return null;
end $$;
create trigger stock_dropped_measures after delete on stock
  referencing old table as gone for each statement execute function drop_measures();

alter table stock_measure disable trigger stock_measure_guard;
insert into stock_measure (owner_cd, stock_cd, from_dt, cbm, weight_kg, box_qty, changed_by)
  select owner_cd, stock_cd, date '0001-01-01', cbm, weight_kg, box_qty, updated_by from stock;
alter table stock_measure enable trigger stock_measure_guard;

-- What one piece of an item measured on a day: one row. Used as
--   join lateral measure_on(b.owner_cd, b.stock_cd, d.stock_dt) m on true
create function measure_on(owner_cd text, stock_cd text, day date)
returns setof stock_measure language sql stable rows 1 as $$
  select * from stock_measure m
  where m.owner_cd = $1 and m.stock_cd = $2 and m.from_dt <= $3
  order by m.from_dt desc limit 1
$$;
