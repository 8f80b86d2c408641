-- Who looks at the site as somebody else, and until when.

create table see_as (
  actor_id text primary key references app_user on delete cascade,
  user_id text not null references app_user on delete cascade,
  until_at timestamptz not null,
  check (actor_id <> user_id)
);
