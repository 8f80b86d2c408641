-- Earlier reversals keep their empty reasons, because the ledger is never rewritten.
alter table stock_movement add constraint stock_movement_reversal_reason
  check (reverses_no is null or reason <> '' and reason is not null) not valid;

alter table receipt_reject add cancel_reason text;
alter table receipt_reject add constraint receipt_reject_cancel_reason
  check (cancelled_at is null or cancel_reason <> '' and cancel_reason is not null) not valid;
