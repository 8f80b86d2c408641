-- Number rules that change from the next period, code groups of the site, its menu, and the words
-- of its columns.

alter table auto_number_rule
  -- What holds from the day on; null where no change was asked for.
  add next_prefix text,
  add next_pattern text check (next_pattern in ('YYYYMMDD', 'YYYYMM', 'YYYY', '')),
  add next_digits integer check (next_digits between 3 and 10),
  add next_from_dt date,
  add constraint auto_number_rule_next check (
    num_nulls(next_prefix, next_pattern, next_digits, next_from_dt) in (0, 4)),
  add version integer not null default 1,
  add created_by text not null default 'system',
  add created_at timestamptz not null default now(),
  add updated_by text not null default 'system',
  add updated_at timestamptz not null default now();
create trigger auto_number_rule_history after update on auto_number_rule
  for each row execute function keep_change('rule_cd');

-- A rule as it holds on a day: prefix, pattern of the period, digits.
create function number_rule_on(r auto_number_rule, day date,
  out prefix text, out pattern text, out digits integer) language sql immutable as $$
  select case when day >= r.next_from_dt then r.next_prefix else r.prefix end,
    case when day >= r.next_from_dt then r.next_pattern else r.period_pattern end,
    case when day >= r.next_from_dt then r.next_digits else r.digits end
$$;

create function number_text(prefix text, pattern text, digits integer, day date, n bigint)
returns text language sql immutable as $$
  select prefix || p || case when p = '' then '' else '-' end
    || lpad(n::text, greatest(digits, length(n::text)), '0')
  from (select case when pattern = '' then '' else to_char(day, pattern) end p) period
$$;

-- The counter of a period is found by its text, so that a new pattern goes on where its period is.
create or replace function next_numbers(rule text, day date, wanted integer) returns setof text
language plpgsql as $$
declare
  r auto_number_rule;
  now_is record;
  p text;
  last bigint;
begin
  select * into strict r from auto_number_rule where rule_cd = rule;
  now_is := number_rule_on(r, day);
  p := case when now_is.pattern = '' then '' else to_char(day, now_is.pattern) end;
  insert into auto_number (rule_cd, period, last_no) values (rule, p, wanted)
    on conflict (rule_cd, period) do update set last_no = auto_number.last_no + wanted
    returning last_no into last;
  return query
    select number_text(now_is.prefix, now_is.pattern, now_is.digits, day, n)
    from generate_series(last - wanted + 1, last) n;
end $$;

create table code_group (
  group_cd text primary key check (group_cd = lower(group_cd)),
  group_nm text not null,
  english_nm text,
  remark text,
  version integer not null default 1,
  created_by text not null default 'system',
  created_at timestamptz not null default now(),
  updated_by text not null default 'system',
  updated_at timestamptz not null default now()
);
create table common_code (
  group_cd text not null references code_group,
  code_cd text not null check (code_cd = upper(code_cd)),
  code_nm text not null,
  english_nm text,
  code_seq integer not null default 0,
  from_dt date,
  to_dt date,
  use_yn text not null default 'Y' check (use_yn in ('Y', 'N')),
  remark text,
  version integer not null default 1,
  created_by text not null default 'system',
  created_at timestamptz not null default now(),
  updated_by text not null default 'system',
  updated_at timestamptz not null default now(),
  primary key (group_cd, code_cd),
  constraint common_code_period check (to_dt >= from_dt)
);
create trigger code_group_history after insert or update or delete on code_group
  for each row execute function keep_change('group_cd');
create trigger common_code_history after insert or update or delete on common_code
  for each row execute function keep_change('group_cd', 'code_cd');

-- What the site calls its menus, in which order, and which it leaves out. Rights are elsewhere.
create table site_menu (
  menu_id text primary key,
  menu_nm text,
  english_nm text,
  icon_cd text,
  menu_seq integer,
  hide_yn text not null default 'N' check (hide_yn in ('Y', 'N')),
  version integer not null default 1,
  created_by text not null default 'system',
  created_at timestamptz not null default now(),
  updated_by text not null default 'system',
  updated_at timestamptz not null default now()
);
create trigger site_menu_history after insert or update or delete on site_menu
  for each row execute function keep_change('menu_id');
