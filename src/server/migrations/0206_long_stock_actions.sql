-- What was done about goods that have lain for long, never changed.

create table long_stock_action (
  action_no bigint generated always as identity primary key,
  wcode text not null references warehouse,
  owner_cd text not null,
  stock_cd text not null,
  lot_no text not null,
  received_dt date not null,
  action_cd text not null check (action_cd in ('NOTICE', 'DISPOSAL', 'SURCHARGE')),
  qty numeric(15, 3) not null,
  -- SURCHARGE: the storage it was reckoned from, and the won that were charged.
  storage_amt numeric(20, 6),
  surcharge_amt numeric(20, 6),
  -- DISPOSAL: by when the owner is asked to answer.
  due_dt date,
  remark text,
  created_by text not null,
  created_at timestamptz not null default now(),
  foreign key (owner_cd, stock_cd) references stock,
  check ((action_cd = 'SURCHARGE') = (surcharge_amt is not null)),
  check ((action_cd = 'DISPOSAL') = (due_dt is not null))
);
create index long_stock_action_of on long_stock_action
  (wcode, owner_cd, stock_cd, lot_no, received_dt);
create trigger long_stock_action_kept before update or delete on long_stock_action
  for each row execute function refuse_change();

-- Storage that was charged for one lot by itself: `doc_no` is item|lot|….
create index charge_of_lot on charge ((split_part(doc_no, '|', 2)))
  where cause_cd = 'DAY' and doc_no like '%|%';
-- Storage by the cell, the pallet or the period, which lots of an owner share.
create index charge_shared on charge (owner_cd, service_dt)
  where charge_cd in ('STORE', 'BON_STORE');
