import sql, { empty, join, raw, type Sql } from 'sql-template-tag'
import type { WireRow } from '#kernel/field.ts'
import { formatCount } from '#kernel/format-count.ts'
import { label, type Language } from '#kernel/label.ts'
import { getAsOfTimestamp } from '#areas/inventory/server/stock-as-of.ts'
import { masterHandlers, toOwner } from '#areas/master/server/master-handlers.ts'
import { invalidRows, conflictingRows, type RowError } from '#server/base/app-error.ts'
import { priceStatus } from '#areas/freight/rules/price-status.ts'
import {
  handleProcedure,
  handleQuery,
  type Handler,
  type SaveCall,
} from '#server/engine/handler.ts'
import { recordsetSql } from '#server/engine/table-save.ts'
import { quoteCodes } from '#server/engine/quote-codes.ts'
import { nextNumbers } from '#server/engine/next-numbers.ts'
import {
  charges,
  reverseCharge,
  billingTermsOperations,
  unbilledWorkQuery,
  chargeReasons,
  writeCharges,
} from '../operations/charges.ts'
import { billingTerms } from '../tables/billing-terms.ts'
import { invoiceStatus, invoiceStepFrom } from '../rules/billing-status.ts'
import { chargeCauseSql, codeName } from './cause-no.ts'
import { rejectClosingDays } from './closing-day.ts'
import { periodStart } from './storage-periods.ts'
import { getLastWorkDay, rejectLaterDates, workTooFarAhead } from './later-dates.ts'
import { selectCostTargets } from './other-targets.ts'
import { lockMonths, lockMonthsToType } from './lock-months.ts'
import { rejectInvalidCurrencies } from './reject-currencies.ts'
import { typedChargeWarnings } from './typed-charge-warnings.ts'
import {
  openMonth,
  openMonths,
  ownMonth,
  postNewTargets,
  isNotReversed,
  taxRate,
} from './post-charges.ts'

/** Matches the indexes used to list charges. */
const chargeOrder = 'v.bill_month desc, v.service_dt desc, v.charge_no desc'

/**
 * Narrows the charges to the month of a complete invoice number. Finds the invoice first to read
 * the charges of its month in index order.
 */
function invoicedCharges(search: WireRow): Sql {
  const number = String(search['INVOICE_NO'] ?? '').trim()
  if (!/^[A-Z0-9-]+-\d{6}-\d{4,}$/.test(number)) return empty
  const fact = (column: string) =>
    sql`(select ${raw(column)} from invoice where invoice_no = ${number})`
  return sql`and c.owner_cd = ${fact('owner_cd')} and c.wcode = ${fact('wcode')}
    and c.bill_month = ${fact('bill_month')}`
}

const chargesHandler = handleQuery(charges, chargeOrder, ({ search, language }) => {
  const before = getAsOfTimestamp(search)
  return sql`
      select c.*, ${chargeCauseSql(language)} cause_no, o.owner_nm, k.stock_nm, l.price_cd, l.version_no,
        case when l.tier_cd is null then coalesce(l.unit_price, round(c.amount / nullif(c.qty, 0), 4))
          end unit_price,
        round(c.amount * c.tax_rate / 100, 6) tax_amt,
        i.invoice_no
      from charge c join owner o using (owner_cd)
      left join invoice i on i.state_cd <> ${quoteCodes(invoiceStatus.reopened)} and i.origin_no is null
        and (i.wcode, i.owner_cd, i.bill_month, i.currency_cd, i.vat_cd) =
          (c.wcode, c.owner_cd, c.bill_month, c.currency_cd, c.vat_cd)
      left join stock k on k.owner_cd = c.owner_cd and k.stock_cd = c.stock_cd
      left join price_line l on l.price_id = c.price_id
      where ${before ? sql`c.created_at < ${before}` : sql`true`} ${invoicedCharges(search)}`
})

/** Surcharges of a period, each with the quantity it applies to. */
const periodSurcharges = join(
  ['cool_rate', 'frozen_rate', 'bonded_rate', 'over_rate'].map((rate, index) => {
    const [qty, percent] = [raw(`abs(c.raised[${index + 1}])`), raw(`l.${rate}`)]
    return sql`case when ${qty} > 0 and ${percent} > 0 then ' + ' || trim_scale(${qty}) || ' × '
      || trim_scale(${percent}) || '%' else '' end`
  }),
  ' || ',
)

