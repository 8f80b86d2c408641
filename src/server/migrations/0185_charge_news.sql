-- What waiting work may have waited for: prices and measures that were entered since it was tried.
-- Written by the transaction that enters them, so that none is missed whatever the order of commits.

create table charge_news (
  news_no bigint generated always as identity primary key,
  -- A price of this charge, for one owner or for all of them; or a measure of this item.
  charge_cd text,
  owner_cd text,
  stock_cd text
);

create function tell_new_prices() returns trigger language plpgsql as $$
begin
  insert into charge_news (charge_cd, owner_cd)
    select distinct charge_cd, owner_cd from changed where state_cd = '20';
  return null;
end $$;
create trigger price_line_told after insert on price_line
  referencing new table as changed for each statement execute function tell_new_prices();
create trigger price_line_changed_told after update on price_line
  referencing new table as changed for each statement execute function tell_new_prices();

-- The first measure of an item comes with the item, before any work with it.
create function tell_new_measures() returns trigger language plpgsql as $$
begin
  insert into charge_news (owner_cd, stock_cd)
    select owner_cd, stock_cd from changed where from_dt > date '0001-01-01';
  return null;
end $$;
create trigger stock_measure_told after insert on stock_measure
  referencing new table as changed for each statement execute function tell_new_measures();
create trigger stock_measure_changed_told after update on stock_measure
  referencing new table as changed for each statement execute function tell_new_measures();

-- Work that is to be tried again.
alter table unbilled_work add is_due boolean not null default true;
drop index unbilled_tried;
create index unbilled_due on unbilled_work (cause_cd, doc_no) where is_due;

-- Labels printed since this moment were not looked at yet.
alter table charge_follow add rest_at timestamptz not null default '-infinity';
alter table charge_follow drop column tried_at;
