-- Scans of a count look for all picks from a balance, also those that were shipped. The index of open
-- allocations does not have them.
create index allocation_of_balance on allocation (balance_id);

-- Stock awaiting inspection belongs to returns of its lot.
create index return_grade_lot on return_grade (lot_id);
create index return_disposal_lot on return_disposal (lot_id);
