-- People say a document by its last digits, "the 0457": the command line finds the newest that ends
-- so. The last four stand before the whole number, so that the newest come first out of the index,
-- and longer endings walk through no more than one number of each day.
create index receipt_no_ending on receipt
  (wcode, owner_cd, right(receipt_no, 4) collate "C", receipt_no collate "C");
create index shipment_no_ending on shipment
  (wcode, owner_cd, right(shipment_no, 4) collate "C", shipment_no collate "C");
create index inventory_work_no_ending on inventory_work
  (wcode, right(work_no, 4) collate "C", work_no collate "C");
