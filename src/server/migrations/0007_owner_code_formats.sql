-- How the codes on an owner's goods are put together, where they follow no standard: read by every
-- scan station for the goods of that owner, the lowest sequence first.

create table owner_code_format (
  owner_cd text not null references owner,
  format_nm text not null,
  format_seq integer not null default 10 check (format_seq >= 0),
  -- Parts in braces, as SJ{ITEM:8}-{LOT}-{VALID:yyMMdd}.
  pattern text not null,
  -- A code as it is printed; it must read by the pattern.
  sample_code text,
  use_yn text not null default 'Y' check (use_yn in ('Y', 'N')),
  remark text,
  version integer not null default 1,
  created_by text not null default 'system',
  created_at timestamptz not null default now(),
  updated_by text not null default 'system',
  updated_at timestamptz not null default now(),
  primary key (owner_cd, format_nm)
);
