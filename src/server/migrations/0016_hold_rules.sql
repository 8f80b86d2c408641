-- Standing hold rules: goods that lie in a place, or are of an item or a lot, may not be promised
-- while the rule's period runs. Nothing is booked: what comes later is held by the same rule, and
-- what is there is free again the day after the period ends.

create table cell_hold (
  wcode text not null,
  cell_cd text not null,
  from_dt date not null,
  to_dt date,
  reason text not null,
  version integer not null default 1,
  created_by text not null default 'system',
  created_at timestamptz not null default now(),
  updated_by text not null default 'system',
  updated_at timestamptz not null default now(),
  primary key (wcode, cell_cd, from_dt),
  constraint cell_hold_period check (to_dt >= from_dt),
  foreign key (wcode, cell_cd) references cell
);

create table zone_hold (
  wcode text not null,
  zone_cd text not null,
  from_dt date not null,
  to_dt date,
  reason text not null,
  version integer not null default 1,
  created_by text not null default 'system',
  created_at timestamptz not null default now(),
  updated_by text not null default 'system',
  updated_at timestamptz not null default now(),
  primary key (wcode, zone_cd, from_dt),
  constraint zone_hold_period check (to_dt >= from_dt),
  foreign key (wcode, zone_cd) references zone
);

-- A recall does not stop at the door of one warehouse: items and lots are held in all of them.
create table stock_hold (
  owner_cd text not null references owner,
  stock_cd text not null,
  from_dt date not null,
  to_dt date,
  reason text not null,
  version integer not null default 1,
  created_by text not null default 'system',
  created_at timestamptz not null default now(),
  updated_by text not null default 'system',
  updated_at timestamptz not null default now(),
  primary key (owner_cd, stock_cd, from_dt),
  constraint stock_hold_period check (to_dt >= from_dt),
  foreign key (owner_cd, stock_cd) references stock
);

create table lot_hold (
  owner_cd text not null references owner,
  stock_cd text not null,
  lot_no text not null check (lot_no <> ''),
  from_dt date not null,
  to_dt date,
  reason text not null,
  version integer not null default 1,
  created_by text not null default 'system',
  created_at timestamptz not null default now(),
  updated_by text not null default 'system',
  updated_at timestamptz not null default now(),
  primary key (owner_cd, stock_cd, lot_no, from_dt),
  constraint lot_hold_period check (to_dt >= from_dt),
  foreign key (owner_cd, stock_cd) references stock
);

-- Why a balance may not be promised on a day, by a standing rule; null when none holds it.
create function held_by_rule(b stock_balance, day date) returns text language sql stable as $$
  select coalesce(
    (select h.reason from cell_hold h where (h.wcode, h.cell_cd) = (b.wcode, b.cell_cd)
      and day between h.from_dt and coalesce(h.to_dt, day) limit 1),
    (select h.reason from stock_hold h where (h.owner_cd, h.stock_cd) = (b.owner_cd, b.stock_cd)
      and day between h.from_dt and coalesce(h.to_dt, day) limit 1),
    (select h.reason from lot_hold h join lot l on l.lot_id = b.lot_id and l.lot_no = h.lot_no
      where (h.owner_cd, h.stock_cd) = (b.owner_cd, b.stock_cd)
      and day between h.from_dt and coalesce(h.to_dt, day) limit 1),
    (select h.reason from zone_hold h join cell c on c.wcode = h.wcode and c.zone_cd = h.zone_cd
      where (c.wcode, c.cell_cd) = (b.wcode, b.cell_cd)
      and day between h.from_dt and coalesce(h.to_dt, day) limit 1))
$$;

-- As before, and not under a standing rule either.
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
    or exists (select from lot_hold h where (h.owner_cd, h.stock_cd, h.lot_no)
      = (b.owner_cd, b.stock_cd, lot.lot_no)
      and day between h.from_dt and coalesce(h.to_dt, day)))
  limit 1;
  if found then
    raise exception 'shipment % line %: goods in cell % may not be promised',
      bad.shipment_no, bad.line_no, bad.cell_cd using errcode = 'WM004';
  end if;
end $$;
