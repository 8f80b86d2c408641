-- What was known of the first count when its recount began. It applies again if the recount is not
-- completed.
alter table count_line add column count_moved_yn text check (count_moved_yn in ('Y', 'N')),
  add column count_movement_no bigint;
