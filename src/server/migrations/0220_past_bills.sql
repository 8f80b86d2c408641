-- Bills of a past that is being made are written down by its clock, like its work.
do $$
declare
  c record;
begin
  for c in
    select table_name, column_name, column_default from information_schema.columns
    where table_schema = current_schema() and column_default in ('now()', 'clock_timestamp()')
      and table_name in ('invoice', 'payment', 'payment_match')
  loop
    execute format('alter table %I alter column %I set default coalesce(told_moment(), %s)',
      c.table_name, c.column_name, c.column_default);
  end loop;
end $$;
