-- The command line finds records by the beginning of their codes and names. Byte order lets one
-- index serve both the range and the order, in any collation of the database.
create index stock_code_prefix on stock (owner_cd, stock_cd collate "C");
create index stock_name_prefix on stock (owner_cd, stock_nm collate "C");
create index stock_barcode_prefix on stock (owner_cd, barcode collate "C") where barcode is not null;
create index lot_no_prefix on lot (owner_cd, lot_no collate "C") where lot_no <> '';
create index cell_code_prefix on cell (wcode, cell_cd collate "C");
create index receipt_no_prefix on receipt (wcode, owner_cd, receipt_no collate "C");
create index receipt_order_prefix on receipt (wcode, owner_cd, owner_order_no collate "C")
  where owner_order_no is not null;
create index shipment_no_prefix on shipment (wcode, owner_cd, shipment_no collate "C");
create index shipment_order_prefix on shipment (wcode, owner_cd, owner_order_no collate "C")
  where owner_order_no is not null;
