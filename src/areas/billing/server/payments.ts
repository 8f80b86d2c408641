import sql, { raw, type Sql } from 'sql-template-tag'
import { formatCount } from '#kernel/format-count.ts'
import { label, type Label } from '#kernel/label.ts'
import { invalidRows, conflictingRows, type RowError } from '#server/base/app-error.ts'
import { selectWarehouses } from '#server/auth/session.ts'
import {
  handleProcedure,
  handleQuery,
  type Handler,
  type QueryCall,
  type SaveCall,
  type SaveRow,
} from '#server/engine/handler.ts'
import { recordsetSql } from '#server/engine/table-save.ts'
import { quoteCodes } from '#server/engine/quote-codes.ts'
import { nextNumbers } from '#server/engine/next-numbers.ts'
import { matches, openPayments, unmatchPayments, writePayments } from '../operations/payments.ts'
import { ownerRequired } from '#areas/freight/server/prices.ts'
import { remainingCustomer } from '#areas/freight/server/freight-bookings.ts'
import { homeCurrency } from '#areas/freight/rules/freight-charge.ts'
import { invoiceStepFrom } from '../rules/billing-status.ts'
import { paidAfterToday, rejectLaterDates } from './later-dates.ts'
import { rejectInvalidCurrencies } from './reject-currencies.ts'

const writeHandler = handleProcedure(writePayments, async (call) => {
  rejectWithoutOwner(call)
  const given = recordsetSql(writePayments.input, Object.keys(writePayments.input), call.rows)
  const unknown = await call.tx.query<{ no: number }>(sql`
    select r.no from ${given} where r.owner_cd is not null
      and not exists (select from owner o where o.owner_cd = r.owner_cd)`)
  const text = label('등록되지 않은 화주입니다.', 'Owner not found.')
  if (unknown.length)
    throw invalidRows(unknown.map(({ no }) => ({ row: no, text, column: 'OWNER_CD' })))
  rejectLaterDates(call, 'PAID_DT', paidAfterToday)
  await rejectInvalidPayers(call)
  await rejectInvalidCurrencies(call, 'AMOUNT')
  await call.tx.execute(sql`lock table payment in share row exclusive mode`)
  const { owners } = call.scope
  const accepted = await call.tx.query<{ no: number }>(sql`
    select min(r.no) "no" from ${given}
    where r.bank_ref is null or not exists (select from payment p where p.bank_ref = r.bank_ref
      and p.cancelled_at is null
      and (${owners === null} or p.owner_cd = any(${[...(owners ?? [])]}::text[])))
    group by coalesce(r.bank_ref, 'row ' || r.no) order by 1`)
  const rows = call.rows.filter(({ no }) => accepted.some((row) => row.no === no))
  const repeated = await findRepeated(call, rows)
  if (rows.length > 0) {
    await call.tx.execute(sql`
      with numbers as (select n, row_number() over (order by n) at
        from ${nextNumbers(call, 'PAYMENT', rows.length)} n),
      typed as (select r.*, row_number() over (order by r.no) at
        from ${recordsetSql(writePayments.input, Object.keys(writePayments.input), rows)})
      insert into payment (payment_no, owner_cd, payer_cd, paid_dt, payer_nm, amount, currency_cd,
        bank_ref, remark, created_by)
      select n, owner_cd, payer_cd, paid_dt, payer_nm, amount, currency_cd, bank_ref, remark, ${call.userId}
      from typed join numbers using (at)`)
  }
  const known = call.rows.length - rows.length
  return {
    rows: call.rows.map(({ no }) => ({ ROW: no })),
    message: withRepeated(paymentsEnteredText(rows.length, known), repeated),
    ...(repeated.length > 0 && { warns: true }),
  }
})

/**
 * Owner-bound users cannot enter payments of others, which they would not see, nor learn which
 * customers exist.
 */
function rejectWithoutOwner({ rows, scope }: SaveCall): void {
  const errors = rows.flatMap(({ no: row, values }): RowError[] =>
    scope.owners !== null && (values['OWNER_CD'] ?? null) === null
      ? [{ row, column: 'OWNER_CD', text: ownerRequired }]
      : [],
  )
  if (errors.length) throw invalidRows(errors)
}

/**
 * Earlier payments that match rows without a bank reference, which cannot be identified otherwise.
 */
