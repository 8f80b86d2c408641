-- Volume and customs value of cargo that has come in change by an approved correction, too; what
-- storage was charged by them is charged anew.

alter table bonded_correction
  add new_cbm numeric(15, 6) check (new_cbm > 0),
  add new_custom_value numeric(18, 2) check (new_custom_value >= 0),
  drop constraint bonded_correction_says,
  add constraint bonded_correction_says check (new_cargo_no is not null or new_pkg_qty is not null
    or new_kg is not null or new_seal_no is not null or new_vehicle_no is not null
    or new_person_nm is not null or new_cbm is not null or new_custom_value is not null),
  -- A line has its share of both, by packages.
  add constraint bonded_correction_whole check (line_id is null
    or (new_cbm is null and new_custom_value is null));

create or replace function carry_correction() returns trigger language plpgsql as $$
begin
  if old.state_cd <> '10' or (new.correction_no, new.wcode, new.owner_cd, new.bond_no, new.line_id,
      new.new_cargo_no, new.new_pkg_qty, new.new_kg, new.new_seal_no, new.new_vehicle_no,
      new.new_person_nm, new.new_cbm, new.new_custom_value, new.reason, new.requested_by)
    is distinct from (old.correction_no, old.wcode, old.owner_cd, old.bond_no, old.line_id,
      old.new_cargo_no, old.new_pkg_qty, old.new_kg, old.new_seal_no, old.new_vehicle_no,
      old.new_person_nm, old.new_cbm, old.new_custom_value, old.reason, old.requested_by) then
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
    return new;
  end if;
  insert into bonded_line (wcode, owner_cd, bond_no, direction_cd, register_year, register_no,
    report_no, type_cd, split_cd, split_seq, basis_id, basis_no, done_at, pkg_qty, kg, vehicle_no,
    person_nm, seal_no, leave_cd, fault_cd, fault_pkg_qty, fault_kg, fault_no, remark,
    corrects_id, approval_no, doc_no, user_id)
  select l.wcode, l.owner_cd, l.bond_no, l.direction_cd, d.year,
    next_bonded_serial(l.wcode, l.direction_cd || d.year), l.report_no, l.type_cd, l.split_cd,
    l.split_seq, l.basis_id, l.basis_no, l.done_at, coalesce(new.new_pkg_qty, l.pkg_qty),
    coalesce(new.new_kg, l.kg), coalesce(new.new_vehicle_no, l.vehicle_no),
    coalesce(new.new_person_nm, l.person_nm), coalesce(new.new_seal_no, l.seal_no), l.leave_cd,
    l.fault_cd, l.fault_pkg_qty, l.fault_kg, l.fault_no, new.reason, l.line_id, new.approval_no,
    l.doc_no, new.decided_by
  from bonded_line l
  cross join (select extract(year from now() at time zone 'Asia/Seoul')::integer as year) d
  where l.line_id = new.line_id;
  -- The pieces of a corrected release are those of the line it corrects.
  insert into bonded_out_goods (line_id, owner_cd, stock_cd, pkg_qty, qty)
  select n.line_id, o.owner_cd, o.stock_cd, o.pkg_qty, o.qty
  from bonded_out_goods o join bonded_line n on n.corrects_id = o.line_id
  where o.line_id = new.line_id;
  return new;
end $$;

-- Charges of a cargo are worked out again when what its lines share changes, charged or waiting.
alter table charge_news add bond_no text;
create or replace function tell_cargo_facts() returns trigger language plpgsql as $$
begin
  insert into charge_news (bond_no) values (new.bond_no);
  return null;
end $$;
drop trigger bonded_cargo_told on bonded_cargo;
create trigger bonded_cargo_told after update of cbm, custom_value, pkg_qty on bonded_cargo
  for each row when (new.in_pkg_qty > 0 and (old.cbm, old.custom_value, old.pkg_qty)
    is distinct from (new.cbm, new.custom_value, new.pkg_qty)) execute function tell_cargo_facts();