create trigger access_change after insert or update or delete on site_menu
  for each statement execute function tell_access_change();

create table data_word (
  word_cd text primary key check (word_cd ~ '^[A-Z][A-Z0-9]*$'),
  word_nm text not null,
  english_nm text not null,
  remark text,
  version integer not null default 1,
  created_by text not null default 'system',
  created_at timestamptz not null default now(),
  updated_by text not null default 'system',
  updated_at timestamptz not null default now()
);
create trigger data_word_history after insert or update or delete on data_word
  for each row execute function keep_change('word_cd');
insert into data_word (word_cd, word_nm, english_nm) values
  ('CD', '코드', 'code'), ('NM', '이름', 'name'), ('NO', '번호', 'number'), ('QTY', '수량', 'quantity'),
  ('DT', '날짜', 'day'), ('AT', '일시', 'moment'), ('DTM', '일시', 'moment'), ('YN', '여부', 'yes or no'),
  ('SEQ', '순서', 'position'), ('KG', '킬로그램', 'kilograms'), ('CBM', '입방미터', 'cubic metres'),
  ('DAYS', '일수', 'days'), ('RATE', '비율', 'per cent'), ('WCODE', '창고', 'warehouse'),
  ('OWNER', '화주', 'owner'), ('SUPPLIER', '공급처', 'supplier'), ('SHIP', '출하', 'ship'),
  ('TO', '까지', 'to'), ('FROM', '부터', 'from'), ('ZONE', '존', 'zone'), ('CELL', '셀', 'cell'),
  ('STOCK', '품목', 'item'), ('LOT', '로트', 'lot'), ('PALLET', '파렛트', 'pallet'), ('BOX', '박스', 'box'),
  ('USER', '사용자', 'user'), ('ROLE', '역할', 'role'), ('MENU', '메뉴', 'menu'), ('CORP', '회사', 'company'),
  ('RECEIPT', '입고', 'receipt'), ('SHIPMENT', '출고', 'shipment'), ('STATE', '상태', 'state'),
  ('REMARK', '비고', 'remark'), ('UPDATED', '수정', 'changed'), ('BY', '사람', 'by'), ('USE', '사용', 'use'),
  ('BIZ', '사업자', 'business'), ('PHONE', '전화', 'phone'), ('EMAIL', '이메일', 'e-mail'),
  ('ORDER', '주문', 'order'), ('LINE', '라인', 'line'), ('VALID', '유통기한', 'valid until'),
  ('MADE', '제조', 'made'), ('RECEIVED', '입고', 'received'), ('REASON', '사유', 'reason');

-- How many rows use each code of a list, over the columns that hold such codes. Of a large table
-- the planner's statistics answer, so that looking at a list never reads a ledger.
create function count_codes(tables text[], columns text[])
returns table (code text, uses bigint) language plpgsql stable as $$
declare
  i integer;
  size bigint;
begin
  for i in 1 .. coalesce(array_length(tables, 1), 0) loop
    continue when not exists (
      select from pg_attribute a join pg_class c on c.oid = a.attrelid
      where c.oid = to_regclass(tables[i]) and c.relkind in ('r', 'p')
        and a.attname = columns[i] and not a.attisdropped);
    select reltuples::bigint into size from pg_class where oid = to_regclass(tables[i]);
    if size > 200000 then
      return query
        select v::text, (f * size)::bigint from pg_stats s,
          unnest(s.most_common_vals::text::text[], s.most_common_freqs) m(v, f)
        where s.schemaname = 'public' and s.tablename = tables[i] and s.attname = columns[i];
    else
      return query execute format(
        'select %I::text, count(*) from %I where %I is not null group by 1',
        columns[i], tables[i], columns[i]);
    end if;
  end loop;
end $$;
