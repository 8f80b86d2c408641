-- As before, but waits for a close of the same owner in progress. A close locks the owner's row
-- before it reads; a reversal that started earlier did not see the close that committed meanwhile.
create or replace function guard_closed_period() returns trigger language plpgsql as $$
declare
  places text[];
  numbers text[];
begin
  perform from owner where owner_cd in (select owner_cd from posted where reverses_no is not null)
    order by owner_cd for share;
  select array_agg(p.wcode), array_agg(p.doc_no) into places, numbers
  from posted p join stock_movement o on o.movement_no = p.reverses_no
  where o.business_dt <= closed_to(p.wcode, p.owner_cd);
  if numbers is not null then perform spend_approvals(places, numbers); end if;
  return null;
end $$;

create or replace function guard_closed_rejection() returns trigger language plpgsql as $$
declare
  place text;
begin
  if old.cancelled_at is not null or new.cancelled_at is null then return new; end if;
  perform from owner o join receipt r using (owner_cd) where r.receipt_no = new.receipt_no
    for share of o;
  select r.wcode into place from receipt r where r.receipt_no = new.receipt_no
    and warehouse_day(old.created_at) <= closed_to(r.wcode, r.owner_cd);
  if place is not null then
    perform spend_approvals(array[place], array[new.receipt_no]);
  end if;
  return new;
end $$;
