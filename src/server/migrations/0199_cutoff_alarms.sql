-- Which cut-off of which booking was told of by mail, how many hours before, and at which address. A
-- cut-off that moves is another one and is told again.
create table booking_cutoff_told (
  booking_id text not null references booking on delete cascade,
  cutoff_cd text not null check (cutoff_cd in ('DCO', 'VCO', 'FCO', 'LCO', 'ERO')),
  cutoff_at text not null check (cutoff_at ~ '^\d{14}$'),
  alarm_hours integer not null check (alarm_hours in (48, 24, 4)),
  mail_to text not null,
  told_at timestamptz not null default now(),
  primary key (booking_id, cutoff_cd, cutoff_at, alarm_hours)
);
