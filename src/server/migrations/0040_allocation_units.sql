-- Whole pallets and boxes leave before loose pieces where the owner, or the item, says so.
alter table owner add column whole_yn text not null default 'N' check (whole_yn in ('Y', 'N'));
alter table stock add column whole_yn text check (whole_yn in ('Y', 'N'));
