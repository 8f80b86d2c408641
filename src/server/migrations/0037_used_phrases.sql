-- Phrases people write again and again: in mails, in remarks, on papers.

create table used_phrase (
  phrase_no bigint generated always as identity primary key,
  phrase text not null unique check (length(phrase) between 1 and 500),
  created_by text not null default 'system',
  created_at timestamptz not null default now()
);
