-- Lines that are not allocated whole are few among all there ever were: which shipments are short is
-- asked on every Home.
create index shipment_line_short on shipment_line (shipment_no) where order_qty > alloc_qty;
