-- Whether a line of a return arrived in a balance, and the stock in all balances where it did.
create function return_arrival(receipt text, line integer, balance bigint, lot bigint)
returns table (is_here boolean, qty numeric) language sql stable as $$
  select coalesce(bool_or(b.balance_id = balance), false), coalesce(sum(b.qty), 0)
  from stock_balance b
  where b.balance_id in (select m.to_balance_id from stock_movement m
    where m.movement_cd = 'RECEIPT' and m.doc_no = receipt and m.doc_line = line
      and m.to_balance_id is not null)
    and b.lot_id = lot
$$;

-- As in migration 0788, but returns whose pieces are all where they arrived are left out if a piece
-- that waits for its disposition can be in this balance. It was passed at the expense of another
-- return, which then had more pieces than it could grade.
create or replace function passed_parts(balance bigint, pieces numeric)
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
    cross join lateral return_arrival(q.receipt_no, q.line_no, was.balance_id, q.lot_id) arrival
    where was.balance_id = balance and (
      arrival.is_here or arrival.qty < q.arrived_qty - q.graded_qty or not exists (
        select from return_undecided u join receipt r on r.receipt_no = u.receipt_no
        cross join lateral return_arrival(u.receipt_no, u.line_no, was.balance_id, u.lot_id) came
        where u.lot_id = was.lot_id and r.wcode = was.wcode
          and (came.is_here or came.qty < u.qty)))) p
  where p.before_qty < pieces
  order by p.before_qty
$$;
