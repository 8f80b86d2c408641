-- Days on which one branch or partner is closed, beside its weekdays and the holidays of the site.
create table scm_partner_holiday (
  owner_cd text not null,
  partner_cd text not null,
  holiday_dt date not null,
  holiday_nm text not null,
  version integer not null default 1,
  created_by text not null default 'system',
  created_at timestamptz not null default now(),
  updated_by text not null default 'system',
  updated_at timestamptz not null default now(),
  primary key (owner_cd, partner_cd, holiday_dt),
  foreign key (owner_cd, partner_cd) references scm_partner
);

-- Whether the branch and the partner of an order, where it has them, are both open on a day.
create function partners_work(owner text, branch text, partner text, day date) returns boolean
language sql stable as $$
  select not exists (
    select from scm_partner p where p.owner_cd = owner and p.partner_cd in (branch, partner)
      and (position(extract(isodow from day)::text in p.work_days) = 0
        or exists (select from scm_partner_holiday h where h.owner_cd = p.owner_cd
          and h.partner_cd = p.partner_cd and h.holiday_dt = day)))
$$;

-- The first day on or after a day on which the site and the partners of an order all work.
create function next_order_day(w text, owner text, branch text, partner text, day date)
returns date language sql stable as $$
  select case when site_works(w, day) and partners_work(owner, branch, partner, day) then day
    else (select d::date from generate_series(day, day + 60, interval '1 day') d
      where site_works(w, d::date) and partners_work(owner, branch, partner, d::date)
      order by d limit 1) end
$$;