async function findRepeated(
  { tx, scope: { owners } }: SaveCall,
  rows: readonly SaveRow[],
): Promise<string[]> {
  const given = recordsetSql(writePayments.input, Object.keys(writePayments.input), rows)
  const found = await tx.query<{ payment_no: string }>(sql`
    select distinct p.payment_no from ${given} join payment p on p.cancelled_at is null
      and (p.paid_dt, p.payer_nm, p.amount, p.currency_cd)
        = (r.paid_dt, r.payer_nm, r.amount, r.currency_cd)
    where r.bank_ref is null and (${owners === null}
      or p.owner_cd = any(${[...(owners ?? [])]}::text[])) order by 1`)
  return found.map((row) => row.payment_no)
}

export function withRepeated({ ko, en }: Label, repeated: readonly string[]): Label {
  if (repeated.length === 0) return label(ko, en)
  const names = repeated.join(', ')
  return label(
    `${ko} 날짜·입금자·금액이 같은 입금이 이미 있습니다: ${names}. 중복이면 입금내역에서 취소하세요.`,
    `${en} Payments with the same date, payer and amount already exist: ${names}. If entered twice, cancel one in Payments.`,
  )
}

export const paymentsEnteredText = (entered: number, known: number): Label =>
  label(
    `입금 ${formatCount(entered)}건을 등록했습니다.${known ? ` ${formatCount(known)}건은 이미 있는 거래입니다.` : ''}`,
    `${formatCount(entered, 'payment')} entered.${known ? ` ${formatCount(known)} already existed.` : ''}`,
  )

/** Throws for payers that are not customers, and for payments with both a payer and an owner. */
async function rejectInvalidPayers(call: SaveCall): Promise<void> {
  const given = recordsetSql(writePayments.input, ['PAYER_CD', 'OWNER_CD'], call.rows)
  const wrong = await call.tx.query<{ no: number; is_both: boolean }>(sql`
    select r.no, r.owner_cd is not null is_both from ${given} where r.payer_cd is not null
      and (r.owner_cd is not null
        or not exists (select from customer c where c.customer_cd = r.payer_cd))`)
  const errors = wrong.map(({ no: row, is_both: isBoth }): RowError => {
    const text = isBoth
      ? label('화주와 청구처 중 하나만 입력하세요.', 'Enter either an owner or a payer.')
      : label('등록되지 않은 거래처입니다.', 'Customer not found.')
    return { row, column: 'PAYER_CD', text }
  })
  if (errors.length) throw invalidRows(errors)
}

/** Company name without the parts that banks truncate or write differently. */
const normalizedName = (name: string) =>
  `regexp_replace(lower(${name}), '주식회사|\\(주\\)|㈜|[^0-9a-z가-힣]', '', 'g')`

/**
 * SQL condition: invoice `i` or `c` belongs to a warehouse the user works in. Payments belong to no
 * warehouse, so they can be matched with invoices of all of these.
 */
export const isInOwnWarehouse = (invoice: 'i' | 'c' | 'credit', userId: string) =>
  sql`${raw(invoice)}.wcode in (${selectWarehouses(sql`${userId}`)})`

/** Sources of payment: payments, and credits, which are invoices with a negative total. */
export const paymentSources = (userId: string) => sql`(
  select q.payment_no, q.owner_cd, q.payer_cd, q.paid_dt, q.payer_nm, q.amount, q.matched_amt,
    q.refunded_amt, payment_left(q) left_amt, q.currency_cd, q.bank_ref, q.remark, q.created_by,
    q.created_at, false is_credit
  from payment q where q.cancelled_at is null
  union all
  select c.invoice_no, c.owner_cd, c.payer_cd, c.write_dt, coalesce(o.owner_nm, x.customer_nm),
    invoice_received(c) - c.total_amt, -c.paid_amt - f.amount, f.amount, -invoice_open(c),
    c.currency_cd, null, c.origin_no, c.created_by, c.created_at, true
  from invoice c
  cross join lateral (select coalesce(sum(f.amount), 0) amount from payment_refund f
    where f.credit_no = c.invoice_no and f.cancelled_at is null) f
  left join owner o using (owner_cd) left join customer x on x.customer_cd = c.payer_cd
  where c.state_cd in (${quoteCodes(invoiceStepFrom.send)}) and c.total_amt < 0
    and ${isInOwnWarehouse('c', userId)})`

export const partyOfInvoice = sql`left join owner o on o.owner_cd = i.owner_cd
  left join billing_terms t on t.owner_cd = i.owner_cd
  left join customer c on c.customer_cd = i.payer_cd`

