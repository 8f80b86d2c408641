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

create type given_code as (place bigint, owner_cd text, stock_cd text, field text, code text);

-- Checks the new codes of a statement in one query, because items come in thousands; by index, even
-- if the tables were small when the plan was made. The arguments are the columns with codes.
create function refuse_second_meanings() returns trigger language plpgsql
set enable_seqscan = off as $$
declare
  given given_code[];
  other record;
begin
  if tg_op = 'INSERT' then
    given := array(
      select row(row_number() over (), a.owner_cd, a.stock_cd, f.field,
        to_jsonb(a) ->> f.field)::given_code
      from added a cross join unnest(tg_argv) f(field));
  else
    given := array(
      select row(0, c.owner_cd, c.stock_cd, c.field, c.code)::given_code from (
        select a.owner_cd, a.stock_cd, f.field, to_jsonb(a) ->> f.field code
        from added a cross join unnest(tg_argv) f(field)
        except
        select b.owner_cd, b.stock_cd, f.field, to_jsonb(b) ->> f.field
        from replaced b cross join unnest(tg_argv) f(field)) c);
  end if;
  perform pg_advisory_xact_lock(hashtextextended('stock_code ' || o.owner_cd, 0))
  from (select distinct owner_cd from unnest(given) where code is not null order by 1) o;
  with fresh as materialized (
    select place, owner_cd, stock_cd, field, stock_code_key(code) code_key
    from unnest(given) where code is not null)
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
  if found then
    raise exception 'code of another item' using errcode = '23505',
      constraint = 'stock_code_once', table = tg_table_name, column = other.field,
      detail = other.kind_cd || ' ' || other.stock_cd;
  end if;
  return null;
end $$;
create trigger stock_codes_once after insert on stock
  referencing new table as added
  for each statement execute function refuse_second_meanings('stock_cd', 'barcode');
create trigger stock_codes_once_changed after update on stock
  referencing old table as replaced new table as added
  for each statement execute function refuse_second_meanings('stock_cd', 'barcode');
create trigger stock_unit_codes_once after insert on stock_unit
  referencing new table as added
  for each statement execute function refuse_second_meanings('barcode');
create trigger stock_unit_codes_once_changed after update on stock_unit
  referencing old table as replaced new table as added
  for each statement execute function refuse_second_meanings('barcode');
create trigger stock_altcode_codes_once after insert on stock_altcode
  referencing new table as added
  for each statement execute function refuse_second_meanings('alt_cd');
create trigger stock_altcode_codes_once_changed after update on stock_altcode
  referencing old table as replaced new table as added
  for each statement execute function refuse_second_meanings('alt_cd');
