-- Numbers counted per warehouse: a pattern that starts with WCODE puts the code of the warehouse
-- before the period. Saves of different warehouses then do not wait for each other.

alter table auto_number_rule
  drop constraint auto_number_rule_period,
  drop constraint auto_number_rule_next_period,
  add constraint auto_number_rule_period check (
    period_pattern ~ '^(WCODE-)?(YYYYMMDD|YYYYMM|YYYY)$' or period_pattern in ('', 'WCODE', 'SSCC')),
  add constraint auto_number_rule_next_period check (
    next_pattern ~ '^(WCODE-)?(YYYYMMDD|YYYYMM|YYYY)$' or next_pattern in ('', 'WCODE', 'SSCC')),
  -- Customers and payments belong to no warehouse.
  add constraint auto_number_rule_warehouse check (
    rule_cd not in ('CUSTOMER', 'PAYMENT') or coalesce(next_pattern, period_pattern) !~ '^WCODE');

-- The prefixes under which a counter gave its numbers. A rule keeps only the present one.
alter table auto_number add prefixes text[] not null default '{}';
update auto_number a set prefixes = array[r.prefix] from auto_number_rule r where r.rule_cd = a.rule_cd;

-- The counter of a day: what stands between prefix and sequence.
create function number_period(pattern text, day date, warehouse text) returns text
language sql immutable as $$
  select case
    when pattern in ('', 'SSCC') then ''
    when pattern = 'WCODE' then nullif(warehouse, '')
    when pattern like 'WCODE-%' then nullif(warehouse, '') || '-' || to_char(day, substr(pattern, 7))
    else to_char(day, pattern) end
$$;

create function number_text(prefix text, pattern text, digits integer, period text, n bigint)
returns text language sql immutable as $$
  select case when pattern = 'SSCC' then body || gs1_check_digit(body)
    else prefix || period || case when period = '' then '' else '-' end
      || lpad(n::text, greatest(digits, length(n::text)), '0') end
  from (select prefix || lpad(n::text, greatest(17 - length(prefix), length(n::text)), '0') body) made
$$;

create function next_numbers(rule text, day date, wanted integer, warehouse text) returns setof text
language plpgsql as $$
declare
  r auto_number_rule;
  now_is record;
  p text;
  last bigint;
begin
  select * into strict r from auto_number_rule where rule_cd = rule;
  now_is := number_rule_on(r, day);
  p := number_period(now_is.pattern, day, warehouse);
  insert into auto_number as a (rule_cd, period, last_no, prefixes)
    values (rule, p, wanted, array[now_is.prefix])
    on conflict (rule_cd, period) do update set last_no = a.last_no + wanted,
      prefixes = case when now_is.prefix = any(a.prefixes) then a.prefixes
        else a.prefixes || now_is.prefix end
    returning last_no into last;
  if now_is.pattern = 'SSCC' and length(now_is.prefix) + length(last::text) > 17 then
    raise exception 'no more numbers' using errcode = '23514',
      constraint = 'auto_number_sscc_ended', table = 'auto_number';
  end if;
  return query
    select number_text(now_is.prefix, now_is.pattern, now_is.digits, p, n)
    from generate_series(last - wanted + 1, last) n;
end $$;

-- For servers of the version before, which know no rule per warehouse.
create or replace function next_numbers(rule text, day date, wanted integer) returns setof text
language sql as $$ select next_numbers(rule, day, wanted, null) $$;

create or replace function give_handling_numbers(batch bigint, wanted integer) returns void
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
    from next_numbers(b.kind_cd, (now() at time zone 'Asia/Seoul')::date, wanted - given, b.wcode)
      with ordinality x(n, at)
    where not exists (select from handling_number h where h.handle_no = n)
      and not exists (select from stock_balance s where s.pallet_no = n and s.pallet_no <> '')
      and not exists (select from stock_balance s where s.box_no = n and s.box_no <> '')
      and not exists (select from shipment_box s where s.box_no = n);
    get diagnostics made = row_count;
    given := given + made;
  end loop;
end $$;
