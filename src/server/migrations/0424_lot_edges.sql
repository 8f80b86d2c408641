-- Lineage: each change of item or lot leads from one lot to another. A change of item is posted as
-- two movements through the adjustment place, any other change as one. `arrival_no` is the movement
-- that arrives.
create table lot_edge (
  movement_no bigint primary key references stock_movement,
  arrival_no bigint not null unique references stock_movement,
  from_lot_id bigint not null references lot,
  to_lot_id bigint not null references lot,
  qty numeric(15, 3) not null check (qty > 0),
  constraint lot_edge_ends check (from_lot_id <> to_lot_id)
);
create index lot_edge_from on lot_edge (from_lot_id);
create index lot_edge_to on lot_edge (to_lot_id);

insert into lot_edge (movement_no, arrival_no, from_lot_id, to_lot_id, qty)
select m.movement_no, coalesce(a.movement_no, m.movement_no), f.lot_id, t.lot_id, m.qty
from stock_movement m
left join stock_movement a on m.to_place_cd = 'ADJUSTMENT' and a.from_place_cd = 'ADJUSTMENT'
  and a.movement_cd = 'TRANSFER' and a.doc_no = m.doc_no and a.doc_line = m.doc_line
  and a.reverses_no is null
join stock_balance f on f.balance_id = m.from_balance_id
join stock_balance t on t.balance_id = coalesce(a.to_balance_id, m.to_balance_id)
where m.movement_cd = 'TRANSFER' and m.reverses_no is null and f.lot_id <> t.lot_id
order by m.movement_no;

create trigger lot_edge_append_only before update or delete on lot_edge
  for each row execute function refuse_change();
create trigger lot_edge_no_truncate before truncate on lot_edge
  for each statement execute function refuse_change();

-- A reversal adds no edge. It ends the edge of the movement it reverses.
create view standing_lot_edge as
select e.* from lot_edge e
where not exists (select from stock_movement x where x.reverses_no = e.movement_no);

create function record_lineage() returns trigger language plpgsql as $$
begin
  insert into lot_edge (movement_no, arrival_no, from_lot_id, to_lot_id, qty)
  select m.movement_no, coalesce(a.movement_no, m.movement_no), f.lot_id, t.lot_id, m.qty
  from posted m
  left join posted a on m.to_place_cd = 'ADJUSTMENT' and a.from_place_cd = 'ADJUSTMENT'
    and a.movement_cd = 'TRANSFER' and a.doc_no = m.doc_no and a.doc_line = m.doc_line
    and a.reverses_no is null
  join stock_balance f on f.balance_id = m.from_balance_id
  join stock_balance t on t.balance_id = coalesce(a.to_balance_id, m.to_balance_id)
  where m.movement_cd = 'TRANSFER' and m.reverses_no is null and f.lot_id <> t.lot_id
  order by m.movement_no;
  return null;
end $$;
create trigger stock_movement_lineage after insert on stock_movement
  referencing new table as posted for each statement execute function record_lineage();
