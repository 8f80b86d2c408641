import sql, { raw, type Sql } from 'sql-template-tag'
import { formatCount } from '#kernel/format-count.ts'
import { label, type Label } from '#kernel/label.ts'
import { invalidRows, type RowError } from '#server/base/app-error.ts'
import {
  handleProcedure,
  handleQuery,
  type Handler,
  type SaveCall,
} from '#server/engine/handler.ts'
import { recordsetSql } from '#server/engine/table-save.ts'
import { quoteCodes } from '#server/engine/quote-codes.ts'
import { rejectRepeatedRows } from '#server/engine/reject-repeated-rows.ts'
import {
  answerObjection,
  approveInvoices,
  customerLines,
  invoiceLines,
  invoices,
  issueInvoices,
  objectToLine,
  receivables,
} from '../operations/invoices.ts'
import { invoiceStatus, invoiceStepFrom } from '../rules/billing-status.ts'
import { remainingCustomer } from '#areas/freight/server/freight-bookings.ts'
import { homeCountry } from '#areas/freight/rules/freight-charge.ts'
import { isBizNo, formatBizNo } from '#areas/system/rules/biz-no.ts'
import { columnName } from '#kernel/table.ts'
import { invoiceLine } from '../tables/invoice.ts'
import { rejectIssueDates } from './issue-dates.ts'
import { billingPlace, ownerMail, payerMail } from './mail-address.ts'

const invoicesHandler = handleQuery(
  invoices,
  'v.bill_month desc, v.invoice_no desc',
  () => sql`
    select i.*, o.owner_nm, c.customer_nm payer_nm, (select count(*) from invoice_objection x
      where x.invoice_no = i.invoice_no and x.answer is null) objection_count,
      (select string_agg(b.bill_no, ', ' order by b.bill_no) from bill b
        where b.booking_id = i.booking_id and b.state_cd <> 'CANCELLED') bill_nos,
      (select string_agg(distinct n.cntr_no, ', ' order by n.cntr_no) from booking_container n
        where n.booking_id = i.booking_id) cntr_nos
    from invoice i left join owner o using (owner_cd)
    left join customer c on c.customer_cd = i.payer_cd`,
)

const lastObjection = sql`left join lateral (
  select x.objection, x.answer from invoice_objection x
  where x.invoice_no = l.invoice_no and x.line_no = l.line_no
  order by x.objection_no desc limit 1) x on true`

/** Stored columns of line `l`, and its kind. Lines with a freight item are freight. */
const lineColumns = sql`${raw(
  Object.keys(invoiceLine.fields)
    .filter((name) => !['KIND_CD', 'FREE_CD', 'PRICE_CD', 'VERSION_NO'].includes(name))
    .map((name) => `l.${columnName(name)}`)
    .join(', '),
)}, case when l.freight_cd is null then l.kind_cd else 'FREIGHT' end kind_cd`

const freeScope = sql`case l.kind_cd when 'FREE' then p.free_cd end free_cd`

const linesHandler = handleQuery(
  invoiceLines,
  'v.invoice_no, v.line_no',
  () => sql`
    select ${lineColumns}, i.wcode, i.owner_cd, i.bill_month, p.price_cd, p.version_no, x.objection, x.answer,
      ${freeScope}
    from invoice_line l join invoice i using (invoice_no)
    left join price_line p on p.price_id = l.price_id ${lastObjection}`,
)

const customerHandler = handleQuery(
  customerLines,
  'v.bill_month desc, v.invoice_no, v.line_no',
  () => sql`
    select ${lineColumns}, i.wcode, i.owner_cd, i.bill_month, i.state_cd, i.write_dt, i.due_dt,
      i.currency_cd, i.approval_no, ${freeScope}, x.objection, x.answer
    from invoice_line l join invoice i using (invoice_no)
    left join price_line p on p.price_id = l.price_id ${lastObjection}
    where i.state_cd in (${quoteCodes(invoiceStepFrom.send)})`,
)

