import sql, { type Sql } from 'sql-template-tag'
import type { LedgerCheck } from './ledger-check.ts'

const validLines = sql`(select * from bonded_line l where l.reverses_id is null
  and not exists (select from bonded_line x where x.reverses_id = l.line_id)
  and not exists (select from bonded_line x where x.corrects_id = l.line_id))`

const customsKey = ['wcode', 'cargo_no', 'owner_cd', 'stock_cd'] as const

const sumLines = (direction: 'IN' | 'OUT', only: Sql) => sql`(
  select bond_no, sum(pkg_qty) pkgs, sum(kg) kgs, count(*) seq from ${validLines} l
  where direction_cd = ${direction} and ${only} group by bond_no)`

/**
 * Checks that register, cargo and ledger agree (second-half.md §0, 2). Packages and weight come
 * from the register and pieces from the ledger, calculated independently.
 */
export const customsChecks: readonly LedgerCheck[] = [
  {
    name: 'Bonded stock = received − released quantity',
    ko: '보세재고 = 입고 수량 − 반출 수량',
    subject: 'customs',
    looked: sql`select count(*) n from customs_goods`,
    breaches: (only) => sql`
      select g.wcode, g.cargo_no, g.owner_cd, g.stock_cd, g.in_qty, g.left_qty, b.qty on_hand
      from (select * from customs_goods where ${only(...customsKey)}) g
      full join (select wcode, cargo_no, owner_cd, stock_cd, sum(qty) qty from stock_balance
        where cargo_no <> '' and ${only(...customsKey)} group by 1, 2, 3, 4) b
        using (wcode, cargo_no, owner_cd, stock_cd)
      where coalesce(g.in_qty - g.left_qty, 0) <> coalesce(b.qty, 0)`,
  },
  {
    name: 'Bonded cargo quantity = sum of unpacking and filed releases',
    ko: '보세화물 수량 = 개장 기록·반출신고 합계',
    subject: 'customs',
    looked: sql`select count(*) n from customs_goods`,
    breaches: (only) => sql`
      select g.wcode, g.cargo_no, g.owner_cd, g.stock_cd, g.in_qty, u.qty unpacked, g.filed_qty,
        f.qty filed
      from (select * from customs_goods where ${only(...customsKey)}) g
      left join (select c.wcode, c.cargo_no, u.owner_cd, u.stock_cd,
          sum(case when u.reverses_id is null then u.qty else -u.qty end) qty
        from bonded_unpack u join bonded_cargo c using (bond_no) group by 1, 2, 3, 4) u
        using (wcode, cargo_no, owner_cd, stock_cd)
      left join (select c.wcode, c.cargo_no, o.owner_cd, o.stock_cd, sum(o.qty) qty
        from ${validLines} l join bonded_out_goods o using (line_id)
        join bonded_cargo c on c.bond_no = l.bond_no group by 1, 2, 3, 4) f
        using (wcode, cargo_no, owner_cd, stock_cd)
      where (g.in_qty, g.unpack_qty, g.filed_qty)
          <> (coalesce(u.qty, 0), coalesce(u.qty, 0), coalesce(f.qty, 0))
        or g.left_qty > g.filed_qty or g.filed_qty > g.in_qty`,
  },
  {
    name: 'Packages and weight of bonded cargo = register totals, released ≤ arrived',
    ko: '보세화물 개수·중량 = 대장 합계, 반출 ≤ 반입',
    subject: 'cargo',
    looked: sql`select count(*) n from bonded_cargo`,
    breaches: (only) => sql`
      select c.bond_no, c.in_pkg_qty, c.in_kg, c.out_pkg_qty, c.out_kg
      from (select * from bonded_cargo where ${only('bond_no')}) c
      left join ${sumLines('IN', only('l.bond_no'))} i using (bond_no)
      left join ${sumLines('OUT', only('l.bond_no'))} o using (bond_no)
      where (c.in_pkg_qty, c.in_kg, c.in_seq, c.out_pkg_qty, c.out_kg)
          <> (coalesce(i.pkgs, 0), coalesce(i.kgs, 0), coalesce(i.seq, 0), coalesce(o.pkgs, 0),
            coalesce(o.kgs, 0))
        or c.out_pkg_qty > c.in_pkg_qty or c.out_kg > c.in_kg
        or (c.out_pkg_qty = c.in_pkg_qty) <> (c.out_kg = c.in_kg)
        or c.state_cd <> (select bonded_state(x) from bonded_cargo x where x.bond_no = c.bond_no)`,
  },
  {
    name: 'Released ≤ packages, weight and quantity permitted by each release basis',
    ko: '반출근거별 반출 ≤ 허용 개수·중량·수량',
    subject: 'cargo',
    looked: sql`select count(*) n from bonded_basis`,
    breaches: (only) => sql`
      select b.bond_no, b.basis_id, b.out_pkg_qty, b.out_kg, l.pkgs, l.kgs
      from (select * from bonded_basis where ${only('bond_no')}) b
      left join (select basis_id, sum(pkg_qty) pkgs, sum(kg) kgs, count(*) seq
        from ${validLines} l where direction_cd = 'OUT' and ${only('l.bond_no')}
        group by basis_id) l using (basis_id)
      where (b.out_pkg_qty, b.out_kg, b.out_seq)
          <> (coalesce(l.pkgs, 0), coalesce(l.kgs, 0), coalesce(l.seq, 0))
        or b.out_pkg_qty > b.pkg_qty or b.out_kg > b.kg
        or exists (select from bonded_basis_goods g
          left join (select l.basis_id, o.stock_cd, sum(o.qty) qty
            from ${validLines} l join bonded_out_goods o using (line_id)
            where ${only('l.bond_no')} group by 1, 2) o using (basis_id, stock_cd)
          where g.basis_id = b.basis_id
            and (g.out_qty <> coalesce(o.qty, 0) or g.out_qty > g.qty))`,
  },
  {
    name: 'Cleared packages and weight = sum of release bases, cleared ≤ arrived',
    ko: '수리된 개수·중량 = 반출근거 합계, 수리 ≤ 반입',
    subject: 'cargo',
    looked: sql`select count(*) n from bonded_cargo`,
    breaches: (only) => sql`
      select c.bond_no, c.clear_pkg_qty, c.clear_kg, b.pkgs, b.kgs
      from (select * from bonded_cargo where ${only('bond_no')}) c
      left join (select bond_no, sum(pkg_qty) pkgs, sum(kg) kgs from bonded_basis
        where cancelled_at is null and ${only('bond_no')} group by 1) b using (bond_no)
      where (c.clear_pkg_qty, c.clear_kg) <> (coalesce(b.pkgs, 0), coalesce(b.kgs, 0))
        or c.clear_pkg_qty > c.in_pkg_qty or c.clear_kg > c.in_kg`,
  },
  {
    name: 'Quantity of fully cleared cargo = sum of its bases, of a fully released basis = released quantity',
    ko: '모두 수리된 화물의 수량 = 근거 수량 합계, 전량 반출한 근거의 수량 = 반출 수량',
    subject: 'cargo',
    looked: sql`select count(*) n from bonded_cargo`,
    breaches: (only) => sql`
      select c.bond_no, p.stock_cd, p.unpack_qty, p.ground_qty, null::bigint basis_id
      from (select * from bonded_cargo where ${only('bond_no')}) c
      cross join lateral pieces_off_ground(c.bond_no) p
      where c.in_closed_yn = 'Y' and c.clear_pkg_qty = c.in_pkg_qty
      union all
      select s.bond_no, x.stock_cd, x.qty, x.out_qty, s.basis_id
      from (select * from bonded_basis where ${only('bond_no')}) s
      join bonded_basis_goods x using (basis_id)
      where s.cancelled_at is null and s.closed_yn = 'Y' and x.out_qty < x.qty`,
  },
  {
    name: 'No gaps in register numbers',
    ko: '반입·반출대장 번호의 누락 없음',
    subject: 'cargo',
    looked: sql`select count(*) n from bonded_line`,
    breaches: (only) => sql`
      select l.bond_no, l.wcode, l.direction_cd, l.register_year, l.register_no
      from bonded_line l
      where ${only('l.bond_no')} and l.register_no > 1 and not exists (select from bonded_line p
        where (p.wcode, p.direction_cd, p.register_year, p.register_no)
          = (l.wcode, l.direction_cd, l.register_year, l.register_no - 1))`,
  },
]
