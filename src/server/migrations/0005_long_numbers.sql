-- A day with more documents than its rule has digits goes on with longer numbers: lpad alone cuts
-- them short, and the ten-thousandth receipt would take the number of the thousandth.
create or replace function next_numbers(rule text, day date, wanted integer) returns setof text
language plpgsql as $$
declare
  r auto_number_rule;
  p text;
  last bigint;
begin
  select * into strict r from auto_number_rule where rule_cd = rule;
  p := case when r.period_pattern = '' then '' else to_char(day, r.period_pattern) end;
  insert into auto_number (rule_cd, period, last_no) values (rule, p, wanted)
    on conflict (rule_cd, period) do update set last_no = auto_number.last_no + wanted
    returning last_no into last;
  return query
    select r.prefix || p || case when p = '' then '' else '-' end
      || lpad(n::text, greatest(r.digits, length(n::text)), '0')
    from generate_series(last - wanted + 1, last) n;
end $$;
