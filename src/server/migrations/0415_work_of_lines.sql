-- What a line took of room and weight, and the last day any of it came, beside the quantity: reports
-- of a month would look up the movements of each of its lines.
alter table receipt_line
  add column receive_cbm numeric(18, 6) not null default 0,
  add column receive_kg numeric(18, 3) not null default 0,
  add column receive_dt date;
alter table shipment_line
  add column ship_cbm numeric(18, 6) not null default 0,
  add column ship_kg numeric(18, 3) not null default 0;

alter table receipt_line disable trigger user;
update receipt_line l set receive_cbm = d.cbm, receive_kg = d.kg, receive_dt = d.last_dt
from (select m.doc_no, m.doc_line, sum(m.cbm) cbm, sum(m.weight_kg) kg, max(m.business_dt) last_dt
      from stock_movement m where m.movement_cd = 'RECEIPT' and m.reverses_no is null
        and not exists (select from stock_movement x where x.reverses_no = m.movement_no)
      group by 1, 2) d
where l.receipt_no = d.doc_no and l.line_no = d.doc_line;
alter table receipt_line enable trigger user;

alter table shipment_line disable trigger user;
update shipment_line l set ship_cbm = d.cbm, ship_kg = d.kg
from (select m.doc_no, m.doc_line, sum(m.cbm) cbm, sum(m.weight_kg) kg
      from stock_movement m where m.movement_cd = 'SHIPMENT' and m.reverses_no is null
        and not exists (select from stock_movement x where x.reverses_no = m.movement_no)
      group by 1, 2) d
where l.shipment_no = d.doc_no and l.line_no = d.doc_line;
alter table shipment_line enable trigger user;

-- The same posting. A reversal takes back the room and weight of what it reverses, whatever the item
-- measures by then.
create or replace function post_movements() returns trigger language plpgsql as $$
begin
  perform 1 from stock_balance where balance_id in
    (select from_balance_id from posted union select to_balance_id from posted)
    order by balance_id for no key update;
  if exists (
    select from (
      select from_balance_id balance_id, wcode, owner_cd, stock_cd, movement_cd from posted
      union all
      select to_balance_id, wcode, owner_cd, stock_cd, movement_cd from posted) p
    join stock_balance b using (balance_id)
    where b.wcode <> p.wcode
       or ((b.owner_cd, b.stock_cd) <> (p.owner_cd, p.stock_cd) and p.movement_cd <> 'TRANSFER'))
  then
    raise exception 'a movement keeps warehouse, owner and item' using errcode = 'WM003';
  end if;
  if exists (
    select from posted p join stock_movement o on o.movement_no = p.reverses_no
    where (o.qty, o.from_balance_id, o.to_balance_id)
      is distinct from (p.qty, p.to_balance_id, p.from_balance_id))
  then
    raise exception 'a reversal is equal and opposite' using errcode = 'WM003';
  end if;
  update stock_balance b set qty = b.qty + d.delta
  from (select balance_id, sum(delta) delta from (
          select to_balance_id balance_id, qty delta from posted
          union all select from_balance_id, -qty from posted) ends
        where balance_id is not null group by balance_id) d
  where b.balance_id = d.balance_id;
  update receipt_line l set receive_qty = l.receive_qty + d.delta,
    receive_cbm = l.receive_cbm + d.cbm, receive_kg = l.receive_kg + d.kg,
    receive_dt = case when d.is_reversal then (
        select max(m.business_dt) from stock_movement m
        where m.movement_cd = 'RECEIPT' and m.doc_no = d.doc_no and m.doc_line = d.doc_line
          and m.reverses_no is null
          and not exists (select from stock_movement x where x.reverses_no = m.movement_no))
      else greatest(l.receive_dt, d.last_dt) end
  from (select p.doc_no, p.doc_line,
          sum(case when p.to_place_cd = 'CELL' then p.qty else -p.qty end) delta,
          sum(case when p.reverses_no is null then p.cbm else -o.cbm end) cbm,
          sum(case when p.reverses_no is null then p.weight_kg else -o.weight_kg end) kg,
          max(p.business_dt) last_dt, bool_or(p.reverses_no is not null) is_reversal
        from posted p left join stock_movement o on o.movement_no = p.reverses_no
        where p.movement_cd = 'RECEIPT' group by p.doc_no, p.doc_line) d
  where l.receipt_no = d.doc_no and l.line_no = d.doc_line;
  update shipment_line l set ship_qty = l.ship_qty + d.delta,
    ship_cbm = l.ship_cbm + d.cbm, ship_kg = l.ship_kg + d.kg
  from (select p.doc_no, p.doc_line,
          sum(case when p.from_place_cd = 'CELL' then p.qty else -p.qty end) delta,
          sum(case when p.reverses_no is null then p.cbm else -o.cbm end) cbm,
          sum(case when p.reverses_no is null then p.weight_kg else -o.weight_kg end) kg
        from posted p left join stock_movement o on o.movement_no = p.reverses_no
        where p.movement_cd = 'SHIPMENT' group by p.doc_no, p.doc_line) d
  where l.shipment_no = d.doc_no and l.line_no = d.doc_line;
  return null;
end $$;

-- Which item a scan counted, as it was known by that code when it was scanned.
alter table check_record add column stock_cd text;
alter table check_record disable trigger check_record_append_only;
update check_record r set stock_cd = i.stock_cd
from (
  select distinct on (c.check_no) c.check_no, k.stock_cd
  from check_record c join shipment_line l on l.shipment_no = c.shipment_no
  join stock k on k.owner_cd = l.owner_cd and k.stock_cd = l.stock_cd
  where c.qty > 0 and c.fault_ko is null and c.code in (k.stock_cd, k.barcode)
  order by c.check_no, l.line_no) i
where r.check_no = i.check_no;
alter table check_record enable trigger check_record_append_only;
