-- Value of one piece in won. Storage and work can be charged as a per cent of it. Like other measures it
-- is stored by date, and work before the first value waits for it.
alter table stock add unit_value numeric(18, 4);
alter table stock add constraint stock_unit_value_check check (unit_value >= 0) not valid;
alter table stock_measure add unit_value numeric(18, 4);

create or replace function keep_first_measures() returns trigger language plpgsql as $$
begin
  insert into stock_measure (owner_cd, stock_cd, from_dt, cbm, weight_kg, box_qty, unit_value,
      group_cd, changed_by)
    select owner_cd, stock_cd, date '0001-01-01', cbm, weight_kg, box_qty, unit_value, group_cd,
      created_by
    from added;
  return null;
end $$;

create or replace function keep_changed_measures() returns trigger language plpgsql as $$
begin
  insert into stock_measure (owner_cd, stock_cd, from_dt, cbm, weight_kg, box_qty, unit_value,
      group_cd, changed_by)
    select n.owner_cd, n.stock_cd, warehouse_day(now()), n.cbm, n.weight_kg, n.box_qty,
      n.unit_value, n.group_cd, n.updated_by
    from after_change n join before_change o using (owner_cd, stock_cd)
    where (n.cbm, n.weight_kg, n.box_qty, n.unit_value, n.group_cd)
      is distinct from (o.cbm, o.weight_kg, o.box_qty, o.unit_value, o.group_cd)
    on conflict (owner_cd, stock_cd, from_dt) do update
      set cbm = excluded.cbm, weight_kg = excluded.weight_kg, box_qty = excluded.box_qty,
        unit_value = excluded.unit_value, group_cd = excluded.group_cd,
        changed_by = excluded.changed_by, changed_at = now();
  return null;
end $$;

drop function charge_measure(text, text, date);
create function charge_measure(who text, item text, on_dt date)
returns table (cbm numeric, weight_kg numeric, box_qty numeric, unit_value numeric)
language sql stable rows 1 as $$
  select
    case when m.cbm > 0 then m.cbm else coalesce((select n.cbm from stock_measure n
      where n.owner_cd = $1 and n.stock_cd = $2 and n.from_dt > m.from_dt and n.cbm > 0
      order by n.from_dt limit 1), 0) end,
    case when m.weight_kg > 0 then m.weight_kg else coalesce((select n.weight_kg
      from stock_measure n where n.owner_cd = $1 and n.stock_cd = $2 and n.from_dt > m.from_dt
        and n.weight_kg > 0 order by n.from_dt limit 1), 0) end,
    coalesce(m.box_qty, (select n.box_qty from stock_measure n
      where n.owner_cd = $1 and n.stock_cd = $2 and n.from_dt > m.from_dt and n.box_qty > 0
      order by n.from_dt limit 1)),
    case when m.unit_value > 0 then m.unit_value else coalesce((select n.unit_value
      from stock_measure n where n.owner_cd = $1 and n.stock_cd = $2 and n.from_dt > m.from_dt
        and n.unit_value > 0 order by n.from_dt limit 1), 0) end
  from stock_measure m
  where m.owner_cd = $1 and m.stock_cd = $2 and m.from_dt <= $3
  order by m.from_dt desc limit 1
$$;

alter table price_line drop constraint price_line_unit_cd_check,
  add constraint price_line_unit_cd_check check (unit_cd in ('EA', 'BOX', 'PLT', 'CBM', 'KG', 'DOC',
    'LINE', 'CELL', 'VALUE', 'WORTH', 'CNTR', 'RT'));
