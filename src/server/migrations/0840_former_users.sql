-- IDs of deleted users who had logged in. Histories, schedules, claims and files name users by ID:
-- with the ID they would pass to another person.
create table former_user (
  user_id text primary key,
  deleted_at timestamptz not null default now()
);
insert into former_user (user_id, deleted_at)
  select c.record_key, max(c.changed_at) from fact_change c
  where c.table_nm = 'app_user' and c.change_cd = 'D'
    and not exists (select from app_user u where u.user_id = c.record_key)
    and exists (select from security_event e where e.user_id = c.record_key
      and e.kind_cd = 'LOGIN' and e.outcome_cd = 'OK')
  group by c.record_key;
insert into former_user (user_id)
  select s.run_as from schedule s where s.run_as <> 'system'
    and not exists (select from app_user u where u.user_id = s.run_as)
  on conflict do nothing;

create function note_former_user() returns trigger language plpgsql as $$
begin
  if exists (select from user_login l where l.user_id = old.user_id) then
    insert into former_user (user_id) values (old.user_id) on conflict do nothing;
  end if;
  return old;
end $$;
create trigger app_user_leaves before delete on app_user
  for each row execute function note_former_user();

create function refuse_former_user() returns trigger language plpgsql as $$
begin
  if exists (select from former_user f where f.user_id = new.user_id) then
    raise exception 'the id belonged to a former user' using errcode = '23505',
      constraint = 'app_user_former', table = 'app_user', column = 'user_id';
  end if;
  return new;
end $$;
create trigger app_user_not_former before insert on app_user
  for each row execute function refuse_former_user();
