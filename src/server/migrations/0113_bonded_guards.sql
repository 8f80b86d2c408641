-- What holds between the register, its sums and the ledger, whoever writes.

-- State of a cargo from its sums: expected, partly in, in, partly cleared, cleared, partly out, out.
create function bonded_state(c bonded_cargo) returns text language sql immutable as $$
  select case
    when c.cancel_yn = 'Y' then '90'
    when c.in_pkg_qty = 0 then '10'
    when c.out_pkg_qty > 0 and c.out_pkg_qty = c.in_pkg_qty and c.in_closed_yn = 'Y' then '60'
    when c.out_pkg_qty > 0 then '50'
    when c.clear_pkg_qty > 0 and c.clear_pkg_qty = c.in_pkg_qty and c.in_closed_yn = 'Y' then '45'
    when c.clear_pkg_qty > 0 then '40'
    when c.in_closed_yn = 'Y' then '30'
    else '20' end
$$;

create function keep_bonded_cargo() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' then
    if (new.bond_no, new.wcode, new.owner_cd) <> (old.bond_no, old.wcode, old.owner_cd) then
      raise exception 'a cargo keeps its number, warehouse and owner' using errcode = 'WM001';
    end if;
    if pg_trigger_depth() < 2
      and (new.in_pkg_qty, new.in_kg, new.in_seq, new.in_closed_yn, new.in_dt, new.clear_pkg_qty,
        new.clear_kg, new.out_pkg_qty, new.out_kg, new.held_yn, new.auction_cd,
        new.extend_months, new.notice_dt)
        is distinct from
        (old.in_pkg_qty, old.in_kg, old.in_seq, old.in_closed_yn, old.in_dt, old.clear_pkg_qty,
        old.clear_kg, old.out_pkg_qty, old.out_kg, old.held_yn, old.auction_cd,
        old.extend_months, old.notice_dt) then
      raise exception 'sums of a cargo are those of its lines' using errcode = 'WM002';
    end if;
    -- What was filed was filed for this cargo: only an approved correction changes it, and says so.
    if (old.in_pkg_qty > 0 or old.held_yn = 'Y') and pg_trigger_depth() < 2
      and (new.cargo_no, new.pkg_qty, new.kg, new.shed_cd, new.cancel_yn)
        is distinct from (old.cargo_no, old.pkg_qty, old.kg, old.shed_cd, old.cancel_yn) then
      raise exception 'a filed cargo changes by a correction' using errcode = '23514',
        constraint = 'bonded_cargo_filed';
    end if;
  end if;
  new.state_cd := bonded_state(new);
  return new;
end $$;
create trigger bonded_cargo_kept before insert or update on bonded_cargo
  for each row execute function keep_bonded_cargo();
create trigger bonded_cargo_never_deleted before delete on bonded_cargo
  for each row execute function refuse_change();

-- One line at a time: the rules of a split, then the sums. The row of the cargo is the lock.
create function carry_bonded_line() returns trigger language plpgsql as $$
declare
  cargo bonded_cargo;
  basis bonded_basis;
  was bonded_line;
  sign integer := case when new.reverses_id is null then 1 else -1 end;
  pkgs numeric := new.pkg_qty;
  kilos numeric := new.kg;
