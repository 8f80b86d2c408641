-- A site that began empty, and what its start needs that no other table tells: one row, or none for
-- a site that began with the demo company or before this was kept.
create table site_start (
  site_id text primary key default 'SITE',
  begun_at timestamptz not null default now(),
  -- When a mail server first took a mail.
  mail_sent_at timestamptz
);
