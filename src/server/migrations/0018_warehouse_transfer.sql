-- Goods on their way to another warehouse: they leave through the transit place and are received
-- on the other side, in parts where they come in parts.

alter table inventory_work drop constraint inventory_work_work_cd_check;
alter table inventory_work add constraint inventory_work_work_cd_check
  check (work_cd in ('MOVE', 'HOLD', 'LOT', 'MARK', 'ITEM', 'ADJUST', 'SEND', 'ARRIVE'));

create table transit (
  transit_no bigint generated always as identity primary key,
  work_no text not null references inventory_work,
  from_wcode text not null references warehouse,
  to_wcode text not null references warehouse,
  owner_cd text not null references owner,
  from_balance_id bigint not null references stock_balance,
  pallet_no text not null default '',
  box_no text not null default '',
  sent_qty numeric(15, 3) not null check (sent_qty > 0),
  arrived_qty numeric(15, 3) not null default 0 check (arrived_qty >= 0),
  sent_by text not null,
  sent_at timestamptz not null default now(),
  check (from_wcode <> to_wcode),
  constraint transit_arrived check (arrived_qty <= sent_qty)
);
create index transit_open on transit (to_wcode) where arrived_qty < sent_qty;
create index transit_sent on transit (from_wcode) where arrived_qty < sent_qty;
