import sql, { type Sql } from 'sql-template-tag'
import type { Value } from '#kernel/field.ts'
import { formatCount } from '#kernel/format-count.ts'
import { label } from '#kernel/label.ts'
import { badRows, type RowError } from '#server/base/app-error.ts'
import { handleProcedure, handleQuery, type Handler } from '#server/engine/handler.ts'
import { recordset } from '#server/engine/table-save.ts'
import { quoteCodes } from '#server/engine/quote-codes.ts'
import { priceStatus } from '#areas/freight/rules/price-status.ts'
import { postRerate, priceTrial, rerateDiffs } from '../operations/trials.ts'
import { bondedTargets } from './bonded-targets.ts'
import { otherTargets } from './other-targets.ts'
import { lockMonths, openMonths, taxRate } from './post-charges.ts'
import { dailyTargets, periodTargets } from './storage-targets.ts'
import { workTargets } from './work-targets.ts'

const columns = sql`charge_cd, wcode, owner_cd, price_cd, price_id, qty, amount, reason_cd, service_dt`

/**
 * Work of a month as it would have been charged in that month. Each part of a document stays in the
 * month of its last change, regardless of changes to the rest.
 */
function triedWork(owner: string, first: Sql, last: Sql): Sql {
  const book = { draftsOf: owner }
  const [begin, end] = [sql`day_end(${first} - 1)`, sql`day_end(${last})`]
  const touched = sql`(select distinct m.movement_cd cause_cd, m.doc_no from stock_movement m
    where m.owner_cd = ${owner} and m.movement_cd in ('RECEIPT', 'SHIPMENT')
      and m.posted_at >= ${begin} and m.posted_at < ${end}
    union select 'RECEIPT', x.receipt_no from receipt_reject x join receipt r using (receipt_no)
    where r.owner_cd = ${owner} and x.created_at >= ${begin} and x.created_at < ${end})`
  const also = (when: (moment: Sql) => Sql) => sql`(select * from touched t where exists (
      select from stock_movement m where m.movement_cd = t.cause_cd and m.doc_no = t.doc_no
        and ${when(sql`m.posted_at`)})
    or t.cause_cd = 'RECEIPT' and exists (select from receipt_reject x
      where x.receipt_no = t.doc_no
        and (${when(sql`x.created_at`)} or ${when(sql`x.cancelled_at`)})))`
  const same = sql`(o.cause_cd, o.doc_no, o.line_no, o.charge_cd, o.qty)
    = (t.cause_cd, t.doc_no, t.line_no, t.charge_cd, t.qty)`
  return sql`
    with touched as materialized ${touched},
    earlier as materialized ${also((moment) => sql`${moment} < ${begin}`)},
    later as materialized ${also((moment) => sql`${moment} >= ${end}`)},
    there as materialized (with ${workTargets(sql`touched`, book, end)} select * from targets),
    was as materialized (with ${workTargets(sql`earlier`, book, begin)} select * from targets),
    became as materialized (with ${workTargets(sql`later`, book)} select * from targets)
    select ${columns} from there t
    where not exists (select from was o where ${same})
      and (not exists (select from later l where (l.cause_cd, l.doc_no) = (t.cause_cd, t.doc_no))
        or exists (select from became o where ${same}))`
}

/** Recalculates a month. The owner's drafts take precedence over agreed prices. */
function tried(owner: string, first: Sql, last: Sql): Sql {
  const book = { draftsOf: owner }
  const cargos = sql`select distinct bond_no doc_no from bonded_line where owner_cd = ${owner}
    and done_at >= day_end(${first} - 1) and done_at < day_end(${last})`
  return sql`
    select ${columns} from (with ${dailyTargets({ first, last, owner }, book)}
      select * from targets) d
    union all select ${columns} from (with ${periodTargets(sql`(${first} + 14)`, owner, book)}
      select * from targets) h where ${first} + 14 < ${last}
    union all select ${columns} from (with ${periodTargets(last, owner, book)}
      select * from targets) p
    union all select * from (${triedWork(owner, first, last)}) w
    union all select ${columns} from (with ${otherTargets({ first, last, owner }, book)}
      select * from targets) o
    union all select ${columns} from (with touched as (${cargos}), ${bondedTargets(book)}
      select * from targets) b where service_dt between ${first} and ${last}`
}

