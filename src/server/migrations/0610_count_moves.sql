-- Movements and picks of the balance at the first and the last scan of a line. Numbers are assigned
-- before the balance is locked, so a later movement can have a lower one.
alter table count_line add column since_moves bigint, add column last_moves bigint;
