-- Freight charges have up to four decimals (ISO 4217), like invoices.
alter table freight_charge alter amount type numeric(18, 4);
alter table invoice_line alter from_amt type numeric(18, 4);
