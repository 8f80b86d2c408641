-- Serials announced for a receipt line before they arrive, as entered: numbers and ranges.
alter table receipt_line add column serials text;

-- The receipt line a serial was announced for last.
alter table serial
  add column receipt_no text,
  add column receipt_line_no integer,
  add constraint serial_receipt_line foreign key (receipt_no, receipt_line_no)
    references receipt_line match full on delete set null;
create index serial_receipt on serial (receipt_no, receipt_line_no) where receipt_no is not null;

-- Serials that are still expected.
create view announced_serial as
  select s.serial_id, s.owner_cd, s.stock_cd, s.serial_no, r.wcode, s.receipt_no,
    s.receipt_line_no line_no
  from serial s
  join receipt r using (receipt_no)
  join receipt_line l on l.receipt_no = s.receipt_no and l.line_no = s.receipt_line_no
  where s.state_cd = '10' and r.cancel_yn = 'N' and l.order_qty > l.receive_qty + l.reject_qty;
