-- A number may come in again once its goods are gone: packages and pieces agree within each cargo,
-- and not over all that ever stood under its number.

-- Goods of a cargo of which more or fewer pieces were unpacked than stand on its grounds.
create function pieces_off_ground(bond text)
  returns table (owner_cd text, stock_cd text, unpack_qty numeric, ground_qty numeric)
  language sql stable as $$
  select owner_cd, stock_cd, coalesce(u.qty, 0), coalesce(g.qty, 0)
  from (
    select p.owner_cd, p.stock_cd,
      sum(case when p.reverses_id is null then p.qty else -p.qty end) qty
    from bonded_unpack p where p.bond_no = bond group by 1, 2) u
  full join (
    select x.owner_cd, x.stock_cd, sum(x.qty) qty
    from bonded_basis s join bonded_basis_goods x using (basis_id)
    where s.bond_no = bond and s.cancelled_at is null group by 1, 2) g using (owner_cd, stock_cd)
  where coalesce(u.qty, 0) <> coalesce(g.qty, 0)
$$;

create or replace function keep_pieces_with_packages() returns trigger language plpgsql as $$
begin
  if exists (
    select from bonded_cargo c cross join lateral pieces_off_ground(c.bond_no)
    where c.bond_no = new.bond_no and c.in_closed_yn = 'Y' and c.clear_pkg_qty = c.in_pkg_qty) then
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

-- Whether a line stands is looked up by each of its two keys: one look over both columns reads the
-- whole register.
create or replace function complete_cargo(bond text) returns void language sql as $$
  update bonded_cargo c set in_closed_yn = 'Y', in_dt = (
    select max(l.done_at at time zone 'Asia/Seoul')::date from bonded_line l
    where l.bond_no = c.bond_no and l.direction_cd = 'IN' and l.reverses_id is null
      and not exists (select from bonded_line x where x.reverses_id = l.line_id)
      and not exists (select from bonded_line x where x.corrects_id = l.line_id))
  where c.bond_no = bond and c.in_closed_yn = 'N' and c.in_pkg_qty = c.pkg_qty
$$;
