-- Reports leave out cancelled picks and scans. They look up the records of an allocation, or of an
-- item of a shipment, only if one of them is a cancellation.
create index pick_record_allocation on pick_record (alloc_id);
create index pick_record_cancelled on pick_record (alloc_id) where pick_qty < 0;
create index check_record_item on check_record (shipment_no, stock_cd);
create index check_record_cancelled on check_record (shipment_no, stock_cd) where qty < 0;
