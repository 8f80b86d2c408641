-- Where customs is asked, and what it answered, as it came. Nothing is booked from an answer by
-- itself: differences are shown, and people carry them over.

create table bonded_customs_setting (
  wcode text primary key references warehouse,
  service_url text not null,
  -- Encrypted with the key of the site; shown to nobody.
  service_key text not null,
  timeout_seconds integer not null default 10 check (timeout_seconds between 1 and 60),
  tries integer not null default 3 check (tries between 1 and 5),
  version integer not null default 1,
  updated_by text not null default 'system',
  updated_at timestamptz not null default now()
);

create table bonded_answer (
  answer_id bigint generated always as identity primary key,
  wcode text not null references warehouse,
  owner_cd text not null references owner,
  bond_no text not null references bonded_cargo,
  -- OK, NONE (customs knows no such cargo), MANY (several cargo numbers), ERROR (customs says no),
  -- BROKEN (unreadable), SILENT (nothing in time).
  result_cd text not null check (result_cd in ('OK', 'NONE', 'MANY', 'ERROR', 'BROKEN', 'SILENT')),
  asked_by_no text not null,
  message text,
  raw_text text,
  tries integer not null,
  user_id text not null,
  created_at timestamptz not null default clock_timestamp()
);
create index bonded_answer_cargo on bonded_answer (bond_no, answer_id);
create index bonded_answer_owner on bonded_answer (owner_cd);
create trigger bonded_answer_append_only before update or delete on bonded_answer
  for each row execute function refuse_change();

-- What an answer says otherwise than the register, field by field.
create table bonded_difference (
  answer_id bigint not null references bonded_answer,
  field_cd text not null,
  ours text,
  theirs text,
  primary key (answer_id, field_cd)
);
