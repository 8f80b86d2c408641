-- What a shipment did not ship becomes a backorder: a shipment of the rest, which can be allocated
-- again. CLOSE ends the order instead. A shipment without a choice follows its owner.
alter table owner add column short_cd text not null default 'CLOSE'
  check (short_cd in ('CLOSE', 'BACKORDER'));
alter table shipment
  add column short_cd text check (short_cd in ('CLOSE', 'BACKORDER')),
  add column parent_no text references shipment,
  add constraint shipment_parent_other check (parent_no <> shipment_no);
create unique index shipment_backorder on shipment (parent_no) where cancel_yn = 'N';

-- Ordered here, but shipped by the backorder.
alter table shipment_line
  add column backorder_qty numeric(15, 3) not null default 0,
  add constraint shipment_line_backorder
    check (backorder_qty >= 0 and ship_qty + backorder_qty <= order_qty);

-- A backorder and its shipment together are what was ordered.
create function guard_backorder_line() returns trigger language plpgsql as $$
begin
  if exists (select from shipment s where s.parent_no is not null
    and s.shipment_no = coalesce(new.shipment_no, old.shipment_no)) then
    raise exception 'the lines of a backorder are fixed' using errcode = '23514',
      constraint = 'backorder_lines_fixed', table = 'shipment_line';
  end if;
  return coalesce(new, old);
end $$;
create trigger backorder_lines_fixed before insert or delete on shipment_line
  for each row execute function guard_backorder_line();
create trigger backorder_quantity_fixed before update of order_qty, stock_cd on shipment_line
  for each row when ((new.order_qty, new.stock_cd) is distinct from (old.order_qty, old.stock_cd))
  execute function guard_backorder_line();
create function guard_parent() returns trigger language plpgsql as $$
begin
  raise exception 'a backorder keeps its shipment' using errcode = 'WM001';
end $$;
create trigger shipment_parent_fixed before update of parent_no on shipment
  for each row when (old.parent_no is not null and new.parent_no is distinct from old.parent_no)
  execute function guard_parent();
