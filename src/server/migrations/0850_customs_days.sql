-- A deadline of customs on a Saturday, Sunday or public holiday moves to the next working day
-- (Customs Act §8, Civil Act §161). Holidays of fixed date are those of the law. Sites mark the
-- others (lunar, substitute, temporary) among their own holidays, which are otherwise open to
-- customs.
alter table site_holiday
  add public_yn text not null default 'N' check (public_yn in ('Y', 'N'));

create function customs_works(w text, day date) returns boolean language sql stable as $$
  select extract(isodow from day) < 6
    and to_char(day, 'MMDD') <> all
      ('{0101,0301,0501,0505,0606,0815,1003,1009,1225}'::text[])
    and not exists (select from site_holiday h
      where h.wcode = w and h.holiday_dt = day and h.public_yn = 'Y')
$$;

-- The first day on or after a day on which customs works.
create function customs_day(w text, day date) returns date language sql stable as $$
  select case when day is null or customs_works(w, day) then day
    else coalesce((select d::date from generate_series(day, day + 30, interval '1 day') d
      where customs_works(w, d::date) order by d limit 1), day) end
$$;
