-- A filed register page keeps its values. Each line stores those of its cargo and shed at the time
-- it is filed, and a correction of an entire cargo is a line of its own for each line that shows a
-- corrected value.
alter table bonded_line
  add filed_cargo_no text,
  add filed_mbl_no text,
  add filed_hbl_no text,
  add filed_vessel_nm text,
  add filed_voyage_no text,
  add filed_entry_dt date,
  add filed_goods_nm text,
  add filed_consignee_nm text,
  add filed_pkg_unit_cd text,
  -- Share of the line in the volume of its cargo.
  add filed_cbm numeric(15, 3),
  add filed_cntr_no text,
  add filed_seal_no text,
  add filed_prior_days integer,
  add filed_shed_nm text,
  add filed_keeper_nm text;

create function file_cargo_values() returns trigger language plpgsql as $$
begin
  -- A reversal is equal and opposite to its line.
  if new.reverses_id is not null then
    select l.filed_cargo_no, l.filed_mbl_no, l.filed_hbl_no, l.filed_vessel_nm, l.filed_voyage_no,
      l.filed_entry_dt, l.filed_goods_nm, l.filed_consignee_nm, l.filed_pkg_unit_cd, l.filed_cbm,
      l.filed_cntr_no, l.filed_seal_no, l.filed_prior_days, l.filed_shed_nm, l.filed_keeper_nm
    into new.filed_cargo_no, new.filed_mbl_no, new.filed_hbl_no, new.filed_vessel_nm,
      new.filed_voyage_no, new.filed_entry_dt, new.filed_goods_nm, new.filed_consignee_nm,
      new.filed_pkg_unit_cd, new.filed_cbm, new.filed_cntr_no, new.filed_seal_no,
      new.filed_prior_days, new.filed_shed_nm, new.filed_keeper_nm
    from bonded_line l where l.line_id = new.reverses_id;
    return new;
  end if;
  select c.cargo_no, c.mbl_no, c.hbl_no, c.vessel_nm, c.voyage_no, c.entry_dt, c.goods_nm,
    coalesce(c.consignee_nm, o.owner_nm), c.pkg_unit_cd, c.cbm * new.pkg_qty / c.pkg_qty,
    c.cntr_no, coalesce(new.seal_no, c.seal_no), c.prior_days, s.shed_nm, s.keeper_nm
  into new.filed_cargo_no, new.filed_mbl_no, new.filed_hbl_no, new.filed_vessel_nm,
    new.filed_voyage_no, new.filed_entry_dt, new.filed_goods_nm, new.filed_consignee_nm,
    new.filed_pkg_unit_cd, new.filed_cbm, new.filed_cntr_no, new.filed_seal_no,
    new.filed_prior_days, new.filed_shed_nm, new.filed_keeper_nm
  from bonded_cargo c join bonded_shed s using (wcode, shed_cd) join owner o using (owner_cd)
  where c.bond_no = new.bond_no;
  return new;
end $$;
create trigger bonded_line_filed before insert on bonded_line
  for each row execute function file_cargo_values();

-- What earlier lines showed is not stored anywhere, so they keep what they show now.
alter table bonded_line disable trigger bonded_line_append_only;
update bonded_line l set filed_cargo_no = c.cargo_no, filed_mbl_no = c.mbl_no,
  filed_hbl_no = c.hbl_no, filed_vessel_nm = c.vessel_nm, filed_voyage_no = c.voyage_no,
  filed_entry_dt = c.entry_dt, filed_goods_nm = c.goods_nm,
  filed_consignee_nm = coalesce(c.consignee_nm, o.owner_nm), filed_pkg_unit_cd = c.pkg_unit_cd,
  filed_cbm = c.cbm * l.pkg_qty / c.pkg_qty, filed_cntr_no = c.cntr_no,
  filed_seal_no = coalesce(l.seal_no, c.seal_no), filed_prior_days = c.prior_days,
  filed_shed_nm = s.shed_nm, filed_keeper_nm = s.keeper_nm
from bonded_cargo c join bonded_shed s using (wcode, shed_cd) join owner o using (owner_cd)
where c.bond_no = l.bond_no;
alter table bonded_line enable trigger bonded_line_append_only;

create or replace function carry_correction() returns trigger language plpgsql as $$
declare
  basis bigint;
