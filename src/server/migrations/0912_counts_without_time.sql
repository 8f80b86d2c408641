-- A count without time or user violates nothing by itself: it is dated now, and credited to no user.
create or replace function note_counts() returns trigger language plpgsql as $$
begin
  if (new.count_qty, new.counted_at) is distinct from (old.count_qty, old.counted_at)
    and (new.count_qty is null or new.counted_by is not null) then
    perform note_count_part(new.job_no, new.line_no, 'N', new.counted_by,
      coalesce(new.counted_at, now()), old.count_qty, new.count_qty);
  end if;
  if (new.recount_qty, new.recounted_at) is distinct from (old.recount_qty, old.recounted_at)
    and (new.recount_qty is null or new.recounted_by is not null) then
    perform note_count_part(new.job_no, new.line_no, 'Y', new.recounted_by,
      coalesce(new.recounted_at, now()), old.recount_qty, new.recount_qty);
  end if;
  return null;
end $$;
