-- A count takes minutes, and stock moves in the meantime. A line stores the shelf quantity and the
-- latest movement and pick of its first and last scan. A difference that may be a movement is
-- recounted instead of adjusted.
alter table count_line
  add column counted_users text[] not null default '{}',
  add column recounted_users text[] not null default '{}',
  -- On the shelf (on hand without picked) at the first scan of the latest round.
  add column since_qty numeric(15, 3),
  add column since_movement_no bigint,
  add column since_pick_no bigint,
  add column last_movement_no bigint,
  add column last_pick_no bigint,
  -- Y while the counter is still scanning this stock piece by piece.
  add column open_yn text not null default 'N' check (open_yn in ('Y', 'N')),
  -- Y if stock moved during the latest round: the difference may be a movement.
  add column moved_yn text not null default 'N' check (moved_yn in ('Y', 'N'));

update count_line set
  counted_users = array_remove(array[counted_by], null),
  recounted_users = array_remove(array[recounted_by], null);

alter table count_line
  drop constraint count_line_other_counter,
  drop constraint count_line_other_approver,
  add constraint count_line_users check ((count_qty is null) = (counted_users = '{}')
    and (recount_qty is null or recounted_users <> '{}')),
  add constraint count_line_other_counter check (not counted_users && recounted_users),
  add constraint count_line_other_approver check
    (approved_by <> all (counted_users || recounted_users)),
  add constraint count_line_moved check (moved_yn = 'N' or work_no is null);
