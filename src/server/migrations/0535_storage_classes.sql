-- Storage class and hazard class of items, and what zones and cells accept. A list holds codes
-- separated by commas. An empty class list accepts any item, an empty hazard list no hazardous one.
create function code_listed(list text, code text) returns boolean
language sql immutable parallel safe as $$
  select code = any(string_to_array(replace(coalesce(list, ''), ' ', ''), ','))
$$;

alter table stock add column store_cd text, add column hazard_cd text;
create index stock_hazard on stock (hazard_cd, owner_cd, stock_cd) where hazard_cd is not null;
alter table zone add column store_cds text, add column hazard_cds text,
  add column owner_cd text references owner (owner_cd);
alter table cell add column owner_cd text references owner (owner_cd),
  add column max_kg numeric(12, 3) check (max_kg >= 0),
  add column max_plt integer check (max_plt >= 0);
create index zone_owner on zone (owner_cd) where owner_cd is not null;
create index cell_owner on cell (owner_cd) where owner_cd is not null;

-- Hazard classes that are never stored in one zone.
create table hazard_pair (
  hazard_cd text not null,
  other_cd text not null,
  remark text,
  version integer not null default 1,
  created_by text not null default 'system',
  created_at timestamptz not null default now(),
  updated_by text not null default 'system',
  updated_at timestamptz not null default now(),
  primary key (hazard_cd, other_cd),
  constraint hazard_pair_differ check (hazard_cd <> other_cd)
);
create unique index hazard_pair_once
  on hazard_pair (least(hazard_cd, other_cd), greatest(hazard_cd, other_cd));
-- Enforcement Rules of the Dangerous Goods Safety Act (Korea), Annex 19, table 2.
insert into hazard_pair (hazard_cd, other_cd) values
  ('C1', 'C2'), ('C1', 'C3'), ('C1', 'C4'), ('C1', 'C5'), ('C2', 'C3'), ('C2', 'C6'),
  ('C3', 'C5'), ('C3', 'C6'), ('C4', 'C6'), ('C5', 'C6');

create function hazards_clash(one text, another text) returns boolean language sql stable as $$
  select exists (select from hazard_pair p
    where (p.hazard_cd, p.other_cd) in ((one, another), (another, one)))
$$;

-- Hazard classes in the cells of a zone. Docks are temporary.
create view zone_hazard as
  select c.wcode, c.zone_cd, k.hazard_cd, c.cell_cd, k.owner_cd, k.stock_cd
  from stock k cross join warehouse w
  join stock_balance b on b.wcode = w.wcode and b.owner_cd = k.owner_cd and b.stock_cd = k.stock_cd and b.qty > 0
  join cell c on c.wcode = b.wcode and c.cell_cd = b.cell_cd and c.cell_type_cd <> 'DOCK'
  where k.hazard_cd is not null;

-- Stock that would contradict a new value, given as `COLUMN=value`. Joins the reasons of 0437.
alter function item_obstacle(text, text, text) rename to item_use_obstacle;
create function item_obstacle(who text, item text, fixed_by text)
returns table (kind text, qty numeric, doc_no text) language sql stable rows 1 as $$
  select o.kind, o.qty, o.doc_no from item_use_obstacle(who, item, fixed_by) o
  where strpos(fixed_by, '=') = 0
  union all
  (select 'PLACED', null::numeric, c.cell_cd
    from (select split_part(fixed_by, '=', 1) name, split_part(fixed_by, '=', 2) code) v cross join warehouse w
    join stock_balance b on b.wcode = w.wcode and b.owner_cd = who and b.stock_cd = item and b.qty > 0
    join cell c on c.wcode = b.wcode and c.cell_cd = b.cell_cd and c.cell_type_cd <> 'DOCK'
    join zone z on z.wcode = c.wcode and z.zone_cd = c.zone_cd
    where strpos(fixed_by, '=') > 0 and case v.name
      when 'TEMPERATURE_CD' then v.code <> '' and v.code <> z.temperature_cd
      when 'STORE_CD' then z.store_cds is not null and not code_listed(z.store_cds, v.code)
      when 'HAZARD_CD' then v.code <> '' and (not code_listed(z.hazard_cds, v.code)
        or exists (select from zone_hazard h where h.wcode = z.wcode and h.zone_cd = z.zone_cd
          and (h.owner_cd, h.stock_cd) <> (who, item) and hazards_clash(h.hazard_cd, v.code))) end
    order by c.cell_cd limit 1)
$$;

alter function cell_obstacle(text, text, text) rename to cell_use_obstacle;
create function cell_obstacle(place text, cell text, fixed_by text)
returns table (kind text, qty numeric, doc_no text) language sql stable rows 1 as $$
  select o.kind, o.qty, o.doc_no from cell_use_obstacle(place, cell, fixed_by) o
  where strpos(fixed_by, '=') = 0
  union all
  (select 'PLACED', null::numeric, cell where fixed_by like 'OWNER_CD=_%' and exists (
    select from stock_balance b where b.wcode = place and b.cell_cd = cell and b.qty > 0
      and b.owner_cd <> split_part(fixed_by, '=', 2)))