interface SelectedInvoice extends Record<string, unknown> {
  no: number
  invoice_no: string | null
  state_cd: string | null
  approval_no: string | null
  biz_no: string | null
  payer_cd: string | null
  is_foreign: boolean
}

async function readSelectedInvoices(call: SaveCall): Promise<SelectedInvoice[]> {
  const { owners, wcode } = call.scope
  await call.tx.query(sql`
    select from invoice where invoice_no = any(${call.rows.map(({ values }) =>
      String(values['INVOICE_NO']),
    )}::text[]) order by invoice_no for update`)
  return call.tx.query<SelectedInvoice>(sql`
    select r.no, i.invoice_no, i.state_cd, i.approval_no, i.payer_cd,
      coalesce(t.biz_no, o.biz_no, c.biz_no) biz_no, coalesce(c.country_cd, t.country_cd, ${homeCountry}) <> ${homeCountry} is_foreign
    from ${recordsetSql(issueInvoices.input, ['INVOICE_NO'], call.rows)}
    left join invoice i on i.invoice_no = r.invoice_no and i.wcode = ${wcode}
      and (${owners === null} or i.owner_cd = any(${[...(owners ?? [])]}::text[]))
    left join owner o using (owner_cd) left join billing_terms t using (owner_cd)
    left join customer c on c.customer_cd = ${remainingCustomer(sql`i.payer_cd`)}
    order by r.no`)
}

type FieldError = readonly [column: string, text: Label]

/**
 * Locks the invoices of a call. Throws with an error per row if its status does not allow the step.
 */
export async function lockInvoices(
  call: SaveCall,
  states: readonly string[],
  findError: (row: SelectedInvoice) => FieldError | undefined = () => undefined,
): Promise<SelectedInvoice[]> {
  const named = await readSelectedInvoices(call)
  const errors = named.flatMap((row): RowError[] => {
    const state = row.state_cd
    const error: FieldError | undefined =
      state === null || !states.includes(state) ? ['INVOICE_NO', wrongInvoiceState] : findError(row)
    return error ? [{ row: row.no, column: error[0], text: error[1] }] : []
  })
  if (errors.length) throw invalidRows(errors)
  return named
}

const wrongInvoiceState = label(
  '이 청구서의 상태에서는 할 수 없는 작업입니다. 다시 조회하세요.',
  'Not allowed in the current status of this invoice. Search again.',
)

const buyerSql = sql`jsonb_build_object('BIZ_NO', coalesce(t.biz_no, o.biz_no), 'BRANCH_NO',
  t.branch_no, 'CORP_NM', coalesce(t.corp_nm, o.owner_nm), 'REP_NM', t.rep_nm, 'COUNTRY_CD', t.country_cd, 'ADDRESS',
  t.address, 'BIZ_TYPE', t.biz_type, 'BIZ_ITEM', t.biz_item, 'MANAGER_NM',
  coalesce(t.manager_nm, o.manager_nm), 'EMAIL', ${ownerMail})`

/** Business numbers of customers are stored as digits. */
const payerSql = sql`jsonb_build_object('BIZ_NO', regexp_replace(c.biz_no, '^(...)(..)', '\\1-\\2-'),
  'CORP_NM', c.customer_nm, 'REP_NM', c.president_nm, 'COUNTRY_CD', c.country_cd, 'ADDRESS', p.address, 'MANAGER_NM', p.person_nm, 'EMAIL',
  ${payerMail})`

const supplierSql = sql`coalesce((select jsonb_build_object('BIZ_NO', biz_no, 'BRANCH_NO', branch_no,
  'CORP_NM', corp_nm, 'REP_NM', rep_nm, 'ADDRESS', address, 'BIZ_TYPE', biz_type, 'BIZ_ITEM',
  biz_item, 'EMAIL', email) from billing_company limit 1), '{}'::jsonb)`

/** Party `name` of invoice `origin` without its contacts, which can have changed. */
const invoicePartySql = (name: 'buyer' | 'supplier', origin: string | null): Sql => sql`coalesce((
  select o.${raw(name)} - array['MANAGER_NM', 'EMAIL'] from invoice o
  where o.invoice_no = ${origin}), '{}'::jsonb)`

