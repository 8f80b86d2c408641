-- Uses of a code in one warehouse: of documents and of their lines, which have no warehouse of their
-- own, and of prices for it or for all warehouses.
create or replace function code_used(list text, code text, house text)
  returns table (used_in text, used_count bigint, sample text) language plpgsql stable as
$$
declare
  reference record;
  document record;
  is_housed boolean;
  is_owned boolean;
  is_priced boolean;
  within text;
begin
  for reference in
    select c.conrelid::regclass::text as name, c.conrelid as id, a.attname as pointer,
      (select k.attname from pg_index i join pg_attribute k
        on k.attrelid = i.indrelid and k.attnum = i.indkey[0]
        where i.indrelid = c.conrelid and i.indisprimary) as own_key
    from pg_constraint c join pg_attribute a on a.attrelid = c.conrelid and a.attnum = c.conkey[1]
    where c.contype = 'f' and cardinality(c.conkey) = 1 and c.confrelid = (
      select oid from pg_class where relname = list and relnamespace = 'public'::regnamespace)
    order by 1, 3
  loop
    select bool_or(attname = 'wcode'), bool_or(attname = 'owner_cd'), bool_or(attname = 'price_wcode')
      into is_housed, is_owned, is_priced
      from pg_attribute where attrelid = reference.id and attnum > 0 and not attisdropped;
    select p.conrelid, f.relname as name, k.attname as key into document
      from pg_constraint p join pg_class f on f.oid = p.confrelid
      join pg_attribute a on a.attrelid = p.conrelid and a.attnum = p.conkey[1]
      join pg_attribute k on k.attrelid = p.confrelid and k.attnum = p.confkey[1]
      where p.contype = 'f' and cardinality(p.conkey) = 1 and p.conrelid = reference.id
        and a.attname = reference.own_key and exists (select from pg_attribute w
          where w.attrelid = p.confrelid and w.attname = 'wcode' and not w.attisdropped)
      limit 1;
    within := case
      when is_housed then 'and x.wcode = $2'
      when is_priced then 'and coalesce(x.price_wcode, $2) = $2'
      when document.name is not null then format(
        'and exists (select from %I d where d.%I = x.%I and d.wcode = $2)',
        document.name, document.key, reference.own_key)
      else '' end;
    used_in := reference.name;
    execute format('select count(*), %s from %I x where x.%I = $1 %s',
      case when is_owned then 'null::text' else format('min(x.%I::text)', reference.own_key) end,
      reference.name, reference.pointer, within)
      into used_count, sample using code, house;
    if used_count > 0 then return next; end if;
  end loop;
end
$$;
