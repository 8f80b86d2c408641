-- Facts of items, cells and zones that stock, documents and reports depend on. Which column is
-- fixed by what: `master/rules/fixed-columns.ts`.

-- What prevents a change of an item: stock first, then documents, then past movements.
create function item_obstacle(who text, item text, fixed_by text)
returns table (kind text, qty numeric, doc_no text) language sql stable rows 1 as $$
  select x.kind, x.qty, x.doc_no from (
    select 1 turn, 'STOCK' kind, sum(g.qty) qty, null::text doc_no from (
      select l.lot_no, l.valid_dt, b.qty from lot l join stock_balance b using (lot_id)
        where l.owner_cd = who and l.stock_cd = item and b.qty > 0
      union all
      select l.lot_no, l.valid_dt, t.sent_qty - t.arrived_qty - t.back_qty - t.lost_qty
        from lot l join stock_balance b using (lot_id)
        join transit t on t.from_balance_id = b.balance_id
        where l.owner_cd = who and l.stock_cd = item
          and t.arrived_qty + t.back_qty + t.lost_qty < t.sent_qty) g
      where case fixed_by when 'WITH_LOT' then g.lot_no <> '' when 'WITHOUT_LOT' then g.lot_no = ''
        when 'WITH_EXPIRY' then g.valid_dt is not null
        when 'WITHOUT_EXPIRY' then g.valid_dt is null else true end
      having sum(g.qty) > 0
    union all
    (select 2, 'RECEIPT', null::numeric, receipt_no from receipt_line
      where owner_cd = who and stock_cd = item and fixed_by = 'USE' order by 4 desc limit 1)
    union all
    (select 3, 'SHIPMENT', null, shipment_no from shipment_line
      where owner_cd = who and stock_cd = item and fixed_by = 'USE' order by 4 desc limit 1)
    union all
    (select 4, 'ORDER', null, scm_no from scm_order_line
      where owner_cd = who and stock_cd = item and fixed_by = 'USE' order by 4 desc limit 1)
    union all
    (select 5, 'CARGO', null, bond_no from bonded_item
      where owner_cd = who and stock_cd = item and fixed_by = 'USE' order by 4 desc limit 1)
    union all
    (select 6, 'MOVED', null, null where fixed_by = 'USE' and exists (
      select from lot l join stock_balance b using (lot_id)
      where l.owner_cd = who and l.stock_cd = item))) x(turn, kind, qty, doc_no)
  order by x.turn limit 1
$$;

-- What prevents a change of a cell: its stock, or for USE also the stock it held in the past.
create function cell_obstacle(place text, cell text, fixed_by text)
returns table (kind text, qty numeric, doc_no text) language sql stable rows 1 as $$
  select x.kind, x.qty, x.doc_no from (
    select 1 turn, 'ITEMS' kind, count(distinct (owner_cd, stock_cd))::numeric qty, null::text doc_no
      from stock_balance where wcode = place and cell_cd = cell and qty > 0 having count(*) > 0
    union all
    select 2, 'MOVED', null::numeric, null::text where fixed_by = 'USE' and exists (
      select from stock_balance where wcode = place and cell_cd = cell)) x(turn, kind, qty, doc_no)
  order by x.turn limit 1
$$;

create function zone_obstacle(place text, zone text, fixed_by text)
returns table (kind text, qty numeric, doc_no text) language sql stable rows 1 as $$
  select x.kind, sum(x.qty), null::text
  from cell c cross join lateral cell_obstacle(c.wcode, c.cell_cd, fixed_by) x
  where c.wcode = place and c.zone_cd = zone
  group by x.kind order by x.kind limit 1
$$;

