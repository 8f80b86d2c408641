-- Work on stock that lies in the warehouse: moves, holds, changes and adjustments. Each save is one
-- document, numbered without gaps, that its movements quote.

create table inventory_work (
  work_no text primary key,
  wcode text not null references warehouse,
  work_cd text not null
    check (work_cd in ('MOVE', 'HOLD', 'LOT', 'MARK', 'ITEM', 'ADJUST')),
  created_by text not null,
  created_at timestamptz not null default now()
);
create index inventory_work_search on inventory_work (wcode, created_at);

insert into auto_number_rule (rule_cd, rule_nm, prefix, period_pattern, digits) values
  ('INVENTORY', '재고작업번호', 'IV-', 'YYYYMMDD', 4);

create index stock_balance_pallet on stock_balance (wcode, pallet_no)
  where qty > 0 and pallet_no <> '';
create index stock_balance_box on stock_balance (wcode, box_no) where qty > 0 and box_no <> '';

-- Above this many pieces of one row, plus or minus, a second user decides.
alter table warehouse add column adjust_limit_qty numeric(15, 3) not null default 100
  check (adjust_limit_qty >= 0);

create table adjust_request (
  request_no bigint generated always as identity primary key,
  wcode text not null references warehouse,
  owner_cd text not null references owner,
  balance_id bigint not null references stock_balance,
  adjust_qty numeric(15, 3) not null check (adjust_qty <> 0),
  reason text not null,
  state_cd text not null default '10' check (state_cd in ('10', '20', '90')),
  requested_by text not null,
  requested_at timestamptz not null default now(),
  decided_by text,
  decided_at timestamptz,
  -- The document of the adjustment, once it was approved.
  work_no text references inventory_work,
  constraint adjust_request_second_user check (state_cd <> '20' or decided_by <> requested_by),
  check ((state_cd = '10') = (decided_by is null)),
  check ((state_cd = '20') = (work_no is not null))
);
-- One open question for each piece of stock.
create unique index adjust_request_open on adjust_request (balance_id) where state_cd = '10';
create index adjust_request_balance on adjust_request (balance_id);
create index adjust_request_search on adjust_request (wcode, state_cd);
