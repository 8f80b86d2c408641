-- Several users can count one line, whose `counted_by` names only the last of them. What each has
-- counted is kept per round.
create table count_part (
  job_no text not null,
  line_no integer not null,
  recount_yn text not null check (recount_yn in ('Y', 'N')),
  user_id text not null,
  qty numeric(15, 3) not null check (qty >= 0),
  -- Latest scan of the user.
  counted_at timestamptz not null,
  primary key (job_no, line_no, recount_yn, user_id),
  foreign key (job_no, line_no) references count_line on delete cascade
);

insert into count_part
select job_no, line_no, 'N', counted_by, count_qty, coalesce(counted_at, now()) from count_line
where count_qty is not null and counted_by is not null
union all
select job_no, line_no, 'Y', recounted_by, recount_qty, coalesce(recounted_at, now())
from count_line where recount_qty is not null and recounted_by is not null;

create index count_part_time on count_part (counted_at);

-- An undone scan reduces what the user has counted, then what others have, newest first.
create function note_count_part(job text, line integer, recount text, who text, at timestamptz,
  was numeric, is_now numeric) returns void language plpgsql as $$
declare
  added numeric := is_now - coalesce(was, 0);
begin
  if is_now is null then
    delete from count_part p
    where (p.job_no, p.line_no, p.recount_yn) = (job, line, recount);
  elsif added < 0 then
    update count_part p set qty = n.qty
    from (
      select c.user_id, greatest(0, c.qty - greatest(0, -added - (sum(c.qty) over w - c.qty))) qty
      from count_part c where (c.job_no, c.line_no, c.recount_yn) = (job, line, recount)
      window w as (order by c.user_id <> who, c.counted_at desc, c.user_id)) n
    where (p.job_no, p.line_no, p.recount_yn) = (job, line, recount) and p.user_id = n.user_id
      and p.qty <> n.qty;
  else
    insert into count_part (job_no, line_no, recount_yn, user_id, qty, counted_at)
    values (job, line, recount, who, added, at)
    on conflict (job_no, line_no, recount_yn, user_id)
      do update set qty = count_part.qty + excluded.qty, counted_at = excluded.counted_at;
  end if;
end $$;

-- A count without a time is dated now; one without a user is credited to none.
create function note_counts() returns trigger language plpgsql as $$
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
create trigger count_line_noted after update of count_qty, counted_at, recount_qty, recounted_at
  on count_line for each row execute function note_counts();
