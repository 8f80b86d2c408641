import sql, { type Sql } from 'sql-template-tag'
import { matchPrices, type PriceBook } from './match-prices.ts'

/**
 * Charge codes of each register direction. Storage is charged on release, for the released part.
 */
const kinds = sql`(values ('IN', 'BON_IN'), ('OUT', 'BON_OUT'), ('OUT', 'BON_STORE'),
  ('OUT', 'BON_VALUE')) v(direction_cd, charge_cd)`

const isNotReversed = (line: Sql): Sql => sql`${line}.reverses_id is null and not exists (
  select from bonded_line o where ${line}.line_id in (o.reverses_id, o.corrects_id))`

/**
 * Valid register lines of the touched cargos, with their share of the cargo's volume and customs
 * value, and their storage days. Storage runs from the date the cargo was complete to the release
 * date, both included. For a release before that date it runs from the first arrival.
 */
const causes = sql`
  select 'BON_' || l.direction_cd cause_cd, l.bond_no doc_no, l.register_no line_no,
    l.line_id cause_seq, v.charge_cd, l.wcode, l.owner_cd, d.day service_dt,
    null::text stock_cd, null::text temperature_cd, null::text group_cd, 'BONDED' bonded_cd,
    null::text order_kind_cd, null::text sample_cd, l.pkg_qty pkgs, l.kg, c.cbm * l.pkg_qty / c.pkg_qty cbm,
    c.custom_value * l.pkg_qty / c.pkg_qty / 1000 customs_value,
    greatest(d.day - case when c.in_dt <= d.day then c.in_dt else i.day end + 1, 1) days,
    coalesce(bonded_rule_value(h.kind_cd, 'VALUE_PERIOD', d.day), 1) period_days
  from (select distinct doc_no from touched) t
  join bonded_cargo c on c.bond_no = t.doc_no
  join bonded_shed h on h.wcode = c.wcode and h.shed_cd = c.shed_cd
  join bonded_line l using (bond_no)
  join ${kinds} using (direction_cd)
  cross join lateral (select (l.done_at at time zone 'Asia/Seoul')::date "day") d
  cross join lateral (select min(x.done_at at time zone 'Asia/Seoul')::date "day"
    from bonded_line x where x.bond_no = l.bond_no and x.direction_cd = 'IN' and ${isNotReversed(sql`x`)}) i
  where ${isNotReversed(sql`l`)}`

const measure = sql`case (p).unit_cd when 'KG' then c.kg when 'CBM' then c.cbm when 'BOX' then c.pkgs
  when 'VALUE' then c.customs_value else 1 end`

/** Multiplier: storage days or periods after the free days, otherwise 1. */
const multiplier = sql`case c.charge_cd
  when 'BON_STORE' then greatest(c.days - (p).free_days, 0)
  when 'BON_VALUE' then ceil(greatest(c.days - (p).free_days, 0) / c.period_days)
  else 1 end`

/**
 * Target charges of the touched cargos, as CTEs ending in `targets`. Lines without a price are
 * free.
 */
export const selectBondedTargets = (book?: PriceBook): Sql => sql`
  causes as materialized (${causes}),
  priced as materialized (${matchPrices(sql`causes`, ['WORK'], book)}),
  measured as (
    select c.*, ${measure} * ${multiplier} units from priced c where (p).price_id is not null),
  targets as materialized (
    select c.cause_cd, c.doc_no, c.line_no, c.cause_seq, c.charge_cd, c.wcode, c.owner_cd,
      c.service_dt, c.stock_cd, round(coalesce(c.units, 0), 6) qty, l.price_id, l.price_cd,
      charge_amount(l, round(c.units, 6), null, 'BONDED', 0) amount, c.temperature_cd,
      c.bonded_cd, 0 months, null::numeric[] raised, null::numeric free_qty, null::numeric weight_kg,
      case when c.units is null then case l.unit_cd when 'VALUE' then 'NO_VALUE' else 'NO_CBM' end
        end reason_cd
    from measured c join price_line l on l.price_id = (c.p).price_id)`
