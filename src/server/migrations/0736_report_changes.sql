-- Balances that changed, for servers that copy the stock of reports into columns. Written only while
-- a server reads it. Unlogged: after a crash both tables are empty, and copies are made again.
create unlogged table report_copy (
  only_row boolean primary key default true check (only_row),
  read_until timestamptz not null,
  -- Changes of all transactions from this one on are logged.
  logged_since xid8
);
create unlogged table report_change (
  xid xid8 not null default pg_current_xact_id(),
  balance_id bigint not null
);
create index report_change_xid on report_change (xid);


create function log_changed_balances() returns trigger language plpgsql as $$
begin
  if exists (select from report_copy where read_until > clock_timestamp()) then
    insert into report_change (balance_id) select balance_id from changed;
  end if;
  return null;
end $$;
create trigger stock_balance_logged after update on stock_balance
  referencing new table as changed for each statement execute function log_changed_balances();

create function log_balances_of_lots() returns trigger language plpgsql as $$
begin
  if exists (select from report_copy where read_until > clock_timestamp()) then
    insert into report_change (balance_id)
    select b.balance_id from changed join stock_balance b using (lot_id) where b.qty > 0;
  end if;
  return null;
end $$;
create trigger lot_origin_logged after insert on lot_origin
  referencing new table as changed for each statement execute function log_balances_of_lots();
create trigger lot_origin_change_logged after update on lot_origin
  referencing new table as changed for each statement execute function log_balances_of_lots();
create trigger lot_origin_removal_logged after delete on lot_origin
  referencing old table as changed for each statement execute function log_balances_of_lots();
create trigger lot_logged after update on lot
  referencing new table as changed for each statement execute function log_balances_of_lots();

-- Masters change seldom: the argument is the condition of their balances `b`.
create function log_balances_where() returns trigger language plpgsql as $$
begin
  if exists (select from report_copy where read_until > clock_timestamp()) then
    execute 'insert into report_change (balance_id)
      select b.balance_id from stock_balance b where b.qty > 0 and ' || tg_argv[0] using new;
  end if;
  return null;
end $$;
create trigger stock_logged after update on stock for each row
  when ((old.stock_nm, old.cbm, old.weight_kg, old.unit_cd)
    is distinct from (new.stock_nm, new.cbm, new.weight_kg, new.unit_cd))
  execute function log_balances_where('b.owner_cd = ($1).owner_cd and b.stock_cd = ($1).stock_cd');
create trigger owner_logged after update on owner for each row
  when (old.owner_nm is distinct from new.owner_nm)
  execute function log_balances_where('b.owner_cd = ($1).owner_cd');
create trigger cell_logged after update on cell for each row
  when ((old.zone_cd, old.lock_yn) is distinct from (new.zone_cd, new.lock_yn))
  execute function log_balances_where('b.wcode = ($1).wcode and b.cell_cd = ($1).cell_cd');
create trigger zone_logged after update on zone for each row
  when (old.lock_yn is distinct from new.lock_yn)
  execute function log_balances_where('b.wcode = ($1).wcode and b.cell_cd in (
    select c.cell_cd from cell c where c.wcode = ($1).wcode and c.zone_cd = ($1).zone_cd)');
create trigger supplier_logged after update on supplier for each row
  when (old.supplier_nm is distinct from new.supplier_nm)
  execute function log_balances_where('b.owner_cd = ($1).owner_cd and b.lot_id in (
    select g.lot_id from receipt r join lot_origin g using (receipt_no)
    where r.owner_cd = ($1).owner_cd and r.supplier_cd = ($1).supplier_cd)');
create trigger receipt_logged after update on receipt for each row
  when (old.supplier_cd is distinct from new.supplier_cd)
  execute function log_balances_where('b.lot_id in (
    select g.lot_id from lot_origin g where g.receipt_no = ($1).receipt_no)');
