-- What went wrong on arrival and what became of it, corrections of what was filed, and what happened
-- to a cargo while it is kept.

create table bonded_fault (
  fault_no text primary key,
  wcode text not null references warehouse,
  owner_cd text not null references owner,
  bond_no text not null references bonded_cargo,
  fault_cd text not null check (fault_cd in ('OVER', 'SHORT', 'DAMAGE', 'SEAL', 'OTHER')),
  -- As counted at the door.
  found_pkg_qty numeric(9) check (found_pkg_qty >= 0),
  found_kg numeric(15, 3) check (found_kg >= 0),
  found_seal_no text,
  fault_pkg_qty numeric(9) check (fault_pkg_qty >= 0),
  fault_kg numeric(15, 3) check (fault_kg >= 0),
  file_sn text references stored_file,
  remark text,
  state_cd text not null default '10' check (state_cd in ('10', '20')),
  -- How customs settled it, and by which number.
  settle_cd text check (settle_cd in ('CORRECTED', 'ACCEPTED', 'WITHDRAWN')),
  approval_no text,
  created_by text not null,
  created_at timestamptz not null default clock_timestamp(),
  settled_by text,
  settled_at timestamptz,
  constraint bonded_fault_settled check ((state_cd = '20') = (settled_at is not null)
    and (state_cd = '20') = (settled_by is not null) and (state_cd = '20') = (settle_cd is not null))
);
create index bonded_fault_cargo on bonded_fault (bond_no);
create index bonded_fault_owner on bonded_fault (owner_cd);
create index bonded_fault_search on bonded_fault (wcode, state_cd);

create function keep_bonded_fault() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and (old.state_cd = '20' or (new.fault_no, new.wcode, new.owner_cd,
      new.bond_no, new.fault_cd, new.found_pkg_qty, new.found_kg, new.found_seal_no,
      new.fault_pkg_qty, new.fault_kg, new.file_sn, new.remark, new.created_by)
    is distinct from (old.fault_no, old.wcode, old.owner_cd, old.bond_no, old.fault_cd,
      old.found_pkg_qty, old.found_kg, old.found_seal_no, old.fault_pkg_qty, old.fault_kg,
      old.file_sn, old.remark, old.created_by)) then
    raise exception 'a report of a fault is settled once and never changed' using errcode = 'WM001';
  end if;
  update bonded_cargo c set held_yn = case when exists (select from bonded_fault f
      where f.bond_no = c.bond_no and f.state_cd = '10' and f.fault_no <> new.fault_no)
      or new.state_cd = '10' then 'Y' else 'N' end
  where c.bond_no = new.bond_no;
  return new;
end $$;
create trigger bonded_fault_kept before insert or update on bonded_fault
  for each row execute function keep_bonded_fault();
create trigger bonded_fault_never_deleted before delete on bonded_fault
  for each row execute function refuse_change();

-- Asked for by one user, entered as approved by another with the number customs gave.
create table bonded_correction (
  correction_no bigint generated always as identity primary key,
  wcode text not null references warehouse,
  owner_cd text not null references owner,
  bond_no text not null references bonded_cargo,
  -- The filed line that is corrected; null: the manifest itself.
  line_id bigint references bonded_line,
  -- What becomes of it; null keeps what stands.
  new_cargo_no text,
  new_pkg_qty numeric(9) check (new_pkg_qty > 0),
  new_kg numeric(15, 3) check (new_kg > 0),
  new_seal_no text,
  new_vehicle_no text,
  new_person_nm text,
  reason text not null,
  state_cd text not null default '10' check (state_cd in ('10', '20', '90')),
  approval_no text,
  requested_by text not null,
  requested_at timestamptz not null default clock_timestamp(),
  decided_by text,
  decided_at timestamptz,
  constraint bonded_correction_second check (state_cd <> '20' or decided_by <> requested_by),
  constraint bonded_correction_decided check ((state_cd = '10') = (decided_by is null)
    and (decided_by is null) = (decided_at is null)
    and (state_cd <> '20' or approval_no is not null)),
  constraint bonded_correction_says check (new_cargo_no is not null or new_pkg_qty is not null
    or new_kg is not null or new_seal_no is not null or new_vehicle_no is not null
    or new_person_nm is not null)
);
create index bonded_correction_cargo on bonded_correction (bond_no);
create index bonded_correction_line on bonded_correction (line_id);
create index bonded_correction_owner on bonded_correction (owner_cd);
create index bonded_correction_search on bonded_correction (wcode, state_cd);

create function carry_correction() returns trigger language plpgsql as $$
begin
  if old.state_cd <> '10' or (new.correction_no, new.wcode, new.owner_cd, new.bond_no, new.line_id,
      new.new_cargo_no, new.new_pkg_qty, new.new_kg, new.new_seal_no, new.new_vehicle_no,
      new.new_person_nm, new.reason, new.requested_by)
    is distinct from (old.correction_no, old.wcode, old.owner_cd, old.bond_no, old.line_id,
      old.new_cargo_no, old.new_pkg_qty, old.new_kg, old.new_seal_no, old.new_vehicle_no,
      old.new_person_nm, old.reason, old.requested_by) then
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
      seal_no = coalesce(new.new_seal_no, c.seal_no), version = c.version + 1,
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
create trigger bonded_correction_carried before update on bonded_correction
  for each row execute function carry_correction();
create trigger bonded_correction_never_deleted before delete on bonded_correction
  for each row execute function refuse_change();

-- Extensions of the period, notices to the consignee, steps of a sale: each with its day and ground.
create table bonded_event (
  event_id bigint generated always as identity primary key,
  wcode text not null references warehouse,
  owner_cd text not null references owner,
  bond_no text not null references bonded_cargo,
  event_cd text not null check (event_cd in ('EXTEND', 'NOTICE', 'AUCTION')),
  event_dt date not null,
  months integer check (months > 0),
  auction_cd text check (auction_cd in ('NONE', 'NOTICED', 'OVERDUE', 'AUCTION', 'SOLD')),
  basis_no text not null,
  remark text,
  user_id text not null,
  created_at timestamptz not null default clock_timestamp(),
  constraint bonded_event_kind check ((event_cd = 'EXTEND') = (months is not null)
    and (event_cd = 'AUCTION') = (auction_cd is not null))
);
create index bonded_event_cargo on bonded_event (bond_no);
create index bonded_event_owner on bonded_event (owner_cd);
create trigger bonded_event_append_only before update or delete on bonded_event
  for each row execute function refuse_change();

create function carry_bonded_event() returns trigger language plpgsql as $$
begin
  update bonded_cargo c set extend_months = c.extend_months + coalesce(new.months, 0),
    auction_cd = coalesce(new.auction_cd, c.auction_cd),
    notice_dt = case new.event_cd when 'NOTICE' then new.event_dt else c.notice_dt end
  where c.bond_no = new.bond_no;
  return new;
end $$;
create trigger bonded_event_carried before insert on bonded_event
  for each row execute function carry_bonded_event();
