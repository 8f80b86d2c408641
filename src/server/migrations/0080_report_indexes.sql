-- What left a cell that is empty now: reports say since when it is.
create index stock_balance_place on stock_balance (wcode, cell_cd);
-- What was taken back, by the day it was: few of many movements.
create index stock_movement_reversal on stock_movement (wcode, movement_cd, business_dt)
  where reverses_no is not null;

-- The receipt by which goods of a lot first came in: who supplied them, also once the lot was
-- renamed or its date mended.
create table lot_origin (
  lot_id bigint primary key references lot,
  receipt_no text not null
);

create function keep_lot_origin() returns trigger language plpgsql as $$
begin
  insert into lot_origin (lot_id, receipt_no)
  select distinct on (t.lot_id) t.lot_id,
    case p.movement_cd when 'RECEIPT' then p.doc_no else o.receipt_no end
  from posted p
  join stock_balance t on t.balance_id = p.to_balance_id
  left join stock_balance f on f.balance_id = p.from_balance_id
  left join lot_origin o on o.lot_id = f.lot_id
  where p.reverses_no is null
    and (p.movement_cd = 'RECEIPT' or (f.lot_id <> t.lot_id and o.receipt_no is not null))
  order by t.lot_id, p.movement_no
  on conflict (lot_id) do nothing;
  -- A receiving that was taken back brought nothing: the next that stands is the first.
  if exists (select from posted where movement_cd = 'RECEIPT' and reverses_no is not null) then
    with back as (
      select distinct o.lot_id from posted p
      join stock_balance f on f.balance_id = p.from_balance_id
      join lot_origin o on o.lot_id = f.lot_id and o.receipt_no = p.doc_no
      where p.movement_cd = 'RECEIPT' and p.reverses_no is not null),
    first as (
      select lot_id, (
        select m.doc_no from stock_balance x
        join stock_movement m on m.to_balance_id = x.balance_id
        where x.lot_id = back.lot_id and m.movement_cd = 'RECEIPT' and m.reverses_no is null
          and not exists (select from stock_movement y where y.reverses_no = m.movement_no)
        order by m.movement_no limit 1) receipt_no
      from back),
    gone as (
      delete from lot_origin o using first
      where o.lot_id = first.lot_id and first.receipt_no is null)
    update lot_origin o set receipt_no = first.receipt_no from first
    where o.lot_id = first.lot_id and first.receipt_no is not null;
  end if;
  return null;
end $$;
-- After the balances: triggers of one event run in the order of their names.
create trigger stock_movement_supplied after insert on stock_movement
  referencing new table as posted for each statement execute function keep_lot_origin();

insert into lot_origin (lot_id, receipt_no)
select distinct on (t.lot_id) t.lot_id, m.doc_no
from stock_movement m
join stock_balance t on t.balance_id = m.to_balance_id
join receipt r on r.receipt_no = m.doc_no
where m.movement_cd = 'RECEIPT' and m.reverses_no is null
  and not exists (select from stock_movement y where y.reverses_no = m.movement_no)
order by t.lot_id, m.movement_no;
-- Lots that became others, however often.
with recursive became as (
  select o.lot_id, o.receipt_no from lot_origin o
  union
  select t.lot_id, a.receipt_no from became a
  join stock_balance f on f.lot_id = a.lot_id
  join stock_movement m on m.from_balance_id = f.balance_id and m.reverses_no is null
  join stock_balance t on t.balance_id = m.to_balance_id and t.lot_id <> f.lot_id)
insert into lot_origin (lot_id, receipt_no)
select lot_id, min(receipt_no) from became group by lot_id
on conflict (lot_id) do nothing;
