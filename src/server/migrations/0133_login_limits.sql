-- Limits of logins by address and by user, and whose resets come from where.

alter table login_failure add failure_no bigint generated always as identity;
create unique index login_failure_by_no on login_failure (failure_no);
create index login_failure_of_address on login_failure (address, failed_at);

-- Where users logged in from lately: there they are let in while others guess at their id.
create table login_place (
  user_id text not null references app_user on delete cascade,
  address text not null,
  seen_at timestamptz not null default now(),
  primary key (user_id, address)
);
create index login_place_by_age on login_place (seen_at);

-- Where an anonymous request came from, beside what it is about.
alter table job add throttle_from text;