/**
 * SET clause that issues invoice `i` with today's parties, or with the parties of `origin` if it
 * repeats that invoice. If the payer was merged, the buyer is the customer it was merged into.
 */
export const issueSql = (
  userId: string,
  origin: string | null = null,
): Sql => sql`state_cd = ${quoteCodes(invoiceStatus.issued)}, issued_by = ${userId},
  issued_at = now(),
  buyer = coalesce((select ${buyerSql} from owner o left join billing_terms t using (owner_cd)
    where o.owner_cd = i.owner_cd), (select ${payerSql} from customer c left join lateral ${billingPlace}
      p on true where c.customer_cd = ${remainingCustomer(sql`i.payer_cd`)})) || ${invoicePartySql('buyer', origin)},
  supplier = ${supplierSql} || ${invoicePartySql('supplier', origin)} || jsonb_build_object('MANAGER_NM',
    (select user_nm from app_user where user_id = ${userId}))`

async function rejectOverpaid(call: SaveCall): Promise<void> {
  const columns = ['INVOICE_NO', 'CASH_AMT', 'CHEQUE_AMT', 'NOTE_AMT']
  const found = await call.tx.query<{ no: number }>(sql`
    select r.no from ${recordsetSql(issueInvoices.input, columns, call.rows)}
    join invoice i on i.invoice_no = r.invoice_no
    where coalesce(r.cash_amt, 0) + coalesce(r.cheque_amt, 0) + coalesce(r.note_amt, 0)
      > abs(i.total_amt)`)
  const en = 'Cash, cheque and promissory note together exceed the total.'
  const text = label('현금·수표·어음의 합이 합계 금액을 넘습니다.', en)
  if (found.length)
    throw invalidRows(found.map(({ no }) => ({ row: no, text, column: 'CASH_AMT' })))
}

/** Warns of issued invoices in a currency without a rate, which have no total in won. */
async function warnOfMissingRates(call: SaveCall): Promise<Label | undefined> {
  const numbers = call.rows.map(({ values }) => String(values['INVOICE_NO']))
  const found = await call.tx.query<{ name: string }>(sql`
    select invoice_no || ' (' || currency_cd || ')' name from invoice
    where invoice_no = any(${numbers}::text[]) and currency_cd <> 'KRW' and rate is null order by 1`)
  if (found.length === 0) return undefined
  const names = found.map(({ name }) => name).join(', ')
  return label(
    ` 환율이 없어 원화 합계가 없는 청구서: ${names}. 발행을 취소하고 환율관리에서 등록한 뒤 다시 발행하세요.`,
    ` No exchange rate, and therefore no total in KRW: ${names}. Undo issuing, add the rate in "Exchange rates" and issue again.`,
  )
}

/**
 * An issued invoice of the receipt type (영수) counts as paid in cash unless stated otherwise. Money
 * stated on a negative invoice was paid out.
 */