const chargeFormula = (language: Language): Sql => sql`case
  when c.reverses_no is not null then 'Δ ' || c.reverses_no || ' × −1'
  when c.cause_cd = 'RERATE' then 'Δ ' || ${codeName('charge-cause', sql`c.cause_cd`, language)}
  when l.price_id is null then coalesce(c.reason, '')
  else trim_scale(c.qty) || ' ' || ${codeName('price-unit', sql`l.unit_cd`, language)}
    || case when coalesce(c.free_qty, l.free_qty) > 0
        then ' − ' || trim_scale(coalesce(c.free_qty, l.free_qty)) || ' ('
          || ${codeName('free-scope', sql`l.free_cd`, language)} || ')' else '' end
    || ' × ' || coalesce(${codeName('price-tier', sql`l.tier_cd`, language)} || ' [' || l.tiers || ']', trim_scale(l.unit_price)::text)
    || case when c.temperature_cd = 'COOL' and l.cool_rate > 0
        then ' +' || trim_scale(l.cool_rate) || '%'
      when c.temperature_cd = 'FROZEN' and l.frozen_rate > 0
        then ' +' || trim_scale(l.frozen_rate) || '%' else '' end
    || case when c.bonded_cd = 'BONDED' and l.bonded_rate > 0
        then ' +' || trim_scale(l.bonded_rate) || '%' else '' end
    || case when weight_rate(l.weight_steps, c.weight_kg) > 0 then ' +'
        || trim_scale(weight_rate(l.weight_steps, c.weight_kg)) || '% ('
        || trim_scale(c.weight_kg) || ' kg)' else '' end
    || ${periodSurcharges}
    || case when l.over_months <= c.months then ' +' || trim_scale(l.over_rate) || '%' else '' end
    || case when l.min_amt is not null then ' ≥ ' || trim_scale(l.min_amt) else '' end
    || case when l.max_amt is not null then ' ≤ ' || trim_scale(l.max_amt) else '' end
  end || ' = ' || rtrim(to_char(c.amount, 'FM999,999,999,990.999999'), '.')
    || coalesce('  (' || l.price_cd || ' v' || l.version_no || ')', '')`

/** Charges \`c\` of the month, price code and date that the re-rated difference \`r\` is about. */
const rerated = (selectedCharge: Sql): Sql => sql`(
  select c.wcode, c.owner_cd, c.charge_cd, c.currency_cd, split_part(c.doc_no, ':', 1) "month",
    split_part(c.doc_no, ':', 2) price_cd, nullif(split_part(c.doc_no, ':', 3), '') "day"
  from ${selectedCharge} where c.cause_cd = 'RERATE' and c.reverses_no is null) r
  join charge c on (c.wcode, c.owner_cd, c.charge_cd, c.currency_cd)
      = (r.wcode, r.owner_cd, r.charge_cd, r.currency_cd)
    and coalesce(c.of_month, c.bill_month) = r.month
    and c.cause_cd not in ('RERATE', 'LEAST', 'MOST')
    and coalesce(to_char(c.service_dt, 'YYYYMMDD') = r.day, true)
    and exists (select from price_line p where p.price_id = c.price_id and p.price_cd = r.price_cd)`

/**
 * First row: the formula. Then the charges of a re-rated difference, the movements of the document,
 * or the closing stock of the date, each with the unit measure valid on its date.
 */
