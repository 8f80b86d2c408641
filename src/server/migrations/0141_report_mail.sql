-- Reports that go out by mail, and with whose rights a schedule runs.

alter table schedule
  -- Addresses parted by commas; null where nothing is mailed.
  add column mail_to text,
  -- With the rights of this user it runs: whoever said last what it does and whom it tells.
  add column run_as text;

alter table schedule disable trigger schedule_history;
update schedule set run_as = created_by;
alter table schedule enable trigger schedule_history;
alter table schedule alter column run_as set not null;

-- Else whoever changes somebody's schedule would be mailed what only the other may read.
create function set_run_as() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    new.run_as := new.created_by;
  elsif (new.kind_cd, new.argument, new.mail_to)
      is distinct from (old.kind_cd, old.argument, old.mail_to) then
    new.run_as := new.updated_by;
  end if;
  return new;
end $$;
create trigger schedule_run_as before insert or update on schedule
  for each row execute function set_run_as();
