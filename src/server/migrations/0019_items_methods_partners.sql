-- The rest of master data: methods of put-away and picking, groups of items that share them, units
-- with barcodes of their own, other codes of an item, smallest orders, docks and lanes, and
-- ship-tos that are for samples only.

create table work_method (
  wcode text not null references warehouse,
  method_cd text not null check (method_cd = upper(method_cd)),
  method_nm text not null,
  work_cd text not null check (work_cd in ('PUT', 'PICK')),
  -- PUT: TOGETHER with what lies there already, else an empty cell; EMPTY always an empty one.
  -- PICK: FEFO, FIFO or LIFO.
  strategy_cd text not null,
  -- PUT: only cells of this zone.
  zone_cd text,
  use_yn text not null default 'Y' check (use_yn in ('Y', 'N')),
  remark text,
  version integer not null default 1,
  created_by text not null default 'system',
  created_at timestamptz not null default now(),
  updated_by text not null default 'system',
  updated_at timestamptz not null default now(),
  primary key (wcode, method_cd),
  foreign key (wcode, zone_cd) references zone,
  constraint work_method_strategy check (strategy_cd in ('TOGETHER', 'EMPTY') and work_cd = 'PUT'
    or strategy_cd in ('FEFO', 'FIFO', 'LIFO') and work_cd = 'PICK' and zone_cd is null)
);

create table dock_line (
  wcode text not null references warehouse,
  line_cd text not null check (line_cd = upper(line_cd)),
  line_nm text not null,
  line_type_cd text not null default 'OUT' check (line_type_cd in ('IN', 'OUT', 'STAGE')),
  cell_cd text,
  use_yn text not null default 'Y' check (use_yn in ('Y', 'N')),
  remark text,
  version integer not null default 1,
  created_by text not null default 'system',
  created_at timestamptz not null default now(),
  updated_by text not null default 'system',
  updated_at timestamptz not null default now(),
  primary key (wcode, line_cd),
  foreign key (wcode, cell_cd) references cell
);

-- A group is of an owner; its methods are looked up by code in whatever warehouse works.
create table stock_group (
  owner_cd text not null references owner,
  group_cd text not null check (group_cd = upper(group_cd)),
  group_nm text not null,
  put_method_cd text,
  pick_method_cd text,
  use_yn text not null default 'Y' check (use_yn in ('Y', 'N')),
  remark text,
  version integer not null default 1,
  created_by text not null default 'system',
  created_at timestamptz not null default now(),
  updated_by text not null default 'system',
  updated_at timestamptz not null default now(),
  primary key (owner_cd, group_cd)
);
alter table stock add column group_cd text;
alter table stock add constraint stock_in_group foreign key (owner_cd, group_cd)
  references stock_group;

create table stock_unit (
  owner_cd text not null references owner,
  stock_cd text not null,
  unit_cd text not null,
  -- Pieces in one of the unit.
  unit_qty numeric(15, 3) not null check (unit_qty > 0),
  barcode text,
  weight_kg numeric(15, 3) check (weight_kg >= 0),
  cbm numeric(15, 6) check (cbm >= 0),
  version integer not null default 1,
  created_by text not null default 'system',
  created_at timestamptz not null default now(),
  updated_by text not null default 'system',
  updated_at timestamptz not null default now(),
  primary key (owner_cd, stock_cd, unit_cd),
  foreign key (owner_cd, stock_cd) references stock
);
create index stock_unit_barcode on stock_unit (barcode) where barcode is not null;

create table stock_altcode (
  owner_cd text not null references owner,
  alt_cd text not null check (alt_cd = upper(alt_cd)),
  stock_cd text not null,
  remark text,
  version integer not null default 1,
  created_by text not null default 'system',
  created_at timestamptz not null default now(),
  updated_by text not null default 'system',
  updated_at timestamptz not null default now(),
  primary key (owner_cd, alt_cd),
  foreign key (owner_cd, stock_cd) references stock
);
create index stock_altcode_code on stock_altcode (alt_cd);
create index stock_altcode_stock on stock_altcode (owner_cd, stock_cd);

create table stock_moq (
  owner_cd text not null references owner,
  stock_cd text not null,
  moq_qty numeric(15, 3) not null check (moq_qty > 0),
  -- Orders above it come in steps of so many.
  step_qty numeric(15, 3) check (step_qty > 0),
  version integer not null default 1,
  created_by text not null default 'system',
  created_at timestamptz not null default now(),
  updated_by text not null default 'system',
  updated_at timestamptz not null default now(),
  primary key (owner_cd, stock_cd),
  foreign key (owner_cd, stock_cd) references stock
);

alter table ship_to add column sample_yn text not null default 'N'
  check (sample_yn in ('Y', 'N'));
