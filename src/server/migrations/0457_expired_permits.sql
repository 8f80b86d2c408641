-- Expired stock that can be shipped anyway: which lot, on which shipment, why and by whom.
create table expired_permit (
  shipment_no text not null references shipment,
  lot_id bigint not null references lot,
  reason text not null check (reason <> ''),
  permitted_by text not null,
  permitted_at timestamptz not null default now(),
  primary key (shipment_no, lot_id)
);
create trigger expired_permit_append_only before update or delete on expired_permit
  for each row execute function refuse_change();
