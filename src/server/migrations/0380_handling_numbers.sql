-- Numbers of new pallets and boxes, given ahead of the goods and printed as labels. A number is
-- given once, whatever becomes of the rule it was made by.

alter table auto_number_rule
  drop constraint auto_number_rule_period_pattern_check,
  drop constraint auto_number_rule_next_pattern_check,
  add constraint auto_number_rule_period check (
    period_pattern in ('YYYYMMDD', 'YYYYMM', 'YYYY', '', 'SSCC')),
  add constraint auto_number_rule_next_period check (
    next_pattern in ('YYYYMMDD', 'YYYYMM', 'YYYY', '', 'SSCC')),
  -- Extension digit and company prefix; the counter and the check digit make 18 digits of them.
  add constraint auto_number_rule_sscc check (
    (period_pattern <> 'SSCC' or rule_cd = 'PALLET' and prefix ~ '^\d{8,10}$')
    and (coalesce(next_pattern, '') <> 'SSCC' or rule_cd = 'PALLET' and next_prefix ~ '^\d{8,10}$'));

insert into auto_number_rule (rule_cd, rule_nm, prefix, period_pattern, digits) values
  ('PALLET', '파렛트번호', 'PLT-', '', 6),
  ('BOX', '박스번호', 'BOX-', '', 6);

-- The check digit of GS1 over 17 digits: 3, 1, 3 … from the right.
create function gs1_check_digit(body text) returns text language sql immutable as $$
  select ((10 - sum(d::integer * case when (length(body) - at) % 2 = 0 then 3 else 1 end) % 10) % 10)::text
  from regexp_split_to_table(body, '') with ordinality x(d, at)
$$;

create or replace function number_text(prefix text, pattern text, digits integer, day date, n bigint)
returns text language sql immutable as $$
  select case when pattern = 'SSCC' then body || gs1_check_digit(body)
    else prefix || p || case when p = '' then '' else '-' end
      || lpad(n::text, greatest(digits, length(n::text)), '0') end
  from (select case when pattern in ('', 'SSCC') then '' else to_char(day, pattern) end p,
    prefix || lpad(n::text, greatest(17 - length(prefix), length(n::text)), '0') body) made
$$;

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
  p := case when now_is.pattern in ('', 'SSCC') then '' else to_char(day, now_is.pattern) end;
  insert into auto_number (rule_cd, period, last_no) values (rule, p, wanted)
    on conflict (rule_cd, period) do update set last_no = auto_number.last_no + wanted
    returning last_no into last;
  if now_is.pattern = 'SSCC' and length(now_is.prefix) + length(last::text) > 17 then
    raise exception 'no more numbers' using errcode = '23514',
      constraint = 'auto_number_sscc_ended', table = 'auto_number';
  end if;
  return query
    select number_text(now_is.prefix, now_is.pattern, now_is.digits, day, n)
    from generate_series(last - wanted + 1, last) n;
end $$;

create table handling_batch (
  batch_no bigint generated always as identity primary key,
  wcode text not null references warehouse,
  kind_cd text not null check (kind_cd in ('PALLET', 'BOX')),
  created_by text not null,
  created_at timestamptz not null default now()
);
create index handling_batch_newest on handling_batch (wcode, batch_no desc);

create table handling_number (
  handle_no text primary key,
  batch_no bigint not null references handling_batch,
  -- The first of its batch is 1.
  place integer not null check (place > 0),
  constraint handling_number_place unique (batch_no, place)
);

create function refuse_changed_number() returns trigger language plpgsql as $$
begin
  raise exception 'given numbers stay' using errcode = '23514',
    constraint = 'handling_number_stays', table = tg_table_name;
end $$;
create trigger handling_number_stays before update or delete on handling_number
  for each row execute function refuse_changed_number();
create trigger handling_batch_stays before update or delete on handling_batch
  for each row execute function refuse_changed_number();

-- Whether a number ever stood on goods, also where nothing lies there any more.
create index stock_balance_pallet_ever on stock_balance (pallet_no) where pallet_no <> '';
create index stock_balance_box_ever on stock_balance (box_no) where box_no <> '';
create index shipment_box_number on shipment_box (box_no);

-- Gives numbers that never stood on anything, by the rule of their kind.
create function give_handling_numbers(batch bigint, wanted integer) returns void
language plpgsql as $$
declare
  b handling_batch;
  given integer := 0;
  made integer;
begin
  select * into strict b from handling_batch where batch_no = batch;
  while given < wanted loop
    insert into handling_number (handle_no, batch_no, place)
    select n, batch, given + row_number() over (order by at)
    from next_numbers(b.kind_cd, (now() at time zone 'Asia/Seoul')::date, wanted - given)
      with ordinality x(n, at)
    where not exists (select from handling_number h where h.handle_no = n)
      and not exists (select from stock_balance s where s.pallet_no = n and s.pallet_no <> '')
      and not exists (select from stock_balance s where s.box_no = n and s.box_no <> '')
      and not exists (select from shipment_box s where s.box_no = n);
    get diagnostics made = row_count;
    given := given + made;
  end loop;
end $$;