begin
  if old.state_cd <> '10' or (new.correction_no, new.wcode, new.owner_cd, new.bond_no, new.line_id,
      new.new_cargo_no, new.new_pkg_qty, new.new_kg, new.new_seal_no, new.new_vehicle_no,
      new.new_person_nm, new.new_cbm, new.new_custom_value, new.new_basis_no, new.new_accept_dt,
      new.was_accept_dt, new.reason, new.requested_by)
    is distinct from (old.correction_no, old.wcode, old.owner_cd, old.bond_no, old.line_id,
      old.new_cargo_no, old.new_pkg_qty, old.new_kg, old.new_seal_no, old.new_vehicle_no,
      old.new_person_nm, old.new_cbm, old.new_custom_value, old.new_basis_no, old.new_accept_dt,
      old.was_accept_dt, old.reason, old.requested_by) then
    raise exception 'a correction is decided once and never changed' using errcode = 'WM001';
  end if;
  if new.state_cd <> '20' then return new; end if;
  if new.line_id is null then
    if new.new_cargo_no is not null and exists (
      select from customs_goods g join bonded_cargo c using (wcode, cargo_no)
      where c.bond_no = new.bond_no and g.unpack_qty > 0) then
      raise exception 'goods lie under the number' using errcode = '23514',
        constraint = 'bonded_correction_number';
    end if;
    update bonded_cargo c set cargo_no = coalesce(new.new_cargo_no, c.cargo_no),
      pkg_qty = coalesce(new.new_pkg_qty, c.pkg_qty), kg = coalesce(new.new_kg, c.kg),
      seal_no = coalesce(new.new_seal_no, c.seal_no), cbm = coalesce(new.new_cbm, c.cbm),
      custom_value = coalesce(new.new_custom_value, c.custom_value), version = c.version + 1,
      updated_by = new.decided_by, updated_at = now()
    where c.bond_no = new.bond_no;
  elsif new.new_basis_no is not null or new.new_accept_dt is not null then
    select b.basis_id, b.accept_dt into basis, new.was_accept_dt
    from bonded_line l join bonded_basis b using (basis_id) where l.line_id = new.line_id;
    update bonded_basis b set basis_no = coalesce(new.new_basis_no, b.basis_no),
      accept_dt = coalesce(new.new_accept_dt, b.accept_dt)
    where b.basis_id = basis;
  end if;
  insert into bonded_line (wcode, owner_cd, bond_no, direction_cd, register_year, register_no,
    report_no, type_cd, split_cd, split_seq, basis_id, basis_no, done_at, pkg_qty, kg, vehicle_no,
    person_nm, seal_no, leave_cd, fault_cd, fault_pkg_qty, fault_kg, fault_no, remark,
    corrects_id, approval_no, doc_no, user_id)
  select l.wcode, l.owner_cd, l.bond_no, l.direction_cd, d.year,
    next_bonded_serial(l.wcode, l.direction_cd || d.year), l.report_no, l.type_cd, l.split_cd,
    l.split_seq, l.basis_id, coalesce(new.new_basis_no, l.basis_no), l.done_at,
    coalesce(o.new_pkg_qty, l.pkg_qty), coalesce(o.new_kg, l.kg),
    coalesce(o.new_vehicle_no, l.vehicle_no), coalesce(o.new_person_nm, l.person_nm),
    coalesce(o.new_seal_no, l.seal_no), l.leave_cd, l.fault_cd, l.fault_pkg_qty, l.fault_kg,
    l.fault_no, new.reason, l.line_id, new.approval_no, l.doc_no, new.decided_by
  from bonded_line l join bonded_cargo c using (bond_no)
  -- All other corrections concern the named line only.
  left join (select new.line_id, new.new_pkg_qty, new.new_kg, new.new_vehicle_no,
    new.new_person_nm, new.new_seal_no) o using (line_id)
  cross join (select extract(year from now() at time zone 'Asia/Seoul')::integer as year) d
  where l.line_id = new.line_id or (l.reverses_id is null
    and not exists (select from bonded_line x where x.reverses_id = l.line_id)
    and not exists (select from bonded_line x where x.corrects_id = l.line_id)
    and (l.basis_id = basis or (new.line_id is null and l.bond_no = new.bond_no
      and (l.filed_cargo_no is distinct from c.cargo_no or (l.direction_cd = 'IN'
        and (l.filed_seal_no, l.filed_cbm) is distinct from
          (coalesce(l.seal_no, c.seal_no), round(c.cbm * l.pkg_qty / c.pkg_qty, 3)))))))
  order by l.line_id;
  -- The pieces of a corrected release are those of the line it corrects.
  insert into bonded_out_goods (line_id, owner_cd, stock_cd, pkg_qty, qty)
  select n.line_id, o.owner_cd, o.stock_cd, o.pkg_qty, o.qty
  from bonded_out_goods o join bonded_line n on n.corrects_id = o.line_id
  where (o.line_id = new.line_id or n.basis_id = basis
      or (new.line_id is null and n.bond_no = new.bond_no))
    and not exists (select from bonded_out_goods g where g.line_id = n.line_id);
  return new;
end $$;
