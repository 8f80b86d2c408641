-- A code identifies one item of an owner, whichever kind of code it is. Codes that already
-- identify several items remain until they are changed; `npm run verify` lists them.

-- Equal for codes that scan alike: GTINs of 8, 12, 13 and 14 digits, and codes in either case.
create function stock_code_key(code text) returns text language sql immutable parallel safe
return case when code ~ '^([0-9]{8}|[0-9]{12,14})$' then lpad(code, 14, '0') else upper(code) end;

create index stock_code_key_item on stock (stock_code_key(stock_cd), owner_cd);
create index stock_code_key_barcode on stock (stock_code_key(barcode), owner_cd);
create index stock_unit_code_key on stock_unit (stock_code_key(barcode), owner_cd);
create index stock_altcode_code_key on stock_altcode (stock_code_key(alt_cd), owner_cd);

create view stock_code as
  select owner_cd, stock_cd, stock_code_key(stock_cd) code_key, 'ITEM' kind_cd from stock
  union all
  select owner_cd, stock_cd, stock_code_key(barcode), 'BARCODE' from stock
  where barcode is not null
  union all
  select owner_cd, stock_cd, stock_code_key(barcode), 'UNIT' from stock_unit
  where barcode is not null
  union all
  select owner_cd, stock_cd, stock_code_key(alt_cd), 'ALT' from stock_altcode;

-- Runs before each row because the check must see the previous rows of the same statement only.
-- The arguments are the columns with codes.
create function refuse_second_meaning() returns trigger language plpgsql as $$
declare
  was jsonb := case when tg_op = 'UPDATE' then to_jsonb(old) else '{}'::jsonb end;
  now jsonb := to_jsonb(new);
  name text;
  other record;
begin
  foreach name in array tg_argv loop
    continue when now ->> name is null
      or (was ->> name is not distinct from now ->> name and was ->> 'stock_cd' = new.stock_cd);
    perform pg_advisory_xact_lock(hashtextextended('stock_code ' || new.owner_cd, 0));
    select c.stock_cd, c.kind_cd into other from stock_code c
    where c.code_key = stock_code_key(now ->> name) and c.owner_cd = new.owner_cd
      and c.stock_cd <> new.stock_cd
    limit 1;
    if found then
      raise exception 'code of another item' using errcode = '23505',
        constraint = 'stock_code_once', table = tg_table_name, column = name,
        detail = other.kind_cd || ' ' || other.stock_cd;
    end if;
  end loop;
  return new;
end $$;

-- Items come in thousands: one check of all rows of a statement, by index even if the table was small
-- when the plan was made.
create function refuse_second_meanings() returns trigger language plpgsql
set enable_seqscan = off as $$
declare
  other record;
begin
  perform pg_advisory_xact_lock(hashtextextended('stock_code ' || o.owner_cd, 0))
  from (select distinct owner_cd from added order by 1) o;
  with fresh as materialized (
    select a.place, a.owner_cd, a.stock_cd, k.field, stock_code_key(k.code) code_key
    from (select *, row_number() over () place from added) a
    cross join lateral (values ('stock_cd', a.stock_cd), ('barcode', a.barcode)) k(field, code)
    where k.code is not null)
  select * into other from (
    select n.place, n.field, s.stock_cd, 'ITEM' kind_cd from fresh n join stock s
      on stock_code_key(s.stock_cd) = n.code_key and s.owner_cd = n.owner_cd
      and s.stock_cd <> n.stock_cd
    union all
    select n.place, n.field, s.stock_cd, 'BARCODE' from fresh n join stock s
      on stock_code_key(s.barcode) = n.code_key and s.owner_cd = n.owner_cd
      and s.stock_cd <> n.stock_cd
    union all
    select n.place, n.field, u.stock_cd, 'UNIT' from fresh n join stock_unit u
      on stock_code_key(u.barcode) = n.code_key and u.owner_cd = n.owner_cd
      and u.stock_cd <> n.stock_cd
    union all
    select n.place, n.field, x.stock_cd, 'ALT' from fresh n join stock_altcode x
      on stock_code_key(x.alt_cd) = n.code_key and x.owner_cd = n.owner_cd
      and x.stock_cd <> n.stock_cd) c
  order by place desc limit 1;
  if other.stock_cd is not null then
    raise exception 'code of another item' using errcode = '23505',
      constraint = 'stock_code_once', table = tg_table_name, column = other.field,
      detail = other.kind_cd || ' ' || other.stock_cd;
  end if;
  return null;
end $$;
create trigger stock_codes_once after insert on stock
  referencing new table as added for each statement execute function refuse_second_meanings();
create trigger stock_barcode_once before update of barcode on stock
  for each row when (new.barcode is distinct from old.barcode)
  execute function refuse_second_meaning('barcode');
create trigger stock_unit_codes_once before insert or update on stock_unit
  for each row execute function refuse_second_meaning('barcode');
create trigger stock_altcode_codes_once before insert or update on stock_altcode
  for each row execute function refuse_second_meaning('alt_cd');
