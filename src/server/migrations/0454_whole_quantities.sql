-- Items counted in pieces have whole quantities: `master/rules/units.ts`.
create function is_whole_unit(unit text) returns boolean language sql immutable as $$
  select unit in ('EA', 'BOX', 'PLT', 'SET')
$$;

create function is_whole_item(who text, item text) returns boolean language sql stable as $$
  select coalesce((select is_whole_unit(unit_cd) from stock
    where owner_cd = who and stock_cd = item), false)
$$;

create function refuse_order_fraction() returns trigger language plpgsql as $$
begin
  if is_whole_item(new.owner_cd, new.stock_cd) then
    raise exception 'a fraction of a piece' using errcode = '23514',
      constraint = 'order_qty_whole', table = tg_table_name;
  end if;
  return new;
end $$;

create trigger receipt_line_whole before insert or update of order_qty, stock_cd on receipt_line
  for each row when (new.order_qty <> trunc(new.order_qty))
  execute function refuse_order_fraction();
create trigger shipment_line_whole before insert or update of order_qty, stock_cd on shipment_line
  for each row when (new.order_qty <> trunc(new.order_qty))
  execute function refuse_order_fraction();
create trigger scm_order_line_whole before insert or update of order_qty, stock_cd on scm_order_line
  for each row when (new.order_qty <> trunc(new.order_qty))
  execute function refuse_order_fraction();
create trigger bonded_item_whole before insert or update of order_qty, stock_cd on bonded_item
  for each row when (new.order_qty <> trunc(new.order_qty))
  execute function refuse_order_fraction();

-- Runs after the balances moved. A fraction from before the rule can still leave: in a movement that
-- makes its balance whole, in a reversal and in the arrival of what was sent.
create function refuse_fractions() returns trigger language plpgsql as $$
begin
  if exists (
    with delta as (
      select balance_id, sum(qty) qty from (
        select to_balance_id balance_id, qty from posted
        union all select from_balance_id, -qty from posted) ends
      where balance_id is not null group by balance_id),
    completed as (
      select b.balance_id from delta d join stock_balance b using (balance_id)
      where d.qty <> trunc(d.qty) and b.qty = trunc(b.qty))
    select from posted p
    where p.qty <> trunc(p.qty) and p.reverses_no is null and p.from_place_cd <> 'TRANSIT'
      and not exists (select from completed c
        where c.balance_id = coalesce(p.from_balance_id, p.to_balance_id))
      and is_whole_item(p.owner_cd, p.stock_cd)) then
    raise exception 'a fraction of a piece moves' using errcode = '23514',
      constraint = 'stock_movement_whole', table = 'stock_movement';
  end if;
  return null;
end $$;
create trigger stock_movement_whole after insert on stock_movement
  referencing new table as posted for each statement execute function refuse_fractions();
