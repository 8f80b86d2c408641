-- Number and date of an accepted declaration are corrected without cancelling its releases, which
-- is impossible once the goods have left: each valid line filed under it gets a correction line.
alter table bonded_correction
  add new_basis_no text check (new_basis_no <> ''),
  add new_accept_dt date,
  -- Lines filed before the correction are printed with this date.
  add was_accept_dt date,
  drop constraint bonded_correction_says,
  add constraint bonded_correction_says check (new_cargo_no is not null or new_pkg_qty is not null
    or new_kg is not null or new_seal_no is not null or new_vehicle_no is not null
    or new_person_nm is not null or new_cbm is not null or new_custom_value is not null
    or new_basis_no is not null or new_accept_dt is not null),
  add constraint bonded_correction_basis check (line_id is not null
    or (new_basis_no is null and new_accept_dt is null));

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
    return new;
  end if;
  if new.new_basis_no is not null or new.new_accept_dt is not null then
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
  from bonded_line l
  -- All other corrections concern the named line only.
  left join (select new.line_id, new.new_pkg_qty, new.new_kg, new.new_vehicle_no,
    new.new_person_nm, new.new_seal_no) o using (line_id)
  cross join (select extract(year from now() at time zone 'Asia/Seoul')::integer as year) d
  where l.line_id = new.line_id or (l.basis_id = basis and l.reverses_id is null
    and not exists (select from bonded_line x where x.reverses_id = l.line_id)
    and not exists (select from bonded_line x where x.corrects_id = l.line_id))
  order by l.line_id;
  -- The pieces of a corrected release are those of the line it corrects.
  insert into bonded_out_goods (line_id, owner_cd, stock_cd, pkg_qty, qty)
  select n.line_id, o.owner_cd, o.stock_cd, o.pkg_qty, o.qty
  from bonded_out_goods o join bonded_line n on n.corrects_id = o.line_id
  where (o.line_id = new.line_id or n.basis_id = basis)
    and not exists (select from bonded_out_goods g where g.line_id = n.line_id);
  return new;
end $$;

create or replace function carry_bonded_basis() returns trigger language plpgsql as $$
declare
  sign integer := 1;
begin
  if tg_op = 'UPDATE' then
    if (new.basis_id, new.wcode, new.owner_cd, new.bond_no, new.basis_cd, new.pkg_qty, new.kg,
        new.created_by)
      is distinct from (old.basis_id, old.wcode, old.owner_cd, old.bond_no, old.basis_cd,
        old.pkg_qty, old.kg, old.created_by)
      or old.cancelled_at is not null then
      raise exception 'an approval is cancelled once and never changed' using errcode = 'WM001';
    end if;
    -- Number and date change only by a correction.
    if pg_trigger_depth() < 2
      and (new.basis_no, new.accept_dt) is distinct from (old.basis_no, old.accept_dt) then
      raise exception 'an approval is cancelled once and never changed' using errcode = 'WM001';
    end if;
    if pg_trigger_depth() < 2 and (new.out_pkg_qty, new.out_kg, new.out_seq, new.closed_yn)
      <> (old.out_pkg_qty, old.out_kg, old.out_seq, old.closed_yn) then
      raise exception 'sums of an approval are those of its lines' using errcode = 'WM002';
    end if;
    if new.cancelled_at is null then return new; end if;
    sign := -1;
  end if;
  update bonded_cargo c set clear_pkg_qty = c.clear_pkg_qty + sign * new.pkg_qty,
    clear_kg = c.clear_kg + sign * new.kg
  where c.bond_no = new.bond_no;
  return new;
end $$;