/** The recalculated month by date. Manual charges have no rate card price and remain unchanged. */
function triedByDay(owner: string, first: Sql, last: Sql, month: string): Sql {
  return sql`
    select a.wcode, a.charge_cd, a.price_cd, coalesce(p.currency_cd, 'KRW') currency_cd,
      a.service_dt, sum(a.qty) filter (where a.reason_cd is null) qty,
      coalesce(sum(a.amount) filter (where a.reason_cd is null), 0) amount,
      count(a.reason_cd) faults
    from (${tried(owner, first, last)}) a left join price_line p using (price_id)
    group by 1, 2, 3, 4, 5
    union all
    select wcode, charge_cd, null, currency_cd, null, sum(qty), sum(amount), 0 from charge
    where owner_cd = ${owner} and coalesce(of_month, bill_month) = ${month} and cause_cd = 'HAND'
    group by 1, 2, 4`
}

/**
 * Owner prices with a monthly minimum, with or without work: drafts, and agreed prices of charges
 * without a draft. As on closing, a price without a warehouse applies to every warehouse in which
 * the owner was billed before.
 */
const leastOfMonth = (owner: string, last: Sql) => sql`
  select w.wcode, l.charge_cd, l.price_cd, l.currency_cd, 0 qty, 0 amount, 0 faults
  from price_on(${last}) l
  join (select distinct wcode from bill_month where owner_cd = ${owner}
    union select price_wcode from price_line where owner_cd = ${owner} and price_wcode is not null) w
    on w.wcode = coalesce(l.price_wcode, w.wcode)
  where l.owner_cd = ${owner} and l.month_min_amt > 0 and (l.state_cd = ${quoteCodes(priceStatus.draft)}
    or l.state_cd = ${quoteCodes(priceStatus.agreed)} and not exists (select from price_on(${last}) d where d.owner_cd = ${owner}
      and d.state_cd = ${quoteCodes(priceStatus.draft)} and d.charge_cd = l.charge_cd))`

const lineAt = (last: Sql) => sql`left join (select distinct on (price_cd) * from price_on(${last})
  order by price_cd, version_no desc) l using (price_cd)`

const trialHandler = handleQuery(
  priceTrial,
  'v.charge_cd, v.currency_cd',
  ({ search }) => {
    const owner = String(search['OWNER_CD'] ?? '')
    const typed = String(search['BILL_MONTH'] ?? '').replaceAll(/\D/g, '')
    const month = /^\d{4}(0[1-9]|1[0-2])$/.test(typed) ? typed : '190001'
    const day = sql`coalesce((select close_day from billing_terms where owner_cd = ${owner}), 0)`
    const first = sql`cycle_start(${month}, ${day})`
    const last = sql`cycle_end(${month}, ${day})`
    return sql`
      select coalesce(t.wcode, b.wcode) wcode, ${owner}::text owner_cd, ${month}::text bill_month,
        coalesce(t.charge_cd, b.charge_cd) charge_cd,
        coalesce(t.currency_cd, b.currency_cd) currency_cd, coalesce(b.qty, 0) billed_qty,
        coalesce(b.amount, 0) billed_amt, coalesce(t.qty, 0) tried_qty,
        coalesce(t.amount, 0) tried_amt, coalesce(t.amount, 0) - coalesce(b.amount, 0) diff_amt,
        coalesce(t.faults, 0) fault_count
      from (
        select x.wcode, x.charge_cd, x.currency_cd, sum(x.qty) qty, sum(greatest(least(x.amount,
            coalesce(l.month_max_amt, x.amount)), coalesce(l.month_min_amt, x.amount))) amount,
          sum(x.faults) faults
        from (select y.wcode, y.charge_cd, y.price_cd, y.currency_cd, sum(y.qty) qty,
            sum(y.amount) amount, sum(y.faults) faults
          from (select d.wcode, d.charge_cd, d.price_cd, d.currency_cd, d.qty,
              greatest(least(d.amount, coalesce(l.day_max_amt, d.amount)),
                coalesce(l.day_min_amt, d.amount)) amount, d.faults
            from (${triedByDay(owner, first, last, month)}) d ${lineAt(last)}
            union all ${leastOfMonth(owner, last)}) y
          group by 1, 2, 3, 4) x
        ${lineAt(last)}
        group by 1, 2, 3) t
      full join (
        select wcode, charge_cd, currency_cd, sum(qty) qty, sum(amount) amount from charge
        where owner_cd = ${owner} and coalesce(of_month, bill_month) = ${month}
        group by 1, 2, 3) b
      on (t.wcode, t.charge_cd, t.currency_cd) = (b.wcode, b.charge_cd, b.currency_cd)`
  },
  ['OWNER_CD', 'BILL_MONTH'],
)

