-- Packages and pieces agree in every order of the steps: goods may be cleared before they are
-- unpacked, and filed numbers may be corrected after.

-- All that a manifest says has come in, by a correction: the cargo is complete from the day of the
-- last part, and its storage period runs.
create function complete_cargo(bond text) returns void language sql as $$
  update bonded_cargo c set in_closed_yn = 'Y', in_dt = (
    select max(l.done_at at time zone 'Asia/Seoul')::date from bonded_line l
    where l.bond_no = c.bond_no and l.direction_cd = 'IN' and l.reverses_id is null
      and not exists (select from bonded_line x where l.line_id in (x.reverses_id, x.corrects_id)))
  where c.bond_no = bond and c.in_closed_yn = 'N' and c.in_pkg_qty = c.pkg_qty
$$;

create function agree_bonded_line() returns trigger language plpgsql as $$
begin
  if new.direction_cd = 'IN' then
    if (select c.in_pkg_qty from bonded_cargo c where c.bond_no = new.bond_no) < (
      select coalesce(sum(case when u.reverses_id is null then u.pkg_qty else -u.pkg_qty end), 0)
      from bonded_unpack u where u.bond_no = new.bond_no) then
      raise exception 'more packages unpacked than came in' using errcode = '23514',
        constraint = 'bonded_unpack_packages';
    end if;
    if new.corrects_id is not null then perform complete_cargo(new.bond_no); end if;
    return null;
  end if;
  -- A part leaves something behind, a whole or a last one nothing, corrected or not.
  if new.corrects_id is not null and exists (select from bonded_basis b
    where b.basis_id = new.basis_id and (b.closed_yn = 'Y') <> (b.out_pkg_qty = b.pkg_qty)) then
    raise exception 'the correction does not fit the split' using errcode = '23514',
      constraint = 'bonded_correction_split';
  end if;
  return null;
end $$;
create trigger bonded_line_agrees after insert on bonded_line
  for each row execute function agree_bonded_line();

create function complete_corrected_cargo() returns trigger language plpgsql as $$
begin
  perform complete_cargo(new.bond_no);
  return null;
end $$;
create trigger bonded_correction_completes after update on bonded_correction
  for each row when (new.state_cd = '20' and new.line_id is null and new.new_pkg_qty is not null)
  execute function complete_corrected_cargo();

-- Where all packages of a cargo are cleared, each of its pieces stands on a ground; what let its
-- last package go has let its last piece go. Otherwise pieces would stay that no release covers, or
-- leave under another declaration than their packages.
create function keep_pieces_with_packages() returns trigger language plpgsql as $$
begin
  if exists (
    select from bonded_cargo c join customs_goods g using (wcode, cargo_no)
    where c.bond_no = new.bond_no and c.in_closed_yn = 'Y' and c.clear_pkg_qty = c.in_pkg_qty
      and g.in_qty <> (select coalesce(sum(x.qty), 0) from bonded_basis_goods x
        join bonded_basis s using (basis_id) join bonded_cargo k using (bond_no)
        where (k.wcode, k.cargo_no, x.owner_cd, x.stock_cd)
            = (g.wcode, g.cargo_no, g.owner_cd, g.stock_cd) and s.cancelled_at is null)) then
    raise exception 'pieces without a ground' using errcode = '23514',
      constraint = 'bonded_pieces_cleared';
  end if;
  if exists (
    select from bonded_basis s join bonded_basis_goods x using (basis_id)
    where s.bond_no = new.bond_no and s.cancelled_at is null and s.closed_yn = 'Y'
      and x.out_qty < x.qty) then
    raise exception 'packages left without their pieces' using errcode = '23514',
      constraint = 'bonded_pieces_left';
  end if;
  return null;
end $$;
create constraint trigger bonded_line_pieces after insert on bonded_line
  deferrable initially deferred for each row execute function keep_pieces_with_packages();
create constraint trigger bonded_unpack_pieces after insert on bonded_unpack
  deferrable initially deferred for each row execute function keep_pieces_with_packages();
create constraint trigger bonded_basis_pieces after insert or update on bonded_basis
  deferrable initially deferred for each row execute function keep_pieces_with_packages();
create constraint trigger bonded_correction_pieces after update on bonded_correction
  deferrable initially deferred for each row execute function keep_pieces_with_packages();
