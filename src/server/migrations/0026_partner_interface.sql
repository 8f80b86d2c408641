-- Messages of partners: how one partner writes (profile), what came and what goes (message and its
-- lines), and everything that was tried with a message (attempt). Nothing of it is ever deleted.

create table partner_profile (
  wcode text not null references warehouse,
  owner_cd text not null references owner,
  profile_cd text not null check (profile_cd = upper(profile_cd)),
  profile_nm text not null,
  -- Kinds of messages that are taken.
  receipt_yn text not null default 'Y' check (receipt_yn in ('Y', 'N')),
  shipment_yn text not null default 'Y' check (shipment_yn in ('Y', 'N')),
  stock_yn text not null default 'Y' check (stock_yn in ('Y', 'N')),
  -- Y: a message with nothing wrong is converted as it comes; N: it waits for somebody.
  auto_yn text not null default 'Y' check (auto_yn in ('Y', 'N')),
  -- `their name=our field, …` and `our field:their code=our code, …`.
  field_map text,
  code_map text,
  -- SHA-256 of the token: a stolen table opens no door.
  token_hash text unique,
  token_at timestamptz,
  -- Number of the last result; the row is locked while results are made, so they come in order.
  result_no bigint not null default 0,
  use_yn text not null default 'Y' check (use_yn in ('Y', 'N')),
  remark text,
  version integer not null default 1,
  created_by text not null default 'system',
  created_at timestamptz not null default now(),
  updated_by text not null default 'system',
  updated_at timestamptz not null default now(),
  primary key (wcode, owner_cd, profile_cd)
);

create table partner_message (
  message_id bigint generated always as identity primary key,
  wcode text not null,
  owner_cd text not null,
  profile_cd text not null,
  direction_cd text not null check (direction_cd in ('IN', 'OUT')),
  kind_cd text not null check (kind_cd in ('RECEIPT', 'SHIPMENT', 'STOCK')),
  -- The partner's number of what came; our number of a result.
  message_no text not null,
  channel_cd text not null check (channel_cd in ('REST', 'FILE', 'HAND')),
  -- IN: 10 waiting, 20 refused, 30 converted, 90 given up. OUT: 40 ready, 50 acknowledged.
  state_cd text not null check (
    direction_cd = 'IN' and state_cd in ('10', '20', '30', '90')
    or direction_cd = 'OUT' and state_cd in ('40', '50')),
  -- As it came, or as it is handed out, to the letter.
  raw_body text not null,
  body_hash text not null,
  -- OUT: the document it tells of, what became of it, and the partner's cursor.
  doc_no text,
  result_cd text check (result_cd in ('DONE', 'CHANGED', 'CANCELLED', 'REOPENED', 'ANSWER')),
  result_no bigint,
  remark text,
  version integer not null default 1,
  created_by text not null,
  created_at timestamptz not null default now(),
  updated_by text not null,
  updated_at timestamptz not null default now(),
  foreign key (wcode, owner_cd, profile_cd) references partner_profile,
  check ((direction_cd = 'OUT') = (result_no is not null)),
  constraint partner_message_number
    unique (wcode, owner_cd, profile_cd, direction_cd, kind_cd, message_no)
);
create index partner_message_search on partner_message (wcode, kind_cd, created_at);
create index partner_message_waiting on partner_message (wcode, kind_cd)
  where state_cd in ('10', '20', '40');
create unique index partner_message_result on partner_message (wcode, owner_cd, profile_cd, result_no)
  where result_no is not null;
create index partner_message_document on partner_message (doc_no) where doc_no is not null;

create table partner_message_line (
  message_id bigint not null references partner_message,
  line_no integer not null check (line_no > 0),
  -- Our field to the text that came for it, right or wrong.
  fields jsonb not null,
  -- What is wrong with the line: column, and why in both languages.
  errors jsonb not null default '[]',
  -- IN: the document the line became.
  doc_no text,
  version integer not null default 1,
  created_by text not null,
  created_at timestamptz not null default now(),
  updated_by text not null,
  updated_at timestamptz not null default now(),
  primary key (message_id, line_no)
);
create index partner_message_line_document on partner_message_line (doc_no) where doc_no is not null;

create table partner_attempt (
  message_id bigint not null references partner_message,
  attempt_no integer not null,
  attempt_cd text not null check (attempt_cd in ('RECEIVED', 'REPEATED', 'CORRECTED', 'CHECKED',
    'REFUSED', 'CONVERTED', 'CANCELLED', 'MADE', 'COLLECTED', 'HANDED', 'ACKNOWLEDGED')),
  detail jsonb not null,
  done_by text not null,
  done_at timestamptz not null default clock_timestamp(),
  primary key (message_id, attempt_no)
);
create trigger partner_attempt_append_only before update or delete on partner_attempt
  for each row execute function refuse_change();