const issueHandler = handleProcedure(issueInvoices, async (call) => {
  await lockInvoices(call, invoiceStepFrom.issue, ({ biz_no: number, payer_cd, is_foreign }) => {
    if (is_foreign || (number !== null && isBizNo(formatBizNo(number)))) return undefined
    if (payer_cd !== null) return ['INVOICE_NO', payerMissing]
    return ['INVOICE_NO', ownerNumberMissing]
  })
  await rejectOverpaid(call)
  await rejectIssueDates(call)
  await call.tx.execute(sql`
    update invoice i set write_dt = coalesce(r.write_dt, i.write_dt),
      due_dt = case when i.payer_cd is null then i.due_dt
        else i.due_dt + (coalesce(r.write_dt, i.write_dt) - i.write_dt) end,
      claim_cd = coalesce(r.claim_cd, i.claim_cd), remark1 = coalesce(r.remark1, i.remark1),
      remark2 = coalesce(r.remark2, i.remark2), remark3 = coalesce(r.remark3, i.remark3),
      cash_amt = case when coalesce(r.claim_cd, i.claim_cd) = '01'
          and coalesce(r.cash_amt, 0) + coalesce(r.cheque_amt, 0) + coalesce(r.note_amt, 0) = 0
        then i.total_amt else coalesce(r.cash_amt, 0) * sign(i.total_amt) end,
      cheque_amt = coalesce(r.cheque_amt, 0) * sign(i.total_amt),
      note_amt = coalesce(r.note_amt, 0) * sign(i.total_amt),
      ${issueSql(call.userId)}
    from ${recordsetSql(issueInvoices.input, Object.keys(issueInvoices.input), call.rows)}
    where i.invoice_no = r.invoice_no`)
  const warning = await warnOfMissingRates(call)
  return {
    rows: call.rows.map(({ no }) => ({ ROW: no, STATE_CD: invoiceStatus.issued })),
    message: label(
      `청구서 ${formatCount(call.rows.length)}건을 발행했습니다.${warning?.ko ?? ''}`,
      `${formatCount(call.rows.length, 'invoice')} issued.${warning?.en ?? ''}`,
    ),
    ...(warning && { warns: true }),
  }
})

export const ownerNumberMissing = label(
  '화주의 사업자등록번호가 없거나 맞지 않습니다. 청구조건에 입력하세요. 해외 화주는 국가를 입력하세요.',
  'The owner has no valid business number. Enter it in the billing terms. For an owner abroad, enter the country instead.',
)

const payerMissing = label(
  '청구처의 사업자등록번호가 없거나 맞지 않습니다. 거래처관리에 입력하세요.',
  'The payer has no valid business number. Enter it in Customers.',
)

export const alreadyApproved = label(
  '이미 승인번호가 있는 청구서입니다.',
  'This invoice already has an approval number.',
)

export const repeatedInvoice = label(
  '같은 청구서가 두 번 있습니다.',
  'The same invoice is listed twice.',
)

const approveHandler = handleProcedure(approveInvoices, async (call) => {
  rejectRepeatedRows(call, ['INVOICE_NO'], repeatedInvoice)
  await lockInvoices(call, invoiceStepFrom.approve, ({ approval_no: known }) =>
    known === null ? undefined : ['INVOICE_NO', alreadyApproved],
  )
  const columns = ['INVOICE_NO', 'APPROVAL_NO']
  const taken = await call.tx.query<{ no: number }>(sql`
    select r.no from ${recordsetSql(approveInvoices.input, columns, call.rows)}
    join invoice i on i.approval_no = r.approval_no`)
  const text = label(
    '다른 청구서의 승인번호입니다.',
    'Another invoice already has this approval number.',
  )
  if (taken.length) {
    throw invalidRows(taken.map(({ no }) => ({ row: no, text, column: 'APPROVAL_NO' })))
  }
  await call.tx.execute(sql`
    update invoice i set approval_no = r.approval_no,
      state_cd = case i.state_cd when ${quoteCodes(invoiceStatus.issued)}
        then ${quoteCodes(invoiceStatus.approved)} else i.state_cd end
    from ${recordsetSql(approveInvoices.input, columns, call.rows)}
    where i.invoice_no = r.invoice_no`)
  return {
    rows: call.rows.map(({ no }) => ({ ROW: no })),
    message: label('승인번호를 등록했습니다.', 'Approval numbers entered.'),
  }
})

async function rejectUnknownLines(
  call: SaveCall,
  condition: Sql,
  text: Label,
  column = 'INVOICE_NO',
): Promise<void> {
  const { owners, wcode } = call.scope
  const good = await call.tx.query<{ no: number }>(sql`
    select r.no from ${recordsetSql(objectToLine.input, Object.keys(objectToLine.input), call.rows)}
    join invoice_line l on l.invoice_no = r.invoice_no and l.line_no = r.line_no
    join invoice i on i.invoice_no = l.invoice_no and i.wcode = ${wcode}
      and i.state_cd in (${quoteCodes(invoiceStepFrom.send)})
      and (${owners === null} or i.owner_cd = any(${[...(owners ?? [])]}::text[]))
    where ${condition}`)
  const known = new Set(good.map(({ no }) => no))
  const errors = call.rows.flatMap(({ no }): RowError[] =>
    known.has(no) ? [] : [{ row: no, text, column }],
  )
  if (errors.length) throw invalidRows(errors)
}

