-- Pieces checked by labels that name their lot or expiry date, on lines picked from several lots.
-- Unlike `check_record` it holds what counts now: undone scans and cancelled checks are removed.
create table checked_lot (
  shipment_no text not null,
  line_no integer not null,
  lot_id bigint not null references lot,
  qty numeric(15, 3) not null check (qty > 0),
  primary key (shipment_no, line_no, lot_id),
  foreign key (shipment_no, line_no) references shipment_line
);
