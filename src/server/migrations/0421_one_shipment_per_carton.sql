-- A carton number is on one live shipment. An SSCC that left is never used again (GS1 General
-- Specifications, allocating SSCCs).

-- The SSCC of a number with or without its application identifier 00; null for other numbers.
create function sscc_of(number text) returns text language sql immutable parallel safe
return case when number ~ '^(00)?[0-9]{18}$' and (
    select sum(substr(right(number, 18), place, 1)::integer * case when place % 2 = 1 then 3 else 1 end)
    from generate_series(1, 18) place) % 10 = 0
  then right(number, 18) end;

-- Null for up to three digits: a position within the shipment (box 1 of 3), not a carton number.
create function carton_key(number text) returns text language sql immutable parallel safe
return case when number !~ '^[0-9]{1,3}$' then coalesce(sscc_of(number), upper(number)) end;

create index shipment_box_carton on shipment_box (carton_key(box_no));
create index shipment_match_carton on shipment_match (carton_key(match_no))
  where match_cd = 'BOX';

create table shipped_sscc (
  sscc text not null,
  shipment_no text not null references shipment,
  primary key (sscc, shipment_no)
);

create view shipment_carton as
  select shipment_no, carton_key(box_no) carton, box_no from shipment_box
  union all
  select shipment_no, carton_key(match_no), match_no from shipment_match where match_cd = 'BOX';

insert into shipped_sscc (sscc, shipment_no)
select distinct sscc_of(c.box_no), c.shipment_no
from shipment_carton c join shipment s using (shipment_no)
where s.state_cd = '60' and sscc_of(c.box_no) is not null;

-- Locks the number before the check: the next statement sees what other transactions committed.
create function refuse_second_carton(number text, shipment text, source text, field text)
returns void language plpgsql as $$
declare
  other text;
begin
  perform pg_advisory_xact_lock(hashtextextended('carton ' || carton_key(number), 0));
  select q.shipment_no into other from (
    select c.shipment_no from shipment_carton c join shipment s using (shipment_no)
    where c.carton = carton_key(number) and c.shipment_no <> shipment
      and s.state_cd < case when sscc_of(number) is null then '60' else '90' end
    union all
    select x.shipment_no from shipped_sscc x
    where x.sscc = sscc_of(number) and x.shipment_no <> shipment) q
  limit 1;
  if found then
    raise exception 'carton of another shipment' using errcode = '23505',
      constraint = 'shipment_carton_once', table = source, column = field,
      detail = number || ' ' || other;
  end if;
end $$;

create function guard_carton() returns trigger language plpgsql as $$
declare
  number text := to_jsonb(new) ->> tg_argv[0];
begin
  perform refuse_second_carton(number, new.shipment_no, tg_table_name, tg_argv[1]);
  if sscc_of(number) is not null then
    insert into shipped_sscc (sscc, shipment_no)
    select sscc_of(number), shipment_no from shipment
    where shipment_no = new.shipment_no and state_cd = '60' on conflict do nothing;
  end if;
  return new;
end $$;
create trigger shipment_box_carton_once before insert or update of box_no on shipment_box
  for each row execute function guard_carton('box_no', 'code');
create trigger shipment_match_carton_once before insert or update of match_no on shipment_match
  for each row when (new.match_cd = 'BOX') execute function guard_carton('match_no', 'numbers');

-- Shipping records SSCCs for good. Cancelled shipping makes the numbers live again.
create function follow_cartons() returns trigger language plpgsql as $$
begin
  if new.state_cd = '60' then
    insert into shipped_sscc (sscc, shipment_no)
    select distinct sscc_of(box_no), shipment_no from shipment_carton
    where shipment_no = new.shipment_no and sscc_of(box_no) is not null
    on conflict do nothing;
  else
    perform refuse_second_carton(box_no, shipment_no, 'shipment', 'shipment_no')
    from (select box_no, shipment_no from shipment_carton
      where shipment_no = new.shipment_no order by carton) c;
  end if;
  return new;
end $$;
create trigger shipment_cartons_followed after update on shipment
  for each row when (old.state_cd <> new.state_cd and '60' in (old.state_cd, new.state_cd))
  execute function follow_cartons();