export const duplicateObjection = label(
  '같은 내용의 이의가 답변 대기 중입니다.',
  'An identical objection is already pending.',
)

const objectHandler = handleProcedure(objectToLine, async (call) => {
  const none = label('발행된 청구서의 행이 아닙니다.', 'Not a line of an issued invoice.')
  await rejectUnknownLines(call, sql`true`, none)
  const isNew = sql`not exists (select from invoice_objection x where x.invoice_no = r.invoice_no
    and x.line_no = r.line_no and x.answer is null and x.objection = r.objection)`
  await rejectUnknownLines(call, isNew, duplicateObjection, 'OBJECTION')
  await call.tx.execute(sql`
    insert into invoice_objection (invoice_no, line_no, objection, objected_by)
    select invoice_no, line_no, objection, ${call.userId}
    from ${recordsetSql(objectToLine.input, Object.keys(objectToLine.input), call.rows)}
    order by no`)
  return {
    rows: call.rows.map(({ no }) => ({ ROW: no })),
    message: label('이의를 전달했습니다.', 'Objection sent.'),
  }
})

const answerHandler = handleProcedure(answerObjection, async (call) => {
  const waits = sql`exists (select from invoice_objection x where x.invoice_no = r.invoice_no
    and x.line_no = r.line_no and x.answer is null)`
  const none = label('답변 대기 중인 이의가 없습니다.', 'No pending objection.')
  await rejectUnknownLines(call, waits, none)
  await call.tx.execute(sql`
    update invoice_objection x set answer = r.answer, answered_by = ${call.userId},
      answered_at = now()
    from ${recordsetSql(answerObjection.input, Object.keys(answerObjection.input), call.rows)}
    where x.invoice_no = r.invoice_no and x.line_no = r.line_no and x.answer is null`)
  return {
    rows: call.rows.map(({ no }) => ({ ROW: no })),
    message: label('답변했습니다.', 'Answered.'),
  }
})

const overdue = sql`(now() at time zone 'Asia/Seoul')::date - i.due_dt`
const isOverdueBetween = (from: number, to: number) => sql`
  case when ${overdue} between ${from}::integer and ${to}::integer
    then invoice_open(i) else 0 end`

/** Without a status condition, returns unpaid invoices only. */
const receivablesHandler = handleQuery(
  receivables,
  'v.owner_cd, v.due_dt, v.invoice_no',
  ({ search }) => sql`
    select i.*, o.owner_nm, c.customer_nm payer_nm, invoice_received(i) received_amt, invoice_open(i) open_amt,
      case when invoice_open(i) = 0 then 'PAID' when invoice_open(i) = i.total_amt then 'OPEN'
        else 'PART' end
        pay_state_cd,
      case when invoice_open(i) = 0 then 0 else greatest(${overdue}, 0) end overdue_days,
      ${isOverdueBetween(-99_999, 0)} not_due_amt, ${isOverdueBetween(1, 30)} due30_amt, ${isOverdueBetween(31, 60)} due60_amt,
      ${isOverdueBetween(61, 90)} due90_amt, ${isOverdueBetween(91, 99_999)} older_amt
    from invoice i left join owner o using (owner_cd)
    left join customer c on c.customer_cd = i.payer_cd
    where i.state_cd in (${quoteCodes(invoiceStepFrom.send)})
      and (${search['PAY_STATE_CD'] !== undefined} or invoice_open(i) <> 0)`,
)

export const invoiceHandlers: readonly Handler[] = [
  invoicesHandler,
  linesHandler,
  customerHandler,
  issueHandler,
  approveHandler,
  objectHandler,
  answerHandler,
  receivablesHandler,
]
