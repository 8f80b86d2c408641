-- A serial that a return without shipment names also came back: its life ends with that return.
create function came_back_blind(owner text, item text, serial text, shipment text) returns boolean
language sql stable as $$
  select exists (select from shipment s
    join stock_movement m on m.movement_cd = 'RECEIPT' and m.posted_at > s.shipped_at
    join receipt r on r.receipt_no = m.doc_no and r.shipment_no is null
      and r.order_kind_cd = 'RETURN'
    join receipt_line l on l.receipt_no = m.doc_no and l.line_no = m.doc_line
    where s.shipment_no = shipment and m.owner_cd = owner and m.stock_cd = item
      and l.serial_no = serial and m.reverses_no is null
      and not exists (select from stock_movement x where x.reverses_no = m.movement_no))
$$;
create index receipt_line_serial_no on receipt_line (owner_cd, stock_cd, serial_no)
  where serial_no is not null;

-- Serials that came back blind are not taken from the pieces returned against the shipment.
create or replace function freed_serials(no text, owner text, item text) returns numeric
language sql stable as $$
  select case when (select k.serial_cd = 'ALL' from stock k
      where k.owner_cd = owner and k.stock_cd = item) then 1 else
    coalesce((select sum(q.returned_qty) from shipment_returns(no) q
      where q.owner_cd = owner and q.stock_cd = item), 0)
    - (select count(*) from shipment_match m
      join shipment_match n on n.owner_cd = m.owner_cd and n.stock_cd = m.stock_cd
        and n.match_no = m.match_no and n.match_cd = 'SERIAL' and n.life_no = m.life_no + 1
      where m.shipment_no = no and m.match_cd = 'SERIAL'
        and m.owner_cd = owner and m.stock_cd = item
        and not came_back_blind(owner, item, m.match_no, no)) end
$$;

create or replace function start_serial_life() returns trigger language plpgsql as $$
declare
  was shipment_match;
begin
  select * into was from shipment_match m
  where m.owner_cd = new.owner_cd and m.stock_cd = new.stock_cd and m.match_no = new.match_no
    and m.match_cd = 'SERIAL'
  order by m.life_no desc limit 1;
  if not found then
    new.life_no := 1;
    return new;
  end if;
  -- Returned pieces of one shipment are given to its serials one at a time.
  perform from shipment s where s.shipment_no = was.shipment_no for no key update;
  if freed_serials(was.shipment_no, new.owner_cd, new.stock_cd) < 1
    and not came_back_blind(new.owner_cd, new.stock_cd, new.match_no, was.shipment_no) then
    raise exception 'the serial has not been returned' using errcode = '23505',
      constraint = 'shipment_match_serial', table = 'shipment_match';
  end if;
  new.life_no := was.life_no + 1;
  return new;
end $$;

-- As before, and for the shipments that the serial of a cancelled blind return left on, and for the
-- shipping of a serial that has left again.
create or replace function refuse_excess_returns() returns trigger language plpgsql as $$
declare
  origin text := new.doc_no;
  earlier record;
begin
  if new.movement_cd = 'RECEIPT' then
    select r.shipment_no into origin from receipt r where r.receipt_no = new.doc_no;
  end if;
  if origin is not null then
    perform from shipment s where s.shipment_no = origin for no key update;
    if exists (select from shipment_returns(origin) q where q.returned_qty > q.shipped_qty) then
      raise exception 'more returned than shipped' using errcode = '23514',
        constraint = 'shipment_returned', table = 'shipment';
    end if;
  end if;
  for earlier in
    select m.shipment_no from shipment_match m
    where m.match_cd = 'SERIAL' and m.owner_cd = new.owner_cd and m.stock_cd = new.stock_cd
      and origin is null and m.match_no = (select l.serial_no from receipt_line l
        where l.receipt_no = new.doc_no and l.line_no = new.doc_line)
    union all
    select origin where origin is not null
    order by 1
  loop
    perform from shipment s where s.shipment_no = earlier.shipment_no for no key update;
    if freed_serials(earlier.shipment_no, new.owner_cd, new.stock_cd) < 0 then
      raise exception 'a returned serial has left again' using errcode = '23514',
        constraint = 'shipment_serial_left', table = 'shipment';
    end if;
  end loop;
  if new.movement_cd = 'SHIPMENT' and exists (select from shipment_match m
      join shipment_match n on n.owner_cd = m.owner_cd and n.stock_cd = m.stock_cd
        and n.match_no = m.match_no and n.match_cd = 'SERIAL' and n.life_no = m.life_no + 1
      join stock k on k.owner_cd = m.owner_cd and k.stock_cd = m.stock_cd
      where m.shipment_no = new.doc_no and m.match_cd = 'SERIAL' and k.serial_cd <> 'ALL'
        and m.owner_cd = new.owner_cd and m.stock_cd = new.stock_cd) then
    raise exception 'a returned serial has left again' using errcode = '23514',
      constraint = 'shipment_serial_left', table = 'shipment';
  end if;
  return null;
end $$;
