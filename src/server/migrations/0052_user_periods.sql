-- From when to when somebody may work here, and when each logged in last.

alter table app_user
  add from_dt date,
  add to_dt date,
  add constraint app_user_period check (to_dt >= from_dt),
  -- No password opens an account before its user chose one.
  alter password_hash set default '!';

create function user_works(u app_user) returns boolean language sql stable parallel safe as $$
  select u.use_yn = 'Y'
    and (now() at time zone 'Asia/Seoul')::date
      between coalesce(u.from_dt, '-infinity') and coalesce(u.to_dt, 'infinity')
$$;

create table user_login (
  user_id text primary key references app_user on delete cascade,
  logged_in_at timestamptz not null default now()
);
insert into user_login (user_id, logged_in_at)
  select user_id, max(created_at) from session group by user_id;

create function note_login() returns trigger language plpgsql as $$
begin
  insert into user_login (user_id) values (new.user_id)
    on conflict (user_id) do update set logged_in_at = now();
  return null;
end $$;
create trigger session_begin after insert on session
  for each row execute function note_login();

-- Whoever may not work any more has no session either, and the streams of the pages end.
create function end_sessions() returns trigger language plpgsql as $$
begin
  if not user_works(new) then delete from session where user_id = new.user_id; end if;
  return null;
end $$;
create trigger user_ends after update of use_yn, from_dt, to_dt on app_user
  for each row execute function end_sessions();

create trigger app_user_history after insert or update or delete on app_user
  for each row execute function keep_change('user_id', '-', 'password_hash', 'must_change_yn');
create trigger user_warehouse_history after insert or update or delete on user_warehouse
  for each row execute function keep_change('user_id', 'wcode');
create trigger user_owner_history after insert or update or delete on user_owner
  for each row execute function keep_change('user_id', 'owner_cd');

-- Rights of a past day are worked out from their changes, so that none may be rewritten.
create trigger role_change_stays before update or delete on role_change
  for each row execute function refuse_change();
create trigger role_change_whole before truncate on role_change
  for each statement execute function refuse_change();
create index role_change_by_time on role_change (changed_at desc);
create index role_change_of_user on role_change (user_id) where user_id is not null;
