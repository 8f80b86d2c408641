-- The cargo register beside the ledger: customs counts packages and kilograms of a cargo number. The
-- head keeps what was declared and the sums of the lines; lines are only ever added.

create table bonded_cargo (
  bond_no text primary key,
  wcode text not null references warehouse,
  owner_cd text not null references owner,
  cargo_no text,
  mbl_no text,
  hbl_no text,
  bl_type_cd text not null default 'SIMPLE' check (bl_type_cd in ('SIMPLE', 'CONSOL')),
  vessel_nm text,
  voyage_no text,
  entry_dt date,
  expect_dt date not null,
  load_port_cd text,
  unload_port_cd text,
  carrier_nm text,
  forwarder_nm text,
  consignee_nm text,
  goods_nm text,
  goods_class_cd text not null default 'PACKED'
    check (goods_class_cd in ('PACKED', 'BULK', 'VOLUME', 'FRAGILE', 'DAMP')),
  -- As declared on the manifest; changed by an approved correction once goods have come in.
  pkg_qty numeric(9) not null check (pkg_qty > 0),
  pkg_unit_cd text not null default 'CT',
  kg numeric(15, 3) not null check (kg > 0),
  cbm numeric(15, 6) check (cbm >= 0),
  custom_value numeric(18, 2) check (custom_value >= 0),
  cntr_no text,
  seal_no text,
  shed_cd text not null,
  owner_order_no text,
  remark text,
  cancel_yn text not null default 'N' check (cancel_yn in ('Y', 'N')),
  -- Taken in only after the fault that was reported is settled.
  held_yn text not null default 'N' check (held_yn in ('Y', 'N')),
  auction_cd text not null default 'NONE'
    check (auction_cd in ('NONE', 'NOTICED', 'OVERDUE', 'AUCTION', 'SOLD')),
  -- Days these goods were kept before they came in again; months the period was extended by; day the
  -- consignee was told to take the goods away (반출통고). The last two are kept by events.
  prior_days integer not null default 0 check (prior_days >= 0),
  extend_months integer not null default 0 check (extend_months >= 0),
  notice_dt date,
  -- Sums of the standing lines and approvals, kept by the triggers below.
  in_pkg_qty numeric(9) not null default 0,
  in_kg numeric(15, 3) not null default 0,
  in_seq integer not null default 0,
  in_closed_yn text not null default 'N' check (in_closed_yn in ('Y', 'N')),
  in_dt date,
  clear_pkg_qty numeric(9) not null default 0,
  clear_kg numeric(15, 3) not null default 0,
  out_pkg_qty numeric(9) not null default 0,
  out_kg numeric(15, 3) not null default 0,
  state_cd text not null default '10'
    check (state_cd in ('10', '20', '30', '40', '45', '50', '60', '90')),
  version integer not null default 1,
  created_by text not null default 'system',
  created_at timestamptz not null default now(),
  updated_by text not null default 'system',
  updated_at timestamptz not null default now(),
  constraint bonded_cargo_in check (in_pkg_qty >= 0 and in_kg >= 0
    and (in_pkg_qty = 0) = (in_kg = 0) and in_pkg_qty <= pkg_qty
    and (in_pkg_qty = 0 or cargo_no is not null)),
  constraint bonded_cargo_clear check (clear_pkg_qty >= 0 and clear_kg >= 0
    and clear_pkg_qty <= in_pkg_qty and clear_kg <= in_kg
    and (clear_pkg_qty = in_pkg_qty) = (clear_kg = in_kg)),
  constraint bonded_cargo_out check (out_pkg_qty >= 0 and out_kg >= 0
    and out_pkg_qty <= clear_pkg_qty and out_kg <= clear_kg),
  foreign key (wcode, shed_cd) references bonded_shed
);
create index bonded_cargo_search on bonded_cargo (wcode, expect_dt);
create index bonded_cargo_owner on bonded_cargo (owner_cd);
-- Goods that have left may come in again under their number.
create unique index bonded_cargo_number on bonded_cargo (wcode, cargo_no)
  where state_cd not in ('60', '90');