const chargeReasonsHandler = handleQuery(
  chargeReasons,
  'v.line_no',
  ({ search, language }) => {
    const typed = String(search['CHARGE_NO'] ?? '')
    const no = /^\d{1,15}$/.test(typed) ? Number(typed) : 0
    const selectedCharge = sql`(select * from charge where charge_no = ${no}::bigint) c`
    return sql`
      select w.wcode, w.owner_cd, row_number() over (order by w.rank, w.posted_at, w.movement_no)
          line_no, w.text, w.posted_at, w.doc_no, w.stock_cd, w.pieces, w.measure, w.qty,
        w.movement_no
      from (
        select 0 rank, c.wcode, c.owner_cd, ${chargeFormula(language)} "text", null::timestamptz posted_at,
          ${chargeCauseSql(language)} doc_no,
          c.stock_cd, null::numeric pieces, null::numeric measure, c.qty, null::bigint movement_no
        from ${selectedCharge} left join price_line l on l.price_id = c.price_id
        union all
        select 1, c.wcode, c.owner_cd, ${codeName('movement', sql`m.movement_cd`, language)} || ' '
            || ${codeName('place', sql`m.from_place_cd`, language)} || ' → '
            || ${codeName('place', sql`m.to_place_cd`, language)}, m.posted_at, m.doc_no, m.stock_cd,
          case when m.reverses_no is null then m.qty else -m.qty end, k.cbm, null, m.movement_no
        from ${selectedCharge} join stock_movement m on m.movement_cd = c.cause_cd and m.doc_no = c.doc_no
          and c.line_no in (0, m.doc_line)
        left join lateral charge_measure(m.owner_cd, m.stock_cd, c.service_dt) k on true
        union all
        select 1, r.wcode, r.owner_cd, ${chargeFormula(language)},
          c.service_dt::timestamp at time zone 'Asia/Seoul', ${chargeCauseSql(language)}, c.stock_cd,
          null, null, c.qty, null
        from ${rerated(selectedCharge)} join price_line l on l.price_id = c.price_id
        union all
        select 1, c.wcode, c.owner_cd, n.report_no || ' ' || n.split_cd || n.split_seq, n.done_at,
          n.bond_no, null, n.pkg_qty, n.kg, null, null
        from ${selectedCharge} join bonded_line n on c.cause_cd = 'BON_' || n.direction_cd
          and n.line_id = c.cause_seq
        union all
        select 2, c.wcode, c.owner_cd, b.cell_cd || coalesce(' ' || nullif(lot.lot_no, ''), '')
            || ' ' || to_char(d.day, 'YYYY-MM-DD'), d.day::timestamp at time zone 'Asia/Seoul', '',
          b.stock_cd, d.closing, k.cbm, d.closing * k.cbm, null
        from ${selectedCharge}
        join price_line l on l.price_id = c.price_id
        left join billing_terms t on t.owner_cd = c.owner_cd
        cross join lateral (select coalesce(t.close_day, 0) close_day) y
        cross join lateral (select cycle_start(cycle_month(c.service_dt, y.close_day),
          y.close_day) first) f
        cross join lateral storage_days(
          case c.cause_cd when 'PERIOD' then ${periodStart(sql`l.basis_cd`, sql`c.service_dt`, sql`f.first`)}
            else c.service_dt end, c.service_dt, c.owner_cd) d
        join stock_balance b on b.balance_id = d.balance_id and b.wcode = c.wcode
        join lot using (lot_id)
        left join lateral charge_measure(b.owner_cd, b.stock_cd, d.day) k on true
        where c.cause_cd in ('DAY', 'PERIOD') and (d.closing > 0 or d.opening > 0)
          and (c.stock_cd is null or c.stock_cd = b.stock_cd)
          and (l.unit_cd <> 'CELL' or b.cell_cd = c.doc_no)
          and (l.unit_cd <> 'PLT' or b.pallet_no = c.doc_no)) w`
  },
  ['CHARGE_NO'],
)

/** Work done before the first agreed price is never billed. */
const unbilledHandler = handleQuery(
  unbilledWorkQuery,
  'v.service_dt, v.owner_cd, v.doc_no, v.line_no',
  () => sql`
    select u.*, o.owner_nm, k.stock_nm from unbilled_work u join owner o using (owner_cd)
    left join stock k on k.owner_cd = u.owner_cd and k.stock_cd = u.stock_cd
    where u.service_dt >= (select min(from_dt) from price_line where state_cd = ${quoteCodes(priceStatus.agreed)})`,
)

const typedColumns = Object.keys(writeCharges.input)