export const matchedBySetOff = label('상계', 'Set-off')
export const matchedByAmount = label('금액 일치', 'Same amount')
export const matchedByAge = label('오래된 청구', 'Oldest invoice')

/** Party of invoice `i`. Merged customers are one party. */
const partyKey = sql`coalesce('O ' || i.owner_cd, 'P ' || ${remainingCustomer(sql`i.payer_cd`)})`

/**
 * Proposes an invoice for each payment: the n-th payment of an amount pays the n-th invoice of this
 * open amount. The others pay the oldest of the other invoices in turn, small ones first, and no
 * invoice is proposed for more than is open. Payments found by name come last, credits before them.
 */
const openHandler = handleQuery(
  openPayments,
  'v.paid_dt, v.payment_no',
  ({ language, userId }) => sql`
    with open_payment as materialized (
      select p.* from ${paymentSources(userId)} p where p.left_amt > 0),
    open_invoice as materialized (
      select i.*, invoice_open(i) open_amt, ${partyKey} party from invoice i
      where i.state_cd in (${quoteCodes(invoiceStepFrom.pay)}) and invoice_open(i) > 0
        and ${isInOwnWarehouse('i', userId)}),
    payment_of as (
      select distinct on (p.payment_no) p.payment_no, p.currency_cd, p.paid_dt, p.left_amt, i.party,
        p.is_credit, num_nonnulls(p.owner_cd, p.payer_cd) = 0 is_named
      from open_payment p cross join open_invoice i ${partyOfInvoice}
      where i.currency_cd = p.currency_cd and ${isSameParty()}
      order by p.payment_no, i.open_amt <> p.left_amt, i.due_dt, i.invoice_no),
    exact as (
      select p.payment_no, i.invoice_no, i.open_amt match_amt, true is_same
      from (select *, row_number() over (partition by party, currency_cd, left_amt
          order by is_named, is_credit, paid_dt, payment_no) at from payment_of) p
      join (select *, row_number() over (partition by party, currency_cd, open_amt
          order by due_dt, invoice_no) at from open_invoice) i
        on (i.party, i.currency_cd, i.open_amt, i.at) = (p.party, p.currency_cd, p.left_amt, p.at)),
    other_payment as (
      select *, sum(left_amt) over (partition by party, currency_cd
          order by is_named, is_credit, left_amt, paid_dt, payment_no) - left_amt before from payment_of where payment_no not in (select payment_no from exact)),
    other_invoice as (
      select *, sum(open_amt) over (partition by party, currency_cd order by due_dt, invoice_no)
        - open_amt before from open_invoice where invoice_no not in (select invoice_no from exact)),
    proposed as (
      select * from exact union all
      select p.payment_no, i.invoice_no,
        least(p.before + p.left_amt, i.before + i.open_amt) - p.before, false
      from other_payment p join other_invoice i on (i.party, i.currency_cd) = (p.party, p.currency_cd)
        and p.before >= i.before and p.before < i.before + i.open_amt)
    select p.*, i.invoice_no, case when i.invoice_no is null then null
        when p.is_credit then ${matchedBySetOff[language]}
        when i.is_same then ${matchedByAmount[language]} else ${matchedByAge[language]} end proposal,
      i.match_amt, null::numeric paid_amt, 'N' other_owner_yn
    from open_payment p left join proposed i using (payment_no)`,
)

/**
 * Condition: payment `p` is from the party of invoice `i`, compared by code, or by name if the
 * payment has no code. Merged customers are one party with all of their names.
 */
export function isSameParty() {
  const payer = normalizedName('p.payer_nm')
  const isOneOf = (...names: string[]) =>
    `${payer} in (${names.map((name) => normalizedName(`coalesce(${name}, '')`)).join(', ')})`
  const hasMergedName = `exists (select from customer n
    where (n.customer_cd = c.merged_to_cd
        or n.merged_to_cd = coalesce(c.merged_to_cd, c.customer_cd))
      and ${isOneOf('n.customer_nm', 'n.customer_en')})`
  const codes = (row: 'p' | 'i') =>
    sql`(${raw(row)}.owner_cd, ${remainingCustomer(sql`${raw(row)}.payer_cd`)})`
  return sql`case when num_nonnulls(p.owner_cd, p.payer_cd) = 0
    then ${raw(payer)} <> '' and (
      ${raw(isOneOf('o.owner_nm', 't.corp_nm', 'c.customer_nm', 'c.customer_en'))}
      or ${raw(hasMergedName)})
    else ${codes('p')} is not distinct from ${codes('i')} end`
}