$$;

alter function zone_obstacle(text, text, text) rename to zone_use_obstacle;
create function zone_obstacle(place text, zone text, fixed_by text)
returns table (kind text, qty numeric, doc_no text) language sql stable rows 1 as $$
  select o.kind, o.qty, o.doc_no from zone_use_obstacle(place, zone, fixed_by) o
  where strpos(fixed_by, '=') = 0
  union all
  (select 'PLACED', null::numeric, c.cell_cd
    from (select split_part(fixed_by, '=', 1) name, split_part(fixed_by, '=', 2) code) v
    join cell c on c.wcode = place and c.zone_cd = zone
    join stock_balance b on b.wcode = c.wcode and b.cell_cd = c.cell_cd and b.qty > 0
    join stock k on k.owner_cd = b.owner_cd and k.stock_cd = b.stock_cd
    where strpos(fixed_by, '=') > 0 and case v.name
      when 'STORE_CDS' then v.code <> '' and c.cell_type_cd <> 'DOCK'
        and not code_listed(v.code, coalesce(k.store_cd, ''))
      when 'HAZARD_CDS' then k.hazard_cd is not null and c.cell_type_cd <> 'DOCK'
        and not code_listed(v.code, k.hazard_cd)
      when 'OWNER_CD' then v.code <> '' and c.owner_cd is null and b.owner_cd <> v.code end
    order by c.cell_cd limit 1)
$$;

-- The last line of defence, as in 0437. The lock waits for saves that are about to use the row.
create function fix_storage() returns trigger language plpgsql as $$
declare broken boolean;
begin
  if tg_table_name = 'stock' then
    perform from stock s where s.owner_cd = old.owner_cd and s.stock_cd = old.stock_cd for update;
    broken := exists (select from (values
        (new.temperature_cd is distinct from old.temperature_cd, 'TEMPERATURE_CD', new.temperature_cd),
        (new.store_cd is distinct from old.store_cd, 'STORE_CD', new.store_cd),
        (new.hazard_cd is distinct from old.hazard_cd, 'HAZARD_CD', new.hazard_cd))
        c(is_changed, name, code)
      cross join lateral item_obstacle(old.owner_cd, old.stock_cd,
        c.name || '=' || coalesce(c.code, ''))
      where c.is_changed);
  elsif tg_table_name = 'cell' then
    perform from cell c where c.wcode = old.wcode and c.cell_cd = old.cell_cd for update;
    broken := exists (select from cell_obstacle(old.wcode, old.cell_cd,
      'OWNER_CD=' || coalesce(new.owner_cd, '')));
  else
    perform from cell c where c.wcode = old.wcode and c.zone_cd = old.zone_cd
      order by c.cell_cd for update;
    broken := exists (select from (values
        (new.store_cds is distinct from old.store_cds, 'STORE_CDS', new.store_cds),
        (new.hazard_cds is distinct from old.hazard_cds, 'HAZARD_CDS', new.hazard_cds),
        (new.owner_cd is distinct from old.owner_cd, 'OWNER_CD', new.owner_cd))
        c(is_changed, name, code)
      cross join lateral zone_obstacle(old.wcode, old.zone_cd,
        c.name || '=' || coalesce(c.code, ''))
      where c.is_changed);
  end if;
  if broken then
    raise exception 'stock contradicts the new value' using errcode = '23514',
      constraint = 'storage_facts_fixed', table = tg_table_name;
  end if;
  return null;
end $$;
create trigger stock_storage_fixed after update on stock for each row
  when ((new.temperature_cd, new.store_cd, new.hazard_cd)
    is distinct from (old.temperature_cd, old.store_cd, old.hazard_cd))
  execute function fix_storage();
create trigger cell_storage_fixed after update on cell for each row
  when (new.owner_cd is distinct from old.owner_cd) execute function fix_storage();
create trigger zone_storage_fixed after update on zone for each row
  when ((new.store_cds, new.hazard_cds, new.owner_cd)
    is distinct from (old.store_cds, old.hazard_cds, old.owner_cd))
  execute function fix_storage();

-- A pair cannot be added while one zone stores both.
create function hazard_pair_zone(one text, another text) returns text language sql stable as $$
  select min(a.zone_cd) from zone_hazard a join zone_hazard b using (wcode, zone_cd)
  where a.hazard_cd = one and b.hazard_cd = another
$$;
create function keep_hazards_apart() returns trigger language plpgsql as $$
begin
  if hazard_pair_zone(new.hazard_cd, new.other_cd) is not null then
    raise exception 'a zone stores both classes' using errcode = '23514',
      constraint = 'hazard_pair_stored', table = 'hazard_pair';
  end if;
  return null;
end $$;
create trigger hazard_pair_apart after insert or update on hazard_pair for each row
  execute function keep_hazards_apart();