begin
  select * into strict cargo from bonded_cargo where bond_no = new.bond_no for update;
  if (cargo.wcode, cargo.owner_cd) <> (new.wcode, new.owner_cd) then
    raise exception 'a line keeps the warehouse and owner of its cargo' using errcode = 'WM003';
  end if;
  if coalesce(new.reverses_id, new.corrects_id) is not null then
    select * into strict was from bonded_line
      where line_id = coalesce(new.reverses_id, new.corrects_id);
    if (was.bond_no, was.direction_cd, was.basis_id) is distinct from
        (new.bond_no, new.direction_cd, new.basis_id) or was.reverses_id is not null
      or exists (select from bonded_line x where was.line_id in (x.reverses_id, x.corrects_id)) then
      raise exception 'the line does not stand' using errcode = '23514',
        constraint = 'bonded_line_stands';
    end if;
  end if;
  if new.reverses_id is not null and ((was.pkg_qty, was.kg, was.split_cd, was.split_seq)
      <> (new.pkg_qty, new.kg, new.split_cd, new.split_seq)) then
    raise exception 'a reversal is equal and opposite' using errcode = 'WM003';
  end if;
  if new.corrects_id is not null then
    pkgs := new.pkg_qty - was.pkg_qty;
    kilos := new.kg - was.kg;
    if (new.split_cd, new.split_seq) <> (was.split_cd, was.split_seq) then
      raise exception 'a corrected line keeps its place' using errcode = 'WM003';
    end if;
  end if;
  if new.direction_cd = 'IN' then
    if new.reverses_id is not null and new.split_seq <> cargo.in_seq then
      raise exception 'newest first' using errcode = '23514', constraint = 'bonded_line_newest';
    end if;
    if new.reverses_id is null and new.corrects_id is null and (cargo.in_closed_yn = 'Y'
        or cargo.held_yn = 'Y' or cargo.cancel_yn = 'Y' or new.split_seq <> cargo.in_seq + 1
        or (new.split_cd = 'A' and cargo.in_seq > 0) or (new.split_cd = 'L' and cargo.in_seq = 0)
        or (new.split_cd = 'P') <> (cargo.in_pkg_qty + new.pkg_qty < cargo.pkg_qty)) then
      raise exception 'no such part of the cargo may come in' using errcode = '23514',
        constraint = 'bonded_line_split';
    end if;
    update bonded_cargo c set in_pkg_qty = c.in_pkg_qty + sign * pkgs,
      in_kg = c.in_kg + sign * kilos,
      in_seq = case when new.corrects_id is null then c.in_seq + sign else c.in_seq end,
      in_closed_yn = case when new.corrects_id is not null then c.in_closed_yn
        when new.split_cd = 'P' or sign < 0 then 'N' else 'Y' end,
      in_dt = case when new.corrects_id is not null and new.split_cd = 'P' then c.in_dt
        when sign > 0 and new.split_cd <> 'P' then (new.done_at at time zone 'Asia/Seoul')::date end
    where c.bond_no = new.bond_no;
    return new;
  end if;
  select * into strict basis from bonded_basis where basis_id = new.basis_id for update;
  if basis.bond_no <> new.bond_no or basis.cancelled_at is not null then
    raise exception 'no ground to leave' using errcode = '23514', constraint = 'bonded_line_split';
  end if;
  if new.reverses_id is not null and new.split_seq <> basis.out_seq then
    raise exception 'newest first' using errcode = '23514', constraint = 'bonded_line_newest';
  end if;
  if new.reverses_id is null and new.corrects_id is null and (basis.closed_yn = 'Y'
      or cargo.held_yn = 'Y' or cargo.auction_cd in ('OVERDUE', 'AUCTION') and basis.basis_cd <> 'AUCTION'
      or new.split_seq <> basis.out_seq + 1
      or (new.split_cd = 'A' and basis.out_seq > 0) or (new.split_cd = 'L' and basis.out_seq = 0)
      or (new.split_cd = 'P' and (new.pkg_qty >= basis.pkg_qty - basis.out_pkg_qty
        or new.kg >= basis.kg - basis.out_kg))
      or (new.split_cd <> 'P' and (new.pkg_qty, new.kg)
        <> (basis.pkg_qty - basis.out_pkg_qty, basis.kg - basis.out_kg))) then
    raise exception 'no such part may leave' using errcode = '23514',
      constraint = 'bonded_line_split';
  end if;
  update bonded_basis b set out_pkg_qty = b.out_pkg_qty + sign * pkgs,
    out_kg = b.out_kg + sign * kilos,
    out_seq = case when new.corrects_id is null then b.out_seq + sign else b.out_seq end,
    closed_yn = case when new.corrects_id is not null then b.closed_yn
      when new.split_cd = 'P' or sign < 0 then 'N' else 'Y' end
  where b.basis_id = new.basis_id;
  update bonded_cargo c set out_pkg_qty = c.out_pkg_qty + sign * pkgs,
    out_kg = c.out_kg + sign * kilos
  where c.bond_no = new.bond_no;
  return new;
end $$;
create trigger bonded_line_carried before insert on bonded_line
  for each row execute function carry_bonded_line();

-- What a reversed release let go is no longer covered.
create function uncover_reversed() returns trigger language plpgsql as $$
begin
  perform cover_goods(new.reverses_id, -1);
  return null;
end $$;

create function cover_goods(line bigint, sign integer) returns void language plpgsql as $$
begin
  update bonded_basis_goods g set out_qty = g.out_qty + sign * o.qty,
    out_pkg_qty = g.out_pkg_qty + sign * o.pkg_qty
  from bonded_out_goods o join bonded_line l using (line_id)
  where l.line_id = line and (g.basis_id, g.owner_cd, g.stock_cd)
    = (l.basis_id, o.owner_cd, o.stock_cd);
  update customs_goods g set filed_qty = g.filed_qty + sign * o.qty
  from bonded_out_goods o join bonded_line l using (line_id) join bonded_cargo c using (bond_no)
  where l.line_id = line and (g.wcode, g.cargo_no, g.owner_cd, g.stock_cd)
    = (c.wcode, c.cargo_no, o.owner_cd, o.stock_cd);