create unique index bonded_cargo_owner_order on bonded_cargo (wcode, owner_cd, owner_order_no)
  where owner_order_no is not null and cancel_yn = 'N';

-- What the packages hold, item by item.
create table bonded_item (
  bond_no text not null references bonded_cargo,
  line_no integer not null check (line_no > 0),
  owner_cd text not null,
  stock_cd text not null,
  item_pkg_qty numeric(9) not null default 0 check (item_pkg_qty >= 0),
  order_qty numeric(15, 3) not null check (order_qty > 0),
  lot_no text,
  made_dt date,
  valid_dt date,
  cell_cd text,
  remark text,
  version integer not null default 1,
  created_by text not null default 'system',
  created_at timestamptz not null default now(),
  updated_by text not null default 'system',
  updated_at timestamptz not null default now(),
  primary key (bond_no, line_no),
  constraint bonded_item_valid_after_made check (valid_dt >= made_dt),
  foreign key (owner_cd, stock_cd) references stock
);
create index bonded_item_stock on bonded_item (owner_cd, stock_cd);

-- What customs allowed to leave: a declaration accepted (수리) or another ground (반출근거).
create table bonded_basis (
  basis_id bigint generated always as identity primary key,
  wcode text not null references warehouse,
  owner_cd text not null references owner,
  bond_no text not null references bonded_cargo,
  basis_cd text not null
    check (basis_cd in ('IMPORT', 'AUCTION', 'TRANSIT', 'RETURN', 'DISPOSAL', 'LOADING')),
  basis_no text not null check (basis_no <> ''),
  accept_dt date not null,
  pkg_qty numeric(9) not null check (pkg_qty > 0),
  kg numeric(15, 3) not null check (kg > 0),
  out_pkg_qty numeric(9) not null default 0,
  out_kg numeric(15, 3) not null default 0,
  out_seq integer not null default 0,
  closed_yn text not null default 'N' check (closed_yn in ('Y', 'N')),
  -- The ledger document that turned the pieces from bonded to cleared, where there were any.
  work_no text references inventory_work,
  created_by text not null,
  created_at timestamptz not null default now(),
  cancelled_by text,
  cancelled_at timestamptz,
  check ((cancelled_by is null) = (cancelled_at is null)),
  constraint bonded_basis_out check (out_pkg_qty between 0 and pkg_qty and out_kg between 0 and kg
    and (out_pkg_qty = pkg_qty) = (out_kg = kg) and (out_pkg_qty = 0) = (out_kg = 0)),
  constraint bonded_basis_cancelled check (cancelled_at is null or out_pkg_qty = 0)
);
create unique index bonded_basis_number on bonded_basis (wcode, basis_no)
  where cancelled_at is null;
create index bonded_basis_cargo on bonded_basis (bond_no);
create index bonded_basis_owner on bonded_basis (owner_cd);
create index bonded_basis_work on bonded_basis (work_no);

create table bonded_basis_goods (
  basis_id bigint not null references bonded_basis,
  owner_cd text not null,
  stock_cd text not null,
  pkg_qty numeric(9) not null check (pkg_qty >= 0),
  qty numeric(15, 3) not null check (qty > 0),
  -- Pieces that filed releases took of it.
  out_qty numeric(15, 3) not null default 0,
  out_pkg_qty numeric(9) not null default 0,
  primary key (basis_id, owner_cd, stock_cd),
  constraint bonded_basis_goods_out check (out_qty between 0 and qty and out_pkg_qty >= 0),
  foreign key (owner_cd, stock_cd) references stock
);
create index bonded_basis_goods_stock on bonded_basis_goods (owner_cd, stock_cd);