/**
 * Charges by prices with several versions, as billed and as priced by the version valid on their
 * date. Returns only sums that differ. A line in another currency is a different price. `of`
 * narrows the charges `c`. Versions are looked up once per price and date, and only charges with a
 * different version are recalculated.
 */
function differences(of: Sql): Sql {
  return sql`
    with codes as materialized (
      select l.price_id, l.price_cd, l.unit_cd, l.basis_cd, l.currency_cd from price_line l
      where l.state_cd = ${quoteCodes(priceStatus.agreed)} and exists (select from price_line x where x.price_cd = l.price_cd
        and x.price_id <> l.price_id and x.state_cd = ${quoteCodes(priceStatus.agreed)})),
    priced as materialized (
      select c.wcode, c.owner_cd, coalesce(c.of_month, c.bill_month) bill_month, c.charge_cd,
        c.currency_cd, l.price_cd, c.price_id, c.cause_cd, c.qty, c.amount, c.temperature_cd, c.bonded_cd,
        c.months, coalesce(o.service_dt, c.service_dt) on_dt
      from charge c join codes l on l.price_id = c.price_id
      left join charge o on o.charge_no = c.reverses_no
      where c.cause_cd not in ('LEAST', 'MOST', 'HAND') and ${of}),
    versions as materialized (
      select d.price_id, d.on_dt, n.price_id new_id, n.version_no
      from (select distinct price_id, on_dt from priced where cause_cd <> 'RERATE') d
      join codes l on l.price_id = d.price_id
      cross join lateral (select p.* from price_on(d.on_dt) p
        where p.price_cd = l.price_cd and p.state_cd = ${quoteCodes(priceStatus.agreed)}
          and (p.unit_cd, p.basis_cd, p.currency_cd) = (l.unit_cd, l.basis_cd, l.currency_cd)
        order by p.version_no desc limit 1) n),
    sums as materialized (
      select c.wcode, c.owner_cd, c.bill_month, c.charge_cd, c.price_cd, c.currency_cd,
        count(v.new_id) charge_count, max(v.new_id) price_id, max(v.version_no) version_no,
        bool_or(v.new_id <> c.price_id) is_changed, sum(c.amount) billed,
        -- What no version of this day prices stays as it was billed.
        sum(case when c.cause_cd = 'RERATE' then 0
          when v.new_id is null or v.new_id = c.price_id then c.amount
          else sign(c.qty)
            * charge_amount(n, abs(c.qty), c.temperature_cd, c.bonded_cd, c.months) end) tried
      from priced c
      left join versions v on c.cause_cd <> 'RERATE' and v.price_id = c.price_id
        and v.on_dt = c.on_dt
      left join price_line n on n.price_id = v.new_id
      group by 1, 2, 3, 4, 5, 6)
    select s.*, s.tried - s.billed diff from sums s where s.is_changed and s.tried <> s.billed`
}

