-- Every site lets go of old rows at night; the administrator may change when, how much, or pause it.
-- It is no change that somebody made, so that no history is written. When it comes next is worked
-- out when the server starts.

alter table schedule disable trigger schedule_history;
insert into schedule (schedule_cd, schedule_nm, kind_cd, argument, minute_cron, hour_cron, day_cron,
    month_cron, weekday_cron, overlap_cd)
  select 'NIGHT-PURGE', '오래된 기록 정리', 'PURGE', '90', '0', '4', '*', '*', '*', 'SKIP'
  where not exists (select from schedule where kind_cd = 'PURGE');
alter table schedule enable trigger schedule_history;
