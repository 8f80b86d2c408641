-- Open parts of returns that a number of pieces of a balance in inspection belongs to: first what
-- arrived in the balance, then what has left the balances in which it arrived.
create function passed_parts(balance bigint, pieces numeric)
returns table (receipt_no text, line_no integer, lot_id bigint, qty numeric)
language sql stable as $$
  select p.receipt_no, p.line_no, p.lot_id, least(p.open_qty, pieces - p.before_qty)
  from (
    select q.receipt_no, q.line_no, q.lot_id, q.arrived_qty - q.graded_qty open_qty,
      coalesce(sum(q.arrived_qty - q.graded_qty) over (
        order by not arrival.is_here, arrival.qty >= q.arrived_qty - q.graded_qty, q.receipt_no,
          q.line_no rows between unbounded preceding and 1 preceding), 0) before_qty
    from stock_balance was
    join return_lot q on q.lot_id = was.lot_id and q.graded_qty < q.arrived_qty
    join receipt r on r.receipt_no = q.receipt_no and r.wcode = was.wcode
    cross join lateral (
      select coalesce(bool_or(b.balance_id = was.balance_id), false) is_here,
        coalesce(sum(b.qty), 0) qty
      from stock_balance b
      where b.balance_id in (select m.to_balance_id from stock_movement m
        where m.movement_cd = 'RECEIPT' and m.doc_no = q.receipt_no and m.doc_line = q.line_no
          and m.to_balance_id is not null)
        and b.lot_id = q.lot_id) arrival
    where was.balance_id = balance) p
  where p.before_qty < pieces
  order by p.before_qty
$$;

create or replace function carry_inspection() returns trigger language plpgsql as $$
declare
  is_good boolean;
  left_qty numeric := new.qty;
  passed record;
  part return_lot;
begin
  if new.reverses_no is not null then
    insert into return_disposal (receipt_no, line_no, lot_id, grade_cd, dispose_cd, qty,
      movement_no, user_id)
    select receipt_no, line_no, lot_id, grade_cd, dispose_cd, -qty, new.movement_no, new.user_id
    from return_disposal where movement_no = new.reverses_no;
    insert into return_grade (receipt_no, line_no, lot_id, grade_cd, qty, movement_no, user_id)
    select receipt_no, line_no, lot_id, grade_cd, -qty, new.movement_no, new.user_id
    from return_grade where movement_no = new.reverses_no;
    return null;
  end if;
  is_good := passes_inspection(new);
  if is_good is null or exists (select from stock k where k.owner_cd = new.owner_cd
      and k.stock_cd = new.stock_cd and k.serial_cd = 'ALL') then
    return null;
  end if;
  for passed in select * from passed_parts(new.from_balance_id, new.qty) loop
    part.receipt_no := passed.receipt_no;
    part.line_no := passed.line_no;
    part.lot_id := passed.lot_id;
    perform grade_passed(part, new, is_good, passed.qty);
    left_qty := left_qty - passed.qty;
  end loop;
  -- Graded pieces wait for their disposition.
  if left_qty > 0 and exists (
      select from return_undecided u join receipt r using (receipt_no)
      join stock_balance was on was.balance_id = new.from_balance_id
      where u.lot_id = was.lot_id and r.wcode = new.wcode) then
    raise exception 'a disposition is awaited' using errcode = '23514',
      constraint = 'return_awaits_decision', table = 'return_disposal';
  end if;
  return null;
end $$;
