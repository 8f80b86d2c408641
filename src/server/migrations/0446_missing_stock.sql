-- Stock that a picker did not find. Its balance is not allocated until it was counted or released.
create table missing_stock (
  pick_no bigint primary key references pick_record,
  balance_id bigint not null references stock_balance,
  -- Kept back since then. A reopened record starts again.
  made_at timestamptz not null default clock_timestamp(),
  resolved_cd text check (resolved_cd in ('COUNT', 'RELEASE', 'EMPTY')),
  resolved_at timestamptz,
  resolved_by text,
  -- Of a count its number, of a release what the user entered.
  reason text,
  constraint missing_stock_resolved check (num_nulls(resolved_cd, resolved_at, resolved_by) in (0, 3)),
  constraint missing_stock_reason
    check (resolved_cd is null or resolved_cd not in ('COUNT', 'RELEASE') or reason is not null)
);
create index missing_stock_open on missing_stock (balance_id) where resolved_at is null;
create trigger missing_stock_never_deleted before delete on missing_stock
  for each row execute function refuse_change();
create trigger missing_stock_no_truncate before truncate on missing_stock
  for each statement execute function refuse_change();

-- Nothing is missing from an emptied shelf, and what arrives later was not searched for. Picked stock
-- has left the shelf.
create function resolve_emptied() returns trigger language plpgsql as $$
begin
  update missing_stock
  set resolved_cd = 'EMPTY', resolved_at = clock_timestamp(), resolved_by = 'system'
  where balance_id = new.balance_id and resolved_at is null;
  return null;
end $$;
create trigger stock_balance_emptied after update on stock_balance
  for each row when (old.qty > old.pick_qty and new.qty = new.pick_qty)
  execute function resolve_emptied();

alter table count_job drop constraint count_job_method_cd_check, add constraint
  count_job_method_cd_check
  check (method_cd in ('ZONE', 'CELL', 'STOCK', 'OWNER', 'ABC', 'MOVED', 'MISSING'));

-- As before, and not of missing stock.
create or replace function refuse_bad_promises(changes promise_change[]) returns void
language plpgsql as $$
declare
  bad record;
  day date := (now() at time zone 'Asia/Seoul')::date;
begin
  select c.shipment_no, c.line_no, b.cell_cd into bad
  from unnest(changes) c
  join shipment s on s.shipment_no = c.shipment_no
  join shipment_line l on l.shipment_no = c.shipment_no and l.line_no = c.line_no
  join stock_balance b on b.balance_id = c.balance_id
  join lot on lot.lot_id = b.lot_id
  join cell on cell.wcode = b.wcode and cell.cell_cd = b.cell_cd
  join zone on zone.wcode = cell.wcode and zone.zone_cd = cell.zone_cd
  where c.alloc_qty > 0 and (
    (b.wcode, b.owner_cd, b.stock_cd) <> (s.wcode, l.owner_cd, l.stock_cd)
    or b.condition_cd <> case s.sample_yn when 'Y' then 'SAMPLE' else 'NORMAL' end
    or b.bonded_cd = 'BONDED'
    or lot.valid_dt < s.shipment_dt
    or 'Y' in (cell.lock_yn, zone.lock_yn)
    or exists (select from cell_hold h where (h.wcode, h.cell_cd) = (b.wcode, b.cell_cd)
      and day between h.from_dt and coalesce(h.to_dt, day))
    or exists (select from zone_hold h where (h.wcode, h.zone_cd) = (cell.wcode, cell.zone_cd)
      and day between h.from_dt and coalesce(h.to_dt, day))
    or exists (select from stock_hold h where (h.owner_cd, h.stock_cd) = (b.owner_cd, b.stock_cd)
      and day between h.from_dt and coalesce(h.to_dt, day))
    or exists (select from lot_hold h where (h.owner_cd, h.stock_cd, upper(h.lot_no))
      = (b.owner_cd, b.stock_cd, upper(lot.lot_no))
      and day between h.from_dt and coalesce(h.to_dt, day))
    or (exists (select from lot_edge e where e.to_lot_id = b.lot_id)
      and b.lot_id in (select h.lot_id from held_lots(day) h))
    or exists (select from missing_stock m where m.balance_id = b.balance_id
      and m.resolved_at is null))
  limit 1;
  if found then
    raise exception 'shipment % line %: goods in cell % may not be promised',
      bad.shipment_no, bad.line_no, bad.cell_cd using errcode = 'WM004';
  end if;
end $$;
