-- The same posting, with joins that can be looked up: a balance that is one end or the other of a
-- movement compares every balance with every movement, which a long save pays for in seconds.

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
  update receipt_line l set receive_qty = l.receive_qty + d.delta
  from (select doc_no, doc_line,
          sum(case when to_place_cd = 'CELL' then qty else -qty end) delta
        from posted where movement_cd = 'RECEIPT' group by doc_no, doc_line) d
  where l.receipt_no = d.doc_no and l.line_no = d.doc_line;
  update shipment_line l set ship_qty = l.ship_qty + d.delta
  from (select doc_no, doc_line,
          sum(case when from_place_cd = 'CELL' then qty else -qty end) delta
        from posted where movement_cd = 'SHIPMENT' group by doc_no, doc_line) d
  where l.shipment_no = d.doc_no and l.line_no = d.doc_line;
  return null;
end $$;
