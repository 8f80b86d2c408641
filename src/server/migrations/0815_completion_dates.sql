-- A cargo is complete on the date of its latest part, even if that part was filed before the last
-- one: trucks are not always filed in the order in which they came.
create or replace function carry_bonded_line() returns trigger language plpgsql as $$
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
        when sign > 0 and new.split_cd <> 'P' then greatest(
          (new.done_at at time zone 'Asia/Seoul')::date, (
            select max(l.done_at at time zone 'Asia/Seoul')::date from bonded_line l
            where l.bond_no = new.bond_no and l.direction_cd = 'IN' and l.reverses_id is null
              and l.line_id is distinct from new.corrects_id
              and not exists (select from bonded_line x where x.reverses_id = l.line_id)
              and not exists (select from bonded_line x where x.corrects_id = l.line_id))) end
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
