-- Master data. Every row carries its version: an edit of a row that someone else changed is refused.

create table warehouse (
  wcode text primary key,
  warehouse_nm text not null,
  location_nm text not null default '',
  use_yn text not null default 'Y' check (use_yn in ('Y', 'N'))
);

create table owner (
  owner_cd text primary key check (owner_cd = upper(owner_cd)),
  owner_nm text not null,
  biz_no text,
  manager_nm text,
  phone_no text,
  email text,
  -- Share above the ordered quantity that may be received, per cent.
  over_receipt_rate numeric(5, 2) not null default 0 check (over_receipt_rate between 0 and 100),
  alloc_cd text not null default 'FEFO' check (alloc_cd in ('FEFO', 'FIFO', 'LIFO')),
  use_yn text not null default 'Y' check (use_yn in ('Y', 'N')),
  remark text,
  version integer not null default 1,
  created_by text not null default 'system',
  created_at timestamptz not null default now(),
  updated_by text not null default 'system',
  updated_at timestamptz not null default now()
);

create table user_warehouse (
  user_id text not null references app_user,
  wcode text not null references warehouse,
  primary key (user_id, wcode)
);

-- A user with rows here sees those owners only; a user with none sees every owner.
create table user_owner (
  user_id text not null references app_user,
  owner_cd text not null references owner,
  primary key (user_id, owner_cd)
);

create table supplier (
  owner_cd text not null references owner,
  supplier_cd text not null check (supplier_cd = upper(supplier_cd)),
  supplier_nm text not null,
  manager_nm text,
  phone_no text,
  address text,
  use_yn text not null default 'Y' check (use_yn in ('Y', 'N')),
  remark text,
  version integer not null default 1,
  created_by text not null default 'system',
  created_at timestamptz not null default now(),
  updated_by text not null default 'system',
  updated_at timestamptz not null default now(),
  primary key (owner_cd, supplier_cd)
);

create table ship_to (
  owner_cd text not null references owner,
  ship_to_cd text not null check (ship_to_cd = upper(ship_to_cd)),
  ship_to_nm text not null,
  country_nm text,
  manager_nm text,
  phone_no text,
  address text,
  -- Goods with fewer days left before their valid date are not offered to this ship-to.
  shelf_life_days integer not null default 0 check (shelf_life_days >= 0),
  use_yn text not null default 'Y' check (use_yn in ('Y', 'N')),
  remark text,
  version integer not null default 1,
  created_by text not null default 'system',
  created_at timestamptz not null default now(),
  updated_by text not null default 'system',
  updated_at timestamptz not null default now(),
  primary key (owner_cd, ship_to_cd)
);

create table zone (
  wcode text not null references warehouse,
  zone_cd text not null check (zone_cd = upper(zone_cd)),
  zone_nm text not null,
  temperature_cd text not null default 'DRY' check (temperature_cd in ('DRY', 'COOL', 'FROZEN')),
  pick_seq integer not null default 0,
  lock_yn text not null default 'N' check (lock_yn in ('Y', 'N')),
  use_yn text not null default 'Y' check (use_yn in ('Y', 'N')),
  remark text,
  version integer not null default 1,
  created_by text not null default 'system',
  created_at timestamptz not null default now(),
  updated_by text not null default 'system',
  updated_at timestamptz not null default now(),
  primary key (wcode, zone_cd)
);

create table cell (
  wcode text not null,
  cell_cd text not null check (cell_cd = upper(cell_cd)),
  zone_cd text not null,
  cell_type_cd text not null default 'RACK' check (cell_type_cd in ('RACK', 'FLOOR', 'DOCK')),
  pick_seq integer not null default 0,
  capacity_cbm numeric(15, 6) check (capacity_cbm >= 0),
  lock_yn text not null default 'N' check (lock_yn in ('Y', 'N')),
  use_yn text not null default 'Y' check (use_yn in ('Y', 'N')),
  remark text,
  version integer not null default 1,
  created_by text not null default 'system',
  created_at timestamptz not null default now(),
  updated_by text not null default 'system',
  updated_at timestamptz not null default now(),
  primary key (wcode, cell_cd),
  foreign key (wcode, zone_cd) references zone
);

create table stock (
  owner_cd text not null references owner,
  stock_cd text not null check (stock_cd = upper(stock_cd)),
  stock_nm text not null,
  barcode text,
  unit_cd text not null default 'EA',
  box_qty numeric(15, 3) check (box_qty > 0),
  cbm numeric(15, 6) not null default 0 check (cbm >= 0),
  weight_kg numeric(15, 3) not null default 0 check (weight_kg >= 0),
  -- N for entries of an order sheet that are no goods: postage, discounts, manual lines.
  goods_yn text not null default 'Y' check (goods_yn in ('Y', 'N')),
  lot_yn text not null default 'N' check (lot_yn in ('Y', 'N')),
  valid_yn text not null default 'N' check (valid_yn in ('Y', 'N')),
  alloc_cd text check (alloc_cd in ('FEFO', 'FIFO', 'LIFO')),
  use_yn text not null default 'Y' check (use_yn in ('Y', 'N')),
  remark text,
  version integer not null default 1,
  created_by text not null default 'system',
  created_at timestamptz not null default now(),
  updated_by text not null default 'system',
  updated_at timestamptz not null default now(),
  primary key (owner_cd, stock_cd)
);
create index stock_barcode on stock (barcode) where barcode is not null;

-- Each owner's own column letters, per upload screen.
create table owner_mapping (
  owner_cd text not null references owner,
  screen text not null,
  mapping text not null,
  version integer not null default 1,
  created_by text not null default 'system',
  created_at timestamptz not null default now(),
  updated_by text not null default 'system',
  updated_at timestamptz not null default now(),
  primary key (owner_cd, screen)
);
