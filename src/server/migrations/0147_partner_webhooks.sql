-- Results that are posted to partners beside being asked for. The row of a delivery is written in the
-- transaction of its result, so that none is lost; it keeps its event_id however often it is tried.

alter table partner_profile
  add webhook_url text,
  -- Encrypted with the key of the site.
  add webhook_secret text,
  add webhook_at timestamptz;

create table webhook_delivery (
  delivery_id bigint generated always as identity primary key,
  event_id uuid not null default gen_random_uuid() unique,
  message_id bigint not null unique references partner_message,
  wcode text not null,
  owner_cd text not null,
  profile_cd text not null,
  -- Deliveries about one document wait for each other.
  doc_no text not null,
  -- 10 waiting, 50 delivered, 80 given up.
  state_cd text not null default '10' check (state_cd in ('10', '50', '80')),
  tries integer not null default 0 check (tries >= 0),
  -- While it is being tried: when another process may take it up.
  next_at timestamptz not null default now(),
  give_up_at timestamptz not null default now() + interval '24 hours',
  -- What the last try came to, in both languages.
  answer jsonb,
  delivered_at timestamptz,
  version integer not null default 1,
  created_by text not null,
  created_at timestamptz not null default now(),
  updated_by text not null,
  updated_at timestamptz not null default now(),
  foreign key (wcode, owner_cd, profile_cd) references partner_profile
);
create index webhook_delivery_waiting
  on webhook_delivery (wcode, owner_cd, profile_cd, doc_no, delivery_id) where state_cd = '10';
create index webhook_delivery_search
  on webhook_delivery (wcode, owner_cd, profile_cd, delivery_id);
