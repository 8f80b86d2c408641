-- Cancelled backorders are found by their shipment: partners are told of them.
create index shipment_backorder_cancelled on shipment (parent_no)
  where cancel_yn = 'Y' and parent_no is not null;
