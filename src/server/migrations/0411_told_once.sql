-- The moment that a save of the past was told is looked at once in a transaction, not for each row
-- that it writes.
create or replace function told_moment() returns timestamptz language plpgsql stable as $$
declare
  told text := current_setting('wms.moment', true);
begin
  if coalesce(told, '') = '' then return null; end if;
  if told = current_setting('wms.moment_allowed', true) then return told::timestamptz; end if;
  if warehouse_day(told::timestamptz) is distinct from past_day() then
    raise exception 'only the past of a demo is told its moment, day by day' using errcode = 'WM001';
  end if;
  perform set_config('wms.moment_allowed', told, true);
  return told::timestamptz;
end $$;