-- The last line of defence for every way to write a master. Locking the row waits for saves that
-- are about to use it, whose foreign keys hold a share of it.
create function fix_item() returns trigger language plpgsql as $$
begin
  perform from stock s where s.owner_cd = old.owner_cd and s.stock_cd = old.stock_cd for update;
  if exists (
    select from (values
      (new.unit_cd <> old.unit_cd or new.goods_yn <> old.goods_yn, 'USE'),
      (new.lot_yn <> old.lot_yn,
        case new.lot_yn when 'Y' then 'WITHOUT_LOT' else 'WITH_LOT' end),
      (new.valid_yn <> old.valid_yn,
        case new.valid_yn when 'Y' then 'WITHOUT_EXPIRY' else 'WITH_EXPIRY' end))
      c(is_changed, fixed_by)
    cross join lateral item_obstacle(old.owner_cd, old.stock_cd, c.fixed_by)
    where c.is_changed) then
    raise exception 'the item is in use' using errcode = '23514',
      constraint = 'stock_facts_fixed', table = 'stock';
  end if;
  return null;
end $$;
create trigger stock_fixed after update on stock for each row
  when ((new.unit_cd, new.goods_yn, new.lot_yn, new.valid_yn)
    is distinct from (old.unit_cd, old.goods_yn, old.lot_yn, old.valid_yn))
  execute function fix_item();

create function fix_cell() returns trigger language plpgsql as $$
begin
  perform from cell c where c.wcode = old.wcode and c.cell_cd = old.cell_cd for update;
  if exists (select from cell_obstacle(old.wcode, old.cell_cd,
      case when new.zone_cd <> old.zone_cd then 'USE' else 'STOCK' end)) then
    raise exception 'the cell is in use' using errcode = '23514',
      constraint = 'cell_facts_fixed', table = 'cell';
  end if;
  return null;
end $$;
create trigger cell_fixed after update on cell for each row
  when ((new.zone_cd, new.cell_type_cd) is distinct from (old.zone_cd, old.cell_type_cd))
  execute function fix_cell();

create function fix_zone() returns trigger language plpgsql as $$
begin
  perform from cell c where c.wcode = old.wcode and c.zone_cd = old.zone_cd
    order by c.cell_cd for update;
  if exists (select from zone_obstacle(old.wcode, old.zone_cd, 'USE')) then
    raise exception 'the zone is in use' using errcode = '23514',
      constraint = 'zone_facts_fixed', table = 'zone';
  end if;
  return null;
end $$;
create trigger zone_fixed after update on zone for each row
  when (new.temperature_cd is distinct from old.temperature_cd)
  execute function fix_zone();

-- The group of an item prices its work, so a day that is over keeps the group it had.
alter table stock_measure add column group_cd text;
alter table stock_measure disable trigger stock_measure_guard;
update stock_measure m set group_cd = s.group_cd from stock s
  where s.owner_cd = m.owner_cd and s.stock_cd = m.stock_cd and s.group_cd is not null;
alter table stock_measure enable trigger stock_measure_guard;

create or replace function keep_first_measures() returns trigger language plpgsql as $$
begin
  insert into stock_measure (owner_cd, stock_cd, from_dt, cbm, weight_kg, box_qty, group_cd,
      changed_by)
    select owner_cd, stock_cd, date '0001-01-01', cbm, weight_kg, box_qty, group_cd, created_by
    from added;
  return null;
end $$;

create or replace function keep_changed_measures() returns trigger language plpgsql as $$
begin
  insert into stock_measure (owner_cd, stock_cd, from_dt, cbm, weight_kg, box_qty, group_cd,
      changed_by)
    select n.owner_cd, n.stock_cd, warehouse_day(now()), n.cbm, n.weight_kg, n.box_qty, n.group_cd,
      n.updated_by
    from after_change n join before_change o using (owner_cd, stock_cd)
    where (n.cbm, n.weight_kg, n.box_qty, n.group_cd)
      is distinct from (o.cbm, o.weight_kg, o.box_qty, o.group_cd)
    on conflict (owner_cd, stock_cd, from_dt) do update
      set cbm = excluded.cbm, weight_kg = excluded.weight_kg, box_qty = excluded.box_qty,
        group_cd = excluded.group_cd, changed_by = excluded.changed_by, changed_at = now();
  return null;
end $$;
