-- Count jobs and pallets are found by the beginning or the last digits of their number.
create index count_job_code on count_job (wcode, job_no collate "C");
create index count_job_ending on count_job (wcode, (right(job_no, 4)) collate "C");
create index stock_balance_pallet_code on stock_balance (wcode, pallet_no collate "C")
  where pallet_no <> '' and qty > 0;
