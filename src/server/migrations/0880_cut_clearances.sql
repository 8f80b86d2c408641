-- A clearance of too many packages, some of which left, is reduced to those. The rest can be cleared
-- again under the same number, as can packages that a clearance left out.
create table bonded_basis_cut (
  cut_id bigint generated always as identity primary key,
  basis_id bigint not null references bonded_basis,
  pkg_qty numeric(9) not null check (pkg_qty > 0),
  kg numeric(15, 3) not null check (kg > 0),
  reason text not null check (reason <> ''),
  -- The ledger document that turned the pieces back to bonded, where there were any.
  work_no text references inventory_work,
  user_id text not null,
  created_at timestamptz not null default now()
);
create index bonded_basis_cut_basis on bonded_basis_cut (basis_id);
create index bonded_basis_cut_work on bonded_basis_cut (work_no);
create trigger bonded_basis_cut_append_only before update or delete on bonded_basis_cut
  for each row execute function refuse_change();

drop index bonded_basis_number;
create unique index bonded_basis_number on bonded_basis (wcode, basis_no)
  where cancelled_at is null and closed_yn = 'N';
create index bonded_basis_named on bonded_basis (wcode, basis_no) where cancelled_at is null;

create or replace function carry_bonded_basis() returns trigger language plpgsql as $$
declare
  sign integer := 1;
begin
  if tg_op = 'UPDATE' then
    if (new.basis_id, new.wcode, new.owner_cd, new.bond_no, new.basis_cd, new.created_by)
      is distinct from (old.basis_id, old.wcode, old.owner_cd, old.bond_no, old.basis_cd,
        old.created_by)
      or old.cancelled_at is not null then
      raise exception 'an approval is cancelled once and never changed' using errcode = 'WM001';
    end if;
    -- Number and date change only by a correction, packages only by a cut.
    if pg_trigger_depth() < 2 and (new.basis_no, new.accept_dt, new.pkg_qty, new.kg)
      is distinct from (old.basis_no, old.accept_dt, old.pkg_qty, old.kg) then
      raise exception 'an approval is cancelled once and never changed' using errcode = 'WM001';
    end if;
    if pg_trigger_depth() < 2 and (new.out_pkg_qty, new.out_kg, new.out_seq, new.closed_yn)
      <> (old.out_pkg_qty, old.out_kg, old.out_seq, old.closed_yn) then
      raise exception 'sums of an approval are those of its lines' using errcode = 'WM002';
    end if;
    if new.cancelled_at is null then
      update bonded_cargo c set clear_pkg_qty = c.clear_pkg_qty + new.pkg_qty - old.pkg_qty,
        clear_kg = c.clear_kg + new.kg - old.kg
      where c.bond_no = new.bond_no and (new.pkg_qty, new.kg) <> (old.pkg_qty, old.kg);
      return new;
    end if;
    sign := -1;
  end if;
  update bonded_cargo c set clear_pkg_qty = c.clear_pkg_qty + sign * new.pkg_qty,
    clear_kg = c.clear_kg + sign * new.kg
  where c.bond_no = new.bond_no;
  return new;
end $$;

create function cut_bonded_basis() returns trigger language plpgsql as $$
begin
  update bonded_basis b set pkg_qty = b.pkg_qty - new.pkg_qty, kg = b.kg - new.kg, closed_yn = 'Y'
  where b.basis_id = new.basis_id and b.closed_yn = 'N'
    and (b.pkg_qty - b.out_pkg_qty, b.kg - b.out_kg) = (new.pkg_qty, new.kg);
  if not found then
    raise exception 'a cut takes all that has not left' using errcode = 'WM002';
  end if;
  delete from bonded_basis_goods where basis_id = new.basis_id and out_qty = 0;
  update bonded_basis_goods set qty = out_qty, pkg_qty = least(pkg_qty, out_pkg_qty)
  where basis_id = new.basis_id;
  return new;
end $$;
create trigger bonded_basis_cut_carried before insert on bonded_basis_cut
  for each row execute function cut_bonded_basis();