export const writeChargesHandler = handleProcedure(writeCharges, async (call) => {
  await rejectUnknownOwners(call)
  rejectUndocumented(call)
  rejectLaterDates(call, 'SERVICE_DT', workTooFarAhead, getLastWorkDay(call.today))
  await rejectInvalidCurrencies(call)
  await lockMonthsToType(call.tx, call.scope.wcode)
  const inserted = await call.tx.query<{ charge_no: number }>(sql`
    with numbers as (
      select n, row_number() over (order by n) at
      from ${nextNumbers(call, 'HAND_CHARGE', call.rows.length)} n),
    typed as (
      select r.*, ${call.scope.wcode} wcode, row_number() over (order by r.no) at
      from ${recordsetSql(writeCharges.input, typedColumns, call.rows)}),
    rows as materialized (
      select r.*, n.n doc_no, ${openMonth} bill_month, ${ownMonth} own_month
      from typed r join numbers n using (at)),
    ${openMonths}
    insert into charge (wcode, owner_cd, charge_cd, service_dt, bill_month, of_month, cause_cd,
      doc_no, qty, unit_cd, amount, vat_cd, tax_rate, currency_cd, rounding_cd, reason, paper_no,
      created_by)
    select wcode, owner_cd, charge_cd, service_dt, bill_month, nullif(own_month, bill_month),
      'HAND', doc_no, qty, unit_cd,
      qty * unit_price, vat_cd, ${taxRate(sql`rows.vat_cd`, sql`rows.service_dt`)}, currency_cd,
      '2', reason, paper_no, ${call.userId}
    from rows order by no returning charge_no`)
  const numbers = inserted.map((row) => row.charge_no)
  await postNewTargets(
    call.tx,
    selectCostTargets(sql`x.charge_no = any(${numbers}::bigint[])`),
    sql`false`,
  )
  const warning = await typedChargeWarnings(call, numbers)
  return {
    rows: call.rows.map(({ no }, index) => ({
      ROW: no,
      CHARGE_NO: inserted[index]?.charge_no ?? null,
    })),
    message: label(
      `수기청구 ${formatCount(inserted.length)}건을 등록했습니다.${warning?.ko ?? ''}`,
      `${formatCount(inserted.length, 'charge')} entered.${warning?.en ?? ''}`,
    ),
    ...(warning && { warns: true }),
  }
})

const paperMissing = label(
  '실비는 증빙번호를 입력하세요.',
  'Enter the voucher number of the expense.',
)

function rejectUndocumented(call: SaveCall): void {
  const errors = call.rows.flatMap(({ no, values }): RowError[] =>
    values['CHARGE_CD'] === 'ACTUAL' && !values['PAPER_NO']
      ? [{ row: no, text: paperMissing, column: 'PAPER_NO' }]
      : [],
  )
  if (errors.length) throw invalidRows(errors)
}

async function rejectUnknownOwners(call: SaveCall): Promise<void> {
  const unknown = await call.tx.query<{ no: number }>(sql`
    select r.no from ${recordsetSql(writeCharges.input, ['OWNER_CD'], call.rows)}
    where not exists (select from owner o where o.owner_cd = r.owner_cd)`)
  if (unknown.length === 0) return
  const text = label('등록되지 않은 화주입니다.', 'Owner not found.')
  throw invalidRows(unknown.map(({ no }) => ({ row: no, text, column: 'OWNER_CD' })))
}

const notManualCharge = label(
  '취소할 수 있는 수기청구가 아닙니다. 다른 내역은 원인이 된 작업을 취소하세요.',
  'Only valid manual charges can be cancelled. For others, cancel the work that caused them.',
)
const isIssued = (invoice: string) =>
  label(
    `청구서 ${invoice}로 발행한 내역입니다. 발행을 취소하거나 수정세금계산서를 작성하세요.`,
    `Issued on invoice ${invoice}. Undo issuing or correct the invoice.`,
  )

