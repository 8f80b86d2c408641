-- An owner's order number is found by its last four digits too, as our own numbers are.

create index receipt_order_ending on receipt
  (wcode, owner_cd, right(owner_order_no, 4) collate "C", receipt_no collate "C")
  where owner_order_no is not null;
create index shipment_order_ending on shipment
  (wcode, owner_cd, right(owner_order_no, 4) collate "C", shipment_no collate "C")
  where owner_order_no is not null;
