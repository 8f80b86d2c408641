-- The tables may be in a schema that the site has set as the search path of its role.
do $$
declare
  own regnamespace := (select relnamespace from pg_class where oid = 'schema_migration'::regclass);
  found record;
begin
  -- Triggers of apply workers have an empty search path.
  execute format('alter function log_balances_where() set search_path = %s, pg_temp', own);
  execute format('alter function tell_replicated_measure() set search_path = %s, pg_temp', own);
  for found in
    select pg_get_functiondef(oid) text from pg_proc
    where pronamespace = own and proname in ('code_used', 'count_codes')
  loop
    execute replace(replace(found.text, '''public''::regnamespace',
        '(select relnamespace from pg_class where oid = to_regclass(''schema_migration''))'),
      's.schemaname = ''public''',
      's.schemaname = (select nspname from pg_namespace n join pg_class c on c.relnamespace = n.oid
        where c.oid = to_regclass(tables[i]))');
  end loop;
end $$;
