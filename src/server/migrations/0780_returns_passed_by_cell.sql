-- A serial that is passed or damaged without the station grades the return on which it arrived. Other
-- stock is graded by `carry_inspection`, which migration 0788 replaces.

-- Grades and disposes of pieces of a return that left inspection with a movement.
create function grade_passed(part return_lot, moved stock_movement, is_good boolean, pieces numeric)
returns void language plpgsql as $$
declare
  grade text := case when is_good then 'A' else 'C' end;
begin
  if exists (select from return_rule(moved.owner_cd, moved.stock_cd, grade) p
      where p.approve_yn = 'Y') then
    raise exception 'the owner decides' using errcode = '23514',
      constraint = 'return_owner_decides', table = 'return_disposal';
  end if;
  insert into return_grade (receipt_no, line_no, lot_id, grade_cd, qty, movement_no, user_id)
  values (part.receipt_no, part.line_no, part.lot_id, grade, pieces, moved.movement_no,
    moved.user_id);
  insert into return_disposal (receipt_no, line_no, lot_id, grade_cd, dispose_cd, qty, movement_no,
    user_id)
  values (part.receipt_no, part.line_no, part.lot_id, grade,
    case when is_good then 'RESTOCK' else 'DAMAGED' end, pieces, moved.movement_no, moved.user_id);
end $$;

-- Whether a movement takes stock out of inspection without the station: true if it passes, false if
-- it is damaged, null for all other movements.
create function passes_inspection(moved stock_movement) returns boolean language sql stable as $$
  select t.condition_cd <> 'DAMAGED'
  from stock_balance f join stock_balance t on t.balance_id = moved.to_balance_id
  where f.balance_id = moved.from_balance_id
    and f.condition_cd = 'INSPECT' and t.condition_cd <> 'INSPECT'
    and exists (select from inventory_work w where w.work_no = moved.doc_no and w.work_cd = 'HOLD')
$$;

create function carry_serial_inspection() returns trigger language plpgsql as $$
declare
  each record;
  part return_lot;
begin
  for each in
    select m as moved, passes_inspection(m) is_good, count(*) pieces, came.doc_no, came.doc_line,
      f.lot_id
    from added e
    join stock_movement m using (movement_no)
    join stock_balance f on f.balance_id = m.from_balance_id and f.condition_cd = 'INSPECT'
    cross join lateral (
      select r.doc_no, r.doc_line
      from serial_event a join stock_movement r using (movement_no)
      where a.serial_id = e.serial_id and r.movement_cd = 'RECEIPT' and r.to_place_cd = 'CELL'
      order by a.movement_no desc limit 1) came
    where m.movement_cd = 'TRANSFER' and m.reverses_no is null
      and passes_inspection(m) is not null
    group by m, came.doc_no, came.doc_line, f.lot_id
    order by came.doc_no, came.doc_line
  loop
    select q.* into part from return_lot q
    where q.receipt_no = each.doc_no and q.line_no = each.doc_line and q.lot_id = each.lot_id;
    if not found then continue; end if;
    if part.arrived_qty - part.graded_qty < each.pieces then
      raise exception 'a disposition is awaited' using errcode = '23514',
        constraint = 'return_awaits_decision', table = 'return_disposal';
    end if;
    perform grade_passed(part, each.moved, each.is_good, each.pieces);
  end loop;
  return null;
end $$;
create trigger serial_event_inspection after insert on serial_event
  referencing new table as added for each statement execute function carry_serial_inspection();
