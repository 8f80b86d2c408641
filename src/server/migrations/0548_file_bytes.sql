-- Contents of stored files in chunks. Chunks are written before the row of their file; those of an
-- upload that failed are purged after a day.
create table stored_chunk (
  file_sn text not null,
  chunk_no integer not null check (chunk_no >= 0),
  bytes bytea not null check (length(bytes) between 1 and 262144),
  created_at timestamptz not null default now(),
  primary key (file_sn, chunk_no)
);
-- Most uploads are compressed already.
alter table stored_chunk alter column bytes set storage external;

create function protect_stored_chunk() returns trigger language plpgsql as $$
begin
  if exists (select from stored_file f where f.file_sn = old.file_sn) then
    raise exception 'the content of a stored file does not change' using errcode = 'WM001';
  end if;
  return coalesce(new, old);
end $$;
create trigger protect_stored_chunk before update or delete on stored_chunk
  for each row execute function protect_stored_chunk();

-- Logo and privacy policy of the site, as last found in the data folder of one of its servers.
create table site_file (
  file_nm text primary key,
  bytes bytea not null,
  changed_at timestamptz not null
);

-- Fingerprint of the key that encrypts stored secrets. Every server of the site has the same key.
create table site_key (
  only_row boolean primary key default true check (only_row),
  fingerprint text not null
);
