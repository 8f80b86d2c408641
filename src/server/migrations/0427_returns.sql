-- Returned stock waits for its inspection, and a return names the shipment it belongs to.
alter table stock_balance drop constraint stock_balance_condition_cd_check,
  add constraint stock_balance_condition_cd_check
    check (condition_cd in ('NORMAL', 'HELD', 'DAMAGED', 'SAMPLE', 'INSPECT'));

alter table shipment add constraint shipment_of_owner unique (shipment_no, owner_cd);
alter table receipt add shipment_no text, add blind_yn text check (blind_yn in ('Y', 'N')),
  add constraint receipt_original_shipment
    foreign key (shipment_no, owner_cd) references shipment (shipment_no, owner_cd);
update receipt set blind_yn = 'Y' where order_kind_cd = 'RETURN';
alter table receipt add constraint receipt_return check (case order_kind_cd
  when 'RETURN' then (shipment_no is not null) <> (coalesce(blind_yn, 'N') = 'Y')
  else shipment_no is null and coalesce(blind_yn, 'N') = 'N' end);
create index receipt_of_shipment on receipt (shipment_no) where shipment_no is not null;

-- Net quantities by lot that left on a shipment and that were returned against it.
create function shipment_returns(no text)
returns table (owner_cd text, stock_cd text, lot_no text, shipped_qty numeric, returned_qty numeric)
language sql stable as $$
  select m.owner_cd, m.stock_cd, l.lot_no,
    sum(case when m.movement_cd <> 'SHIPMENT' then 0
      when m.to_place_cd = 'CUSTOMER' then m.qty else -m.qty end),
    sum(case when m.movement_cd <> 'RECEIPT' then 0
      when m.to_place_cd = 'CELL' then m.qty else -m.qty end)
  from (
    select s.* from stock_movement s where s.movement_cd = 'SHIPMENT' and s.doc_no = no
    union all
    select s.* from receipt r
    join stock_movement s on s.movement_cd = 'RECEIPT' and s.doc_no = r.receipt_no
    where r.shipment_no = no) m
  join stock_balance b on b.balance_id = coalesce(m.to_balance_id, m.from_balance_id)
  join lot l on l.lot_id = b.lot_id
  group by 1, 2, 3
$$;

-- Each life of a serial starts with a shipment and ends with a return against it.
update shipment_match set match_no = upper(match_no)
  where match_cd = 'SERIAL' and match_no <> upper(match_no);
alter table shipment_match add life_no integer not null default 1 check (life_no > 0),
  add constraint shipment_match_folded check (match_cd <> 'SERIAL' or match_no = upper(match_no));
drop index shipment_match_serial;
create unique index shipment_match_serial on shipment_match (owner_cd, stock_cd, match_no, life_no)
  where match_cd = 'SERIAL';

-- Pieces of an item returned against a shipment whose serials have not left again.
create function freed_serials(no text, owner text, item text) returns numeric
language sql stable as $$
  select coalesce((select sum(q.returned_qty) from shipment_returns(no) q
      where q.owner_cd = owner and q.stock_cd = item), 0)
    - (select count(*) from shipment_match m
      join shipment_match n on n.owner_cd = m.owner_cd and n.stock_cd = m.stock_cd
        and n.match_no = m.match_no and n.match_cd = 'SERIAL' and n.life_no = m.life_no + 1
      where m.shipment_no = no and m.match_cd = 'SERIAL'
        and m.owner_cd = owner and m.stock_cd = item)
$$;

create function start_serial_life() returns trigger language plpgsql as $$
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
  if freed_serials(was.shipment_no, new.owner_cd, new.stock_cd) < 1 then
    raise exception 'the serial has not been returned' using errcode = '23505',
      constraint = 'shipment_match_serial', table = 'shipment_match';
  end if;
  new.life_no := was.life_no + 1;
  return new;
end $$;
create trigger shipment_match_life before insert on shipment_match
  for each row when (new.match_cd = 'SERIAL') execute function start_serial_life();

create function refuse_unmatching() returns trigger language plpgsql as $$
begin
  if exists (select from shipment s
      where s.shipment_no = old.shipment_no and s.shipped_at is not null) then
    raise exception 'numbers of a shipped document remain' using errcode = '23514',
      constraint = 'shipment_match_shipped', table = 'shipment_match';
  end if;
  return case tg_op when 'DELETE' then old else new end;
end $$;
create trigger shipment_match_remains before update or delete on shipment_match
  for each row execute function refuse_unmatching();

-- Covers receiving a return, cancelling it, and cancelling the shipment below its returns.
create function refuse_excess_returns() returns trigger language plpgsql as $$
declare
  origin text := new.doc_no;
begin
  if new.movement_cd = 'RECEIPT' then
    select r.shipment_no into origin from receipt r where r.receipt_no = new.doc_no;
  end if;
  if origin is null then return null; end if;
  perform from shipment s where s.shipment_no = origin for no key update;
  if exists (select from shipment_returns(origin) q where q.returned_qty > q.shipped_qty) then
    raise exception 'more returned than shipped' using errcode = '23514',
      constraint = 'shipment_returned', table = 'shipment';
  end if;
  if freed_serials(origin, new.owner_cd, new.stock_cd) < 0 then
    raise exception 'a returned serial has left again' using errcode = '23514',
      constraint = 'shipment_serial_left', table = 'shipment';
  end if;
  return null;
end $$;
create trigger stock_movement_returns after insert on stock_movement for each row
  when ((new.movement_cd = 'RECEIPT' and 'CUSTOMER' in (new.from_place_cd, new.to_place_cd))
    or (new.movement_cd = 'SHIPMENT' and new.to_place_cd = 'CELL'))
  execute function refuse_excess_returns();
