-- Ship-tos a branch or partner orders to beside its own.
create table scm_partner_ship_to (
  owner_cd text not null,
  partner_cd text not null,
  ship_to_cd text not null,
  version integer not null default 1,
  created_by text not null default 'system',
  created_at timestamptz not null default now(),
  updated_by text not null default 'system',
  updated_at timestamptz not null default now(),
  primary key (owner_cd, partner_cd, ship_to_cd),
  foreign key (owner_cd, partner_cd) references scm_partner,
  foreign key (owner_cd, ship_to_cd) references ship_to
);
