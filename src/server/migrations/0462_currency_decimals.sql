-- Currencies have up to four decimals (ISO 4217).
alter table invoice
  alter supply_amt type numeric(18, 4), alter tax_amt type numeric(18, 4),
  alter total_amt type numeric(18, 4), alter paid_amt type numeric(18, 4);
alter table invoice_line
  alter supply_amt type numeric(18, 4), alter tax_amt type numeric(18, 4);
alter table payment
  alter amount type numeric(18, 4), alter matched_amt type numeric(18, 4);
alter table payment_match alter amount type numeric(18, 4);