function ofMonth(typed: Value | undefined): Sql {
  const month = String(typed ?? '').replaceAll('-', '')
  if (!/^\d{6}$/.test(month)) return sql`true`
  return sql`(c.bill_month = ${month} or c.of_month = ${month})`
}

const diffsHandler = handleQuery(
  rerateDiffs,
  'v.bill_month desc, v.owner_cd, v.price_cd',
  ({ search }) => sql`
    select d.*, o.owner_nm, d.billed billed_amt, d.tried tried_amt, d.diff diff_amt
    from (${differences(ofMonth(search['BILL_MONTH']))}) d join owner o using (owner_cd)`,
)

const postHandler = handleProcedure(postRerate, async (call) => {
  await lockMonths(call.tx)
  const given = recordset(postRerate.input, Object.keys(postRerate.input), call.rows)
  // Separate value lists let an index find the rows among a million charges. The join below
  // restores the pairs.
  const [owners, months] = (['OWNER_CD', 'BILL_MONTH'] as const).map((column) => [
    ...new Set(call.rows.map(({ values }) => String(values[column]))),
  ])
  const asked = sql`c.wcode = ${call.scope.wcode} and c.owner_cd = any(${owners}::text[])
    and (c.bill_month = any(${months}::text[]) or c.of_month = any(${months}::text[]))`
  await call.tx.execute(sql`
    create temporary table named on commit drop as
    select r.no, d.* from ${given} join (${differences(asked)}) d
      on (d.owner_cd, d.bill_month, d.price_cd) = (r.owner_cd, r.bill_month, r.price_cd)
    where ${call.scope.owners === null}
      or d.owner_cd = any(${[...(call.scope.owners ?? [])]}::text[])`)
  const found = await call.tx.query<{ no: number }>(sql`select distinct no from named`)
  const known = new Set(found.map(({ no }) => no))
  const none = label(
    '반영할 차이가 없습니다. 다시 조회하세요.',
    'No differences to post. Search again.',
  )
  const errors = call.rows.flatMap(({ no }): RowError[] =>
    known.has(no) ? [] : [{ row: no, text: none, column: 'PRICE_CD' }],
  )
  if (errors.length) throw badRows(errors)
  const count = await call.tx.execute(sql`
    with rows as materialized (
      select d.wcode, d.owner_cd, d.charge_cd, ${call.today}::date service_dt,
        open_bill_month(d.wcode, d.owner_cd, d.bill_month) bill_month, d.bill_month of_month,
        d.bill_month || ':' || d.price_cd doc_no, d.price_id, d.diff amount, l.unit_cd, l.vat_cd,
        l.currency_cd, l.rounding_cd
      from named d join price_line l on l.price_id = d.price_id),
    ${openMonths}
    insert into charge (wcode, owner_cd, charge_cd, service_dt, bill_month, of_month, cause_cd,
      doc_no, cause_seq, qty, unit_cd, price_id, amount, vat_cd, tax_rate, currency_cd,
      rounding_cd, created_by)
    select wcode, owner_cd, charge_cd, service_dt, bill_month, of_month, 'RERATE', doc_no,
      (select max(charge_no) from charge), 0, unit_cd, price_id, amount, vat_cd,
      ${taxRate(sql`rows.vat_cd`, sql`rows.service_dt`)}, currency_cd, rounding_cd, ${call.userId}
    from rows`)
  return {
    rows: call.rows.map(({ no }) => ({ ROW: no })),
    message: label(
      `차이 ${formatCount(count)}건을 열린 청구월에 반영했습니다.`,
      `${formatCount(count, 'difference')} posted into the open month.`,
    ),
  }
})

export const trialHandlers: readonly Handler[] = [trialHandler, diffsHandler, postHandler]
