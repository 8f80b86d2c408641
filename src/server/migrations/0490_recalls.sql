insert into auto_number_rule (rule_cd, rule_nm, prefix, period_pattern, digits) values
  ('RECALL', '회수번호', 'RCL-', 'YYYYMMDD', 4);

-- A recall blocks its lot and all lots made from it, in every warehouse, until it is closed.
create table recall (
  recall_no text primary key,
  owner_cd text not null,
  stock_cd text not null,
  lot_no text not null check (lot_no <> ''),
  level_cd text not null check (level_cd in ('1', '2', '3')),
  state_cd text not null default '20' check (state_cd in ('20', '50')),
  reason text,
  blocked_by text not null,
  blocked_at timestamptz not null default now(),
  close_reason text,
  closed_by text,
  closed_at timestamptz,
  foreign key (owner_cd, stock_cd) references stock (owner_cd, stock_cd),
  constraint recall_closed check ((state_cd = '50') = (closed_at is not null)
    and (closed_at is null) = (closed_by is null))
);
create unique index recall_open on recall (owner_cd, stock_cd, upper(lot_no)) where state_cd = '20';

create function keep_recall() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' or old.state_cd = '50'
    or (new.recall_no, new.owner_cd, new.stock_cd, new.lot_no, new.blocked_by, new.blocked_at)
      is distinct from
      (old.recall_no, old.owner_cd, old.stock_cd, old.lot_no, old.blocked_by, old.blocked_at) then
    raise exception 'recall % may only be closed', old.recall_no using errcode = 'WM001';
  end if;
  return new;
end $$;
create trigger recall_kept before update or delete on recall
  for each row execute function keep_recall();

-- Lots under a hold rule or an open recall: those it names and all lots made from them. A recall
-- goes before a rule, then the oldest one.
drop function held_lots(date);
create function held_lots(day date)
returns table (lot_id bigint, reason text, from_dt date, recall_no text)
language sql stable as $$
  with recursive named as (
    select owner_cd, stock_cd, lot_no, reason, from_dt, null::text recall_no from lot_hold
    where day between from_dt and coalesce(to_dt, day)
    union all
    select owner_cd, stock_cd, lot_no, concat_ws(' ', recall_no, reason),
      (blocked_at at time zone 'Asia/Seoul')::date, recall_no
    from recall where state_cd = '20'),
  held as (
    select l.lot_id, n.reason, n.from_dt, n.recall_no from named n
    join lot l on l.owner_cd = n.owner_cd and l.stock_cd = n.stock_cd
      and upper(l.lot_no) = upper(n.lot_no)
    union
    select e.to_lot_id, h.reason, h.from_dt, h.recall_no from held h
    join standing_lot_edge e on e.from_lot_id = h.lot_id)
  select distinct on (h.lot_id) h.lot_id, h.reason, h.from_dt, h.recall_no from held h
  order by h.lot_id, h.recall_no, h.from_dt
$$;

-- As before, and not of recalled lots.
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
    or exists (select from recall r where (r.owner_cd, r.stock_cd, upper(r.lot_no))
      = (b.owner_cd, b.stock_cd, upper(lot.lot_no)) and r.state_cd = '20')
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