/**
 * Joins the payment `p` or the credit of a match. Owner-bound users do not see which other owner
 * paid their invoice, nor users of a warehouse credits of other warehouses.
 */
const joinShownPayment = ({
  userId,
  scope: { owners },
}: Pick<QueryCall, 'userId' | 'scope'>) => sql`
  left join payment p on p.payment_no = m.payment_no
    and ${owners === null ? sql`true` : isSameParty()}
  left join (
    select credit.invoice_no credit_no, coalesce(co.owner_nm, cc.customer_nm) payer_nm
    from invoice credit left join owner co on co.owner_cd = credit.owner_cd
    left join customer cc on cc.customer_cd = credit.payer_cd
    where ${isInOwnWarehouse('credit', userId)} and (${owners === null}
      or credit.owner_cd = any(${[...(owners ?? [])]}::text[]))) k on k.credit_no = m.credit_no`

/**
 * Won of the settled part of invoice `i`. Each match has the change of this amount, because
 * separately rounded parts do not add up to the invoice.
 */
const wonSettled = (amount: Sql) => sql`round((${amount}) * i.rate / i.rate_unit)`

const matchesHandler = handleQuery(
  matches,
  'v.pay_match_no desc',
  (call) => sql`
    select m.match_no pay_match_no, coalesce(p.payment_no, k.credit_no) payment_no, p.paid_dt,
      coalesce(p.payer_nm, k.payer_nm) payer_nm,
      m.invoice_no, i.owner_cd, o.owner_nm, i.payer_cd, i.bill_month, i.currency_cd, m.amount,
      case when p.payment_no is not null then m.paid_amount end paid_amt,
      case when m.paid_amount is not null then p.currency_cd end pay_currency_cd,
      case when p.currency_cd = ${homeCurrency}
        then m.paid_amount - ${wonSettled(sql`e.settled + m.amount`)} + ${wonSettled(sql`e.settled`)}
        end fx_amt,
      m.reverses_no, m.matched_by, m.matched_at
    from payment_match m join invoice i using (invoice_no) ${partyOfInvoice}
    cross join lateral (select invoice_received(i) + coalesce(sum(x.amount), 0) settled
      from payment_match x where x.invoice_no = m.invoice_no and x.match_no < m.match_no) e
    ${joinShownPayment(call)} where ${isInOwnWarehouse('i', call.userId)}`,
)

const unmatchHandler = handleProcedure(unmatchPayments, async (call) => {
  const { owners } = call.scope
  const numbers = call.rows.map(({ values }) => Number(values['PAY_MATCH_NO']))
  await call.tx.execute(sql`lock table payment in share row exclusive mode`)
  const found = await call.tx.query<{ match_no: number }>(sql`
    select m.match_no from payment_match m join invoice i using (invoice_no) ${partyOfInvoice}
    ${joinShownPayment(call)}
    where m.match_no = any(${numbers}::bigint[]) and m.reverses_no is null
      and ${isInOwnWarehouse('i', call.userId)}
      and num_nonnulls(p.payment_no, k.credit_no) = 1
      and not exists (select from payment_match x where x.reverses_no = m.match_no)
      and (${owners === null} or i.owner_cd = any(${[...(owners ?? [])]}::text[]))`)
  const open = new Set(found.map((row) => row.match_no))
  const text = label('이미 취소했거나 없는 매칭입니다.', 'Match not found or already cancelled.')
  const errors = call.rows.flatMap(({ no, values }): RowError[] =>
    open.delete(Number(values['PAY_MATCH_NO'])) ? [] : [{ row: no, text, column: 'PAY_MATCH_NO' }],
  )
  if (errors.length) throw conflictingRows(errors)
  await call.tx.execute(sql`
    insert into payment_match (payment_no, credit_no, invoice_no, amount, paid_amount, reverses_no,
      matched_by)
    select payment_no, credit_no, invoice_no, -amount, -paid_amount, match_no, ${call.userId}
    from payment_match where match_no = any(${numbers}::bigint[]) order by match_no`)
  return {
    rows: call.rows.map(({ no }) => ({ ROW: no })),
    message: label(
      `매칭 ${formatCount(numbers.length)}건을 취소했습니다.`,
      `${formatCount(numbers.length, 'match', 'matches')} cancelled.`,
    ),
  }
})

export const paymentHandlers: readonly Handler[] = [
  writeHandler,
  openHandler,
  matchesHandler,
  unmatchHandler,
]
