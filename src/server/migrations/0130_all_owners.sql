-- Who sees every owner is said outright: a user without the flag sees the owners named for him in
-- user_owner, and none where none is named. Whoever had no row until now saw every owner, and does
-- so still.

alter table app_user
  add all_owners_yn text not null default 'N' check (all_owners_yn in ('Y', 'N'));
update app_user u set all_owners_yn = 'Y'
  where not exists (select from user_owner o where o.user_id = u.user_id);

-- The two never say different things: looked at when everything of a save is written.
create function refuse_owners_twice() returns trigger language plpgsql as $$
begin
  if exists (select from app_user u join user_owner o using (user_id)
      where u.user_id = new.user_id and u.all_owners_yn = 'Y') then
    raise exception 'user % sees every owner and is bound to some', new.user_id
      using errcode = 'check_violation', constraint = 'app_user_owners';
  end if;
  return null;
end $$;
create constraint trigger app_user_owners after update of all_owners_yn on app_user
  deferrable initially deferred for each row execute function refuse_owners_twice();
create constraint trigger user_owner_bound after insert or update on user_owner
  deferrable initially deferred for each row execute function refuse_owners_twice();
