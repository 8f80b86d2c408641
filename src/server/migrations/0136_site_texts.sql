-- What the site says in the place of a text of the product, by both languages of that text.
create table site_text (
  text_key text primary key,
  text_ko text not null,
  text_en text not null,
  -- Null where the product's own text holds.
  site_ko text,
  site_en text,
  version integer not null default 1,
  created_by text not null default 'system',
  created_at timestamptz not null default now(),
  updated_by text not null default 'system',
  updated_at timestamptz not null default now()
);
create trigger site_text_history after insert or update or delete on site_text
  for each row execute function keep_change('text_key');
