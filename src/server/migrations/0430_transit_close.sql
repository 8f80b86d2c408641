-- Stock in transit is closed by arriving, being called back or being lost. Each document line that
-- closes a part is recorded, which lets its reversal reopen that part.
alter table transit
  add column back_qty numeric(15, 3) not null default 0 check (back_qty >= 0),
  add column lost_qty numeric(15, 3) not null default 0 check (lost_qty >= 0),
  drop constraint transit_arrived,
  add constraint transit_closed check (arrived_qty + back_qty + lost_qty <= sent_qty);

drop index transit_open, transit_sent;
create index transit_open on transit (to_wcode) where arrived_qty + back_qty + lost_qty < sent_qty;
create index transit_sent on transit (from_wcode) where arrived_qty + back_qty + lost_qty < sent_qty;
create index transit_work on transit (work_no);

create table transit_close (
  close_no bigint generated always as identity primary key,
  transit_no bigint not null references transit,
  close_cd text not null check (close_cd in ('ARRIVE', 'BACK', 'LOSE')),
  -- Null for what arrived before closings were recorded.
  work_no text references inventory_work,
  line_no integer,
  qty numeric(15, 3) not null check (qty > 0),
  unique (work_no, line_no),
  constraint transit_close_line check ((work_no is null) = (line_no is null))
);
create index transit_close_transit on transit_close (transit_no);
create trigger transit_close_append_only before update or delete on transit_close
  for each row execute function refuse_change();
create trigger transit_close_no_truncate before truncate on transit_close
  for each statement execute function refuse_change();

insert into transit_close (transit_no, close_cd, qty)
select transit_no, 'ARRIVE', arrived_qty from transit where arrived_qty > 0 order by transit_no;

alter table inventory_work drop constraint inventory_work_work_cd_check;
alter table inventory_work add constraint inventory_work_work_cd_check
  check (work_cd in ('MOVE', 'HOLD', 'LOT', 'MARK', 'ITEM', 'ADJUST', 'SEND', 'ARRIVE', 'BACK', 'LOSE',
    'CUSTOMS'));

-- A loss above the limit of the warehouse waits for a second user like any adjustment. The stock
-- remains in transit until then.
alter table adjust_request
  add column transit_no bigint references transit,
  add constraint adjust_request_loss check (transit_no is null or adjust_qty < 0);
create index adjust_request_transit on adjust_request (transit_no) where transit_no is not null;

create index stock_movement_transit on stock_movement (owner_cd, stock_cd)
  where from_place_cd = 'TRANSIT' or to_place_cd = 'TRANSIT';