-- Lines of both registers. A line stands until another reverses or corrects it; charges for
-- taking in and letting go are caused by these rows.
create table bonded_line (
  line_id bigint generated always as identity primary key,
  wcode text not null references warehouse,
  owner_cd text not null references owner,
  bond_no text not null references bonded_cargo,
  direction_cd text not null check (direction_cd in ('IN', 'OUT')),
  -- Place in the register of its direction and year, without gaps.
  register_year integer not null,
  register_no integer not null,
  report_no text not null,
  type_cd text not null,
  split_cd text not null check (split_cd in ('A', 'P', 'L')),
  split_seq integer not null check (split_seq >= 0),
  basis_id bigint references bonded_basis,
  basis_no text,
  done_at timestamptz not null,
  pkg_qty numeric(9) not null check (pkg_qty > 0),
  kg numeric(15, 3) not null check (kg > 0),
  vehicle_no text,
  person_nm text,
  seal_no text,
  leave_cd text check (leave_cd in ('SHIP', 'STAY', 'DIRECT')),
  fault_cd text,
  fault_pkg_qty numeric(9) check (fault_pkg_qty >= 0),
  fault_kg numeric(15, 3) check (fault_kg >= 0),
  fault_no text,
  remark text,
  reverses_id bigint unique references bonded_line,
  corrects_id bigint unique references bonded_line,
  approval_no text,
  -- Documents the same act made: the shipment of goods under bond, or the work that freed goods.
  doc_no text,
  user_id text not null,
  created_at timestamptz not null default clock_timestamp(),
  unique (wcode, direction_cd, register_year, register_no),
  check ((direction_cd = 'OUT') = (basis_id is not null)),
  check ((direction_cd = 'OUT') = (leave_cd is not null)),
  check (reverses_id is null or corrects_id is null)
);
create index bonded_line_cargo on bonded_line (bond_no, direction_cd);
create index bonded_line_basis on bonded_line (basis_id);
create index bonded_line_owner on bonded_line (owner_cd);
create index bonded_line_day on bonded_line (wcode, direction_cd, done_at);
create index bonded_line_report on bonded_line (report_no);

create trigger bonded_line_append_only before update or delete on bonded_line
  for each row execute function refuse_change();
create trigger bonded_line_no_truncate before truncate on bonded_line
  for each statement execute function refuse_change();

-- Pieces that a release lets go.
create table bonded_out_goods (
  line_id bigint not null references bonded_line,
  owner_cd text not null,
  stock_cd text not null,
  pkg_qty numeric(9) not null check (pkg_qty >= 0),
  qty numeric(15, 3) not null check (qty > 0),
  primary key (line_id, owner_cd, stock_cd),
  foreign key (owner_cd, stock_cd) references stock
);
create index bonded_out_goods_stock on bonded_out_goods (owner_cd, stock_cd);
create trigger bonded_out_goods_append_only before update or delete on bonded_out_goods
  for each row execute function refuse_change();

-- Pieces that came out of packages, each tied to the line of the register and to its receipt.
create table bonded_unpack (
  unpack_id bigint generated always as identity primary key,
  bond_no text not null references bonded_cargo,
  item_no integer not null,
  line_id bigint not null references bonded_line,
  receipt_no text not null,
  receipt_line integer not null,
  owner_cd text not null,
  stock_cd text not null,
  pkg_qty numeric(9) not null check (pkg_qty >= 0),
  qty numeric(15, 3) not null check (qty > 0),
  reverses_id bigint unique references bonded_unpack,
  user_id text not null,
  created_at timestamptz not null default clock_timestamp(),
  foreign key (bond_no, item_no) references bonded_item,
  foreign key (receipt_no, receipt_line) references receipt_line,
  foreign key (owner_cd, stock_cd) references stock
);
create index bonded_unpack_cargo on bonded_unpack (bond_no, item_no);
create index bonded_unpack_line on bonded_unpack (line_id);
create index bonded_unpack_receipt on bonded_unpack (receipt_no, receipt_line);
create index bonded_unpack_stock on bonded_unpack (owner_cd, stock_cd);
create trigger bonded_unpack_append_only before update or delete on bonded_unpack
  for each row execute function refuse_change();