const reverseChargeHandler = handleProcedure(reverseCharge, async (call) => {
  await lockMonths(call.tx, [call.scope.wcode])
  const numbers = call.rows.map((row) => Number(row.values['CHARGE_NO']))
  const found = await call.tx.query<{ charge_no: number; issued_no: string | null }>(sql`
    select c.charge_no, (select i.invoice_no from invoice i
        where i.origin_no is null and i.state_cd in (${quoteCodes(invoiceStepFrom.send)})
        and (i.wcode, i.owner_cd, i.bill_month, i.currency_cd, i.vat_cd) =
          (c.wcode, c.owner_cd, c.bill_month, c.currency_cd, c.vat_cd)) issued_no
    from charge c where c.charge_no = any(${numbers}::bigint[])
      and c.cause_cd = 'HAND' and c.wcode = ${call.scope.wcode} and ${isNotReversed(sql`c`)}
      and (${call.scope.owners === null}
        or c.owner_cd = any(${[...(call.scope.owners ?? [])]}::text[]))`)
  const open = new Set(found.map((row) => row.charge_no))
  const invoiceByCharge = new Map(found.map((row) => [row.charge_no, row.issued_no]))
  const errors = call.rows.flatMap((row): RowError[] => {
    const invoice = invoiceByCharge.get(Number(row.values['CHARGE_NO']))
    if (invoice) return [{ row: row.no, text: isIssued(invoice), column: 'CHARGE_NO' }]
    if (open.delete(Number(row.values['CHARGE_NO']))) return []
    const text = notManualCharge
    return [{ row: row.no, text, column: 'CHARGE_NO' }]
  })
  if (errors.length) throw conflictingRows(errors)
  await call.tx.execute(sql`
    with r as (select c.*, ${call.today}::date today from charge c
      where c.charge_no = any(${numbers}::bigint[])
        or c.cause_cd = 'COST' and c.cause_seq = any(${numbers}::bigint[])
          and ${isNotReversed(sql`c`)}),
    rows as materialized (
      select r.*, coalesce(r.of_month, r.bill_month) own_month,
        open_bill_month(r.wcode, r.owner_cd, coalesce(r.of_month, r.bill_month)) open_month
      from r),
    months as (
      insert into bill_month (wcode, owner_cd, bill_month)
      select distinct wcode, owner_cd, open_month from rows on conflict do nothing)
    insert into charge (wcode, owner_cd, charge_cd, service_dt, bill_month, of_month, cause_cd,
      doc_no, cause_seq, qty, unit_cd, price_id, amount, vat_cd, tax_rate, currency_cd,
      rounding_cd, reverses_no, reason, paper_no, created_by)
    select wcode, owner_cd, charge_cd, today, open_month, nullif(own_month, open_month), cause_cd,
      doc_no, cause_seq, -qty, unit_cd, price_id, -amount, vat_cd, tax_rate, currency_cd,
      rounding_cd, charge_no, reason, paper_no, ${call.userId}
    from rows`)
  return {
    rows: call.rows.map(({ no }) => ({ ROW: no })),
    message: label(
      `${formatCount(numbers.length)}건을 취소했습니다.`,
      `${formatCount(numbers.length, 'charge')} cancelled.`,
    ),
  }
})

/** A billing month that spans two calendar months is allowed with a warning. */
const termsHandlers = masterHandlers(billingTerms, billingTermsOperations, {
  references: [toOwner, { columns: ['COUNTRY_CD'], table: 'country' }],
  beforeSave: rejectClosingDays,
  afterSave: async ({ rows }) => {
    const split = rows.filter(({ flag, values }) => flag !== 'D' && Number(values['CLOSE_DAY']) > 0)
    if (split.length === 0) return undefined
    const names = split.map(({ values }) => String(values['OWNER_CD'])).join(', ')
    return label(
      `${formatCount(rows.length)}건을 저장했습니다. 주의: ${names}의 청구월이 두 달에 걸칩니다. 세금계산서 한 장은 한 달 안의 공급만 담을 수 있습니다(부가가치세법 제34조 제3항).`,
      `${formatCount(rows.length, 'row')} saved. Note: the billing month of ${names} spans two calendar months, but a tax invoice can cover only one (VAT Act, Article 34(3)).`,
    )
  },
})

export const chargeHandlers: readonly Handler[] = [
  chargesHandler,
  chargeReasonsHandler,
  unbilledHandler,
  writeChargesHandler,
  reverseChargeHandler,
  ...termsHandlers,
]
