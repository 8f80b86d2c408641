-- A permit to ship stock below the shelf life that the ship-to requires does not permit it to expire.
alter table expired_permit add column kind_cd text not null default 'EXPIRED'
  check (kind_cd in ('EXPIRED', 'SHORT_LIFE'));
alter table expired_permit drop constraint expired_permit_pkey,
  add primary key (shipment_no, lot_id, kind_cd);
