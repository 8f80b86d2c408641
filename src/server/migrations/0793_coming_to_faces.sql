-- A task moves nothing while its stock is expired, held or missing: it does not count as coming.
create function task_can_move(source bigint) returns boolean language sql stable as $$
  select b.condition_cd = 'NORMAL' and b.bonded_cd <> 'BONDED'
    and coalesce(lot.valid_dt >= d.day, true) and held_by_rule(b, d.day) is null
    and not exists (select from missing_stock m
      where m.balance_id = b.balance_id and m.resolved_at is null)
  from stock_balance b join lot using (lot_id)
  cross join (select (now() at time zone 'Asia/Seoul')::date) d(day)
  where b.balance_id = source
$$;

-- On the face and free for orders, less what is allocated there, plus what comes without being
-- allocated to shipments. Expired, held, missing and bonded stock fills no order.
create or replace function face_position(place text, cell text, who text, item text) returns numeric
language sql stable as $$
  select coalesce((select sum(b.qty - b.pick_qty - b.alloc_qty) from stock_balance b
      join lot using (lot_id)
      cross join (select (now() at time zone 'Asia/Seoul')::date) d(day)
      where (b.wcode, b.cell_cd, b.owner_cd, b.stock_cd) = (place, cell, who, item)
        and b.condition_cd = 'NORMAL' and b.bonded_cd <> 'BONDED'
        and coalesce(lot.valid_dt >= d.day, true)
        and not exists (select from missing_stock m
          where m.balance_id = b.balance_id and m.resolved_at is null)
        and b.lot_id not in (select h.lot_id from held_lots(d.day) h)
        and not exists (select from stock_hold h
          where (h.owner_cd, h.stock_cd) = (b.owner_cd, b.stock_cd)
            and d.day between h.from_dt and coalesce(h.to_dt, d.day))), 0)
    + coalesce((select sum(t.qty - t.done_qty - t.travel_qty) from move_task t
      where (t.wcode, t.to_cell_cd, t.owner_cd, t.stock_cd) = (place, cell, who, item)
        and t.state_cd = '10' and task_can_move(t.from_balance_id)), 0)
$$;
