-- Claims of a past that is generated have its time, like the work.
alter table claim alter column claimed_at set default coalesce(told_moment(), clock_timestamp()),
  alter column seen_at set default coalesce(told_moment(), clock_timestamp());