end $$;
create trigger bonded_line_reversed after insert on bonded_line
  for each row when (new.reverses_id is not null and new.direction_cd = 'OUT')
  execute function uncover_reversed();

create function cover_released() returns trigger language plpgsql as $$
declare
  declared integer;
  goods integer;
begin
  select count(*) into declared from released o join bonded_line l using (line_id)
    join bonded_basis_goods g on (g.basis_id, g.owner_cd, g.stock_cd)
      = (l.basis_id, o.owner_cd, o.stock_cd);
  select count(*) into goods from released;
  if declared <> goods then
    raise exception 'goods that were not declared' using errcode = '23514',
      constraint = 'bonded_out_goods_declared';
  end if;
  -- A corrected release covers what the line did that it corrects.
  update bonded_basis_goods g set out_qty = g.out_qty + o.qty,
    out_pkg_qty = g.out_pkg_qty + o.pkg_qty
  from released o join bonded_line l using (line_id)
  where l.corrects_id is null and (g.basis_id, g.owner_cd, g.stock_cd) = (l.basis_id, o.owner_cd, o.stock_cd);
  update customs_goods g set filed_qty = g.filed_qty + o.qty
  from (select c.wcode, c.cargo_no, o.owner_cd, o.stock_cd, sum(o.qty) qty
    from released o join bonded_line l using (line_id) join bonded_cargo c using (bond_no)
    where l.corrects_id is null group by 1, 2, 3, 4) o
  where (g.wcode, g.cargo_no, g.owner_cd, g.stock_cd)
    = (o.wcode, o.cargo_no, o.owner_cd, o.stock_cd);
  return null;
end $$;
create trigger bonded_out_goods_cover after insert on bonded_out_goods
  referencing new table as released for each statement execute function cover_released();

create function carry_unpacked() returns trigger language plpgsql as $$
begin
  insert into customs_goods (wcode, cargo_no, owner_cd, stock_cd)
  select distinct c.wcode, c.cargo_no, u.owner_cd, u.stock_cd
  from unpacked u join bonded_cargo c using (bond_no) order by 1, 2, 3, 4 on conflict do nothing;
  update customs_goods g set unpack_qty = g.unpack_qty + d.qty
  from (select c.wcode, c.cargo_no, u.owner_cd, u.stock_cd,
      sum(case when u.reverses_id is null then u.qty else -u.qty end) qty
    from unpacked u join bonded_cargo c using (bond_no) group by 1, 2, 3, 4) d
  where (g.wcode, g.cargo_no, g.owner_cd, g.stock_cd)
    = (d.wcode, d.cargo_no, d.owner_cd, d.stock_cd);
  if exists (
    select from (select distinct bond_no from unpacked) t join bonded_cargo c using (bond_no)
    where c.in_pkg_qty < (select sum(case when u.reverses_id is null then u.pkg_qty
      else -u.pkg_qty end) from bonded_unpack u where u.bond_no = c.bond_no)) then
    raise exception 'more packages unpacked than came in' using errcode = '23514',
      constraint = 'bonded_unpack_packages';
  end if;
  return null;
end $$;
create trigger bonded_unpack_carried after insert on bonded_unpack
  referencing new table as unpacked for each statement execute function carry_unpacked();

-- An approval counts from the day it is written until it is cancelled; nothing else of it changes.
create function carry_bonded_basis() returns trigger language plpgsql as $$
declare
  sign integer := 1;
begin
  if tg_op = 'UPDATE' then
    if (new.basis_id, new.wcode, new.owner_cd, new.bond_no, new.basis_cd, new.basis_no,
        new.accept_dt, new.pkg_qty, new.kg, new.created_by)
      is distinct from (old.basis_id, old.wcode, old.owner_cd, old.bond_no, old.basis_cd,
        old.basis_no, old.accept_dt, old.pkg_qty, old.kg, old.created_by)
      or old.cancelled_at is not null then
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
create trigger bonded_basis_carried before insert or update on bonded_basis
  for each row execute function carry_bonded_basis();
create trigger bonded_basis_never_deleted before delete on bonded_basis
  for each row execute function refuse_change();
