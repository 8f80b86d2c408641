-- Lists of customs: weekly rates, sheds, tails of HS codes. What was asked is kept as it came; what
-- it says otherwise than ours is proposed line by line, and taken over by people alone.

create table customs_list_key (
  wcode text not null references warehouse,
  list_cd text not null check (list_cd in ('RATE_IMP', 'RATE_EXP', 'SHED', 'HS')),
  -- Encrypted with the key of the site; shown to nobody.
  service_key text not null,
  updated_by text not null,
  updated_at timestamptz not null default now(),
  primary key (wcode, list_cd)
);

create table customs_list (
  list_id bigint generated always as identity primary key,
  wcode text not null references warehouse,
  list_cd text not null check (list_cd in ('RATE_IMP', 'RATE_EXP', 'SHED', 'HS')),
  asked_no text not null,
  result_cd text not null check (result_cd in ('OK', 'NONE', 'ERROR', 'BROKEN', 'SILENT')),
  message text,
  raw_text text,
  tries integer not null,
  -- Entries that customs named, ours among them.
  entry_count integer not null,
  user_id text not null,
  asked_at timestamptz not null default clock_timestamp()
);
create index customs_list_asked on customs_list (wcode, asked_at);
create trigger customs_list_append_only before update or delete on customs_list
  for each row execute function refuse_change();

create table customs_list_line (
  list_id bigint not null references customs_list,
  line_no integer not null,
  entry_cd text not null,
  detail text,
  from_dt date,
  ours text,
  theirs text not null,
  taken_by text,
  taken_at timestamptz,
  primary key (list_id, line_no),
  constraint customs_list_line_taken check ((taken_by is null) = (taken_at is null))
);
