import sql, { type Sql } from 'sql-template-tag'
import { withPrice } from './priced.ts'

/** Cargo in the unit of price `l`: packages, kilograms, its share of the room, or lines. */
const units = sql`case l.unit_cd when 'KG' then c.kg when 'CBM' then c.cbm
  when 'DOC' then 1 when 'LINE' then 1 else c.packages end`

const columns = sql`c.cause_cd, c.doc_no, c.line_no, c.cause_seq, c.charge_cd, c.wcode, c.owner_cd,
  c.service_dt, c.stock_cd, coalesce(u.qty, c.packages) qty, l.price_id, l.price_cd,
  charge_amount(l, u.qty, null, 'FREE', 0) amount, c.temperature_cd, c.bonded_cd, 0 months,
  case when u.qty is null then 'NO_CBM' end reason_cd`

const blank = sql`null::text stock_cd, null::text temperature_cd, null::text group_cd,
  'BONDED' bonded_cd, null::text sample_cd`

/** Lines of the registers of the touched cargos (`doc_no`) that stand: not reversed, not corrected. */
export function bondedTargets(touched: Sql): Sql {
  return sql`
    causes as materialized (
      select 'BONDED' cause_cd, b.bond_no doc_no, b.line_id::integer line_no, b.line_id cause_seq,
        case b.direction_cd when 'IN' then 'BON_IN' else 'BON_OUT' end charge_cd, b.wcode,
        b.owner_cd, warehouse_day(b.done_at) service_dt, b.pkg_qty packages, b.kg,
        g.cbm * b.pkg_qty / g.pkg_qty cbm, ${blank}
      from ${touched} t join bonded_line b on b.bond_no = t.doc_no
      join bonded_cargo g on g.bond_no = b.bond_no
      where b.reverses_id is null and not exists (select from bonded_line x
        where b.line_id in (x.reverses_id, x.corrects_id))),
    priced as materialized (${withPrice(sql`causes`, ['WORK'])}),
    targets as materialized (
      select ${columns} from priced c join price_line l on l.price_id = (c.p).price_id
      cross join lateral (select ${units} qty) u)`
}

/** Cargo that lies in a shed at the end of a day, by both registers up to that day. */
export function bondedStorageTargets(day: Sql, owner: string | null): Sql {
  return sql`
    lying as (
      select b.bond_no, min(warehouse_day(b.done_at)) filter (where b.direction_cd = 'IN') in_dt,
        sum(d.sign * (b.pkg_qty - coalesce(o.pkg_qty, 0))) packages,
        sum(d.sign * (b.kg - coalesce(o.kg, 0))) kg
      from bonded_line b
      left join bonded_line o on o.line_id = b.corrects_id
      cross join lateral (select case b.direction_cd when 'IN' then 1 else -1 end
        * case when b.reverses_id is null then 1 else -1 end sign) d
      where b.done_at < day_end(${day}) and (${owner}::text is null or b.owner_cd = ${owner}::text)
      group by b.bond_no),
    causes as materialized (
      select 'DAY' cause_cd, g.bond_no doc_no, 0 line_no,
        to_char(${day}, 'YYYYMMDD')::bigint cause_seq, 'BON_STORE' charge_cd, g.wcode, g.owner_cd,
        ${day} service_dt, y.in_dt, y.packages, y.kg, g.cbm * y.packages / g.pkg_qty cbm, ${blank}
      from lying y join bonded_cargo g using (bond_no) where y.packages > 0),
    priced as materialized (${withPrice(sql`causes`, ['DAY_END'])}),
    targets as materialized (
      select ${columns} from priced c join price_line l on l.price_id = (c.p).price_id
      cross join lateral (select ${units} qty) u
      where c.service_dt - c.in_dt >= l.free_days)`
}
