-- A wrong extension or removal notice is cancelled by an event that reverses it.
alter table bonded_event
  add reverses_id bigint unique references bonded_event,
  drop constraint bonded_event_months_check,
  add constraint bonded_event_months check (months <> 0 and (months > 0) = (reverses_id is null)),
  add constraint bonded_event_reverses check (reverses_id is null or event_cd <> 'AUCTION');

create or replace function carry_bonded_event() returns trigger language plpgsql as $$
begin
  if new.reverses_id is not null and not exists (select from bonded_event e
      where e.event_id = new.reverses_id and e.reverses_id is null
        and (e.bond_no, e.event_cd) = (new.bond_no, new.event_cd)
        and e.months is not distinct from -new.months) then
    raise exception 'a reversal is equal and opposite' using errcode = 'WM003';
  end if;
  update bonded_cargo c set extend_months = c.extend_months + coalesce(new.months, 0),
    auction_cd = coalesce(new.auction_cd, c.auction_cd),
    notice_dt = case new.event_cd when 'NOTICE' then (
      select max(e.event_dt) from bonded_event e
      where e.bond_no = new.bond_no and e.event_cd = 'NOTICE' and e.reverses_id is null
        and e.event_id is distinct from new.reverses_id
        and not exists (select from bonded_event x where x.reverses_id = e.event_id))
      else c.notice_dt end
  where c.bond_no = new.bond_no;
  return new;
end $$;
drop trigger bonded_event_carried on bonded_event;
create trigger bonded_event_carried after insert on bonded_event
  for each row execute function carry_bonded_event();
