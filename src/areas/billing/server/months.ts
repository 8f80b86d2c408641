import sql, { type Sql } from 'sql-template-tag'
import type { WireRow } from '#kernel/field.ts'
import { formatCount } from '#kernel/format-count.ts'
import { label, type Label } from '#kernel/label.ts'
import { getAsOfTimestamp } from '#areas/inventory/server/stock-as-of.ts'
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
import {
  billMonths,
  closeMonth,
  compareDrafts,
  monthCharges,
  reopenMonth,
  reviewMonth,
} from '../operations/months.ts'
import {
  billMonthStatus,
  billMonthStepFrom,
  invoiceStatus,
  invoiceStepFrom,
} from '../rules/billing-status.ts'
import { chargeCauseSql } from './cause-no.ts'
import { makeInvoices } from './make-invoices.ts'
import { postMonthLimits } from './month-limits.ts'
import { lockMonthsToClose } from './lock-months.ts'

const getCloseDay = (owner: Sql) => sql`coalesce((select t.close_day from billing_terms t
  where t.owner_cd = ${owner}), 0)`

/** Month totals by price: the stored sums, or sums of the charges posted before the given time. */
function selectMonthSums(search: WireRow): Sql {
  const before = getAsOfTimestamp(search)
  if (!before) return sql`charge_sum`
  return sql`(
    select wcode, owner_cd, bill_month, charge_cd, coalesce(of_month, '') of_month,
      coalesce(price_id, 0) price_id, unit_cd, vat_cd, currency_cd, count(*) charge_count,
      sum(qty) qty, sum(amount) amount
    from charge where created_at < ${before} group by 1, 2, 3, 4, 5, 6, 7, 8, 9)`
}

const monthsHandler = handleQuery(
  billMonths,
  'v.bill_month desc, v.owner_cd',
  ({ search }) => sql`
    select b.*, o.owner_nm, coalesce(c.n, 0) charge_count, coalesce(c.amount, 0) amount,
      c.foreign_amts,
      (select count(*) from unbilled_work u where u.wcode = b.wcode and u.owner_cd = b.owner_cd
        and cycle_month(u.service_dt, ${getCloseDay(sql`b.owner_cd`)}) = b.bill_month
        and u.service_dt >= (select min(from_dt) from price_line where state_cd = ${quoteCodes(priceStatus.agreed)}))
        unbilled_count
    from bill_month b join owner o using (owner_cd)
    left join lateral (
      select sum(s.n) n, sum(s.amount) filter (where s.currency_cd = 'KRW') amount,
        string_agg(s.currency_cd || ' ' || to_char(s.amount, 'FM999,999,999,990.00'),
          ', ' order by s.currency_cd) filter (where s.currency_cd <> 'KRW') foreign_amts
      from (select c.currency_cd, sum(c.charge_count) n, sum(c.amount) amount
        from ${selectMonthSums(search)} c
        where (c.wcode, c.owner_cd, c.bill_month) = (b.wcode, b.owner_cd, b.bill_month)
        group by 1) s) c on true`,
)

const monthChargesHandler = handleQuery(
  monthCharges,
  'v.charge_cd, v.price_cd, v.of_month',
  ({ search }) => sql`
    select c.wcode, c.owner_cd, c.bill_month, c.charge_cd, nullif(c.of_month, '') of_month,
      l.price_cd, l.version_no, l.unit_price, c.qty, c.unit_cd, c.amount, c.vat_cd, c.currency_cd,
      c.charge_count
    from ${selectMonthSums(search)} c left join price_line l using (price_id)`,
)

const compareHandler = handleQuery(
  compareDrafts,
  'v.charge_cd, v.service_dt, v.doc_no, v.line_no',
  ({ search, language }) => {
    const [first, second] = (['FIRST_AT', 'SECOND_AT'] as const).map(
      (name) => getAsOfTimestamp({ AS_OF: search[name] ?? null }) ?? sql`now()`,
    )
    const sumUntil = (at: Sql | undefined, column: Sql) =>
      sql`coalesce(sum(${column}) filter (where c.created_at < ${at}), 0)`
    return sql`
      select c.*, ${chargeCauseSql(language)} cause_no, c.second_amt - c.first_amt diff_amt from (
        select c.wcode, c.owner_cd, c.bill_month, c.charge_cd, l.price_cd, l.version_no,
          c.service_dt, c.cause_cd, c.doc_no, nullif(c.line_no, 0) line_no, c.stock_cd, c.of_month,
          c.currency_cd,
          ${sumUntil(first, sql`c.qty`)} first_qty, ${sumUntil(first, sql`c.amount`)} first_amt,
          ${sumUntil(second, sql`c.qty`)} second_qty, ${sumUntil(second, sql`c.amount`)} second_amt
        from charge c left join price_line l using (price_id)
        where c.owner_cd = ${String(search['OWNER_CD'] ?? '')}
          and c.bill_month = ${String(search['BILL_MONTH'] ?? '').replaceAll(/\D/g, '')}
        group by 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13) c
      where c.second_amt <> c.first_amt or c.second_qty <> c.first_qty`
  },
  ['OWNER_CD', 'BILL_MONTH', 'FIRST_AT', 'SECOND_AT'],
)

interface RequestedMonth extends Record<string, unknown> {
  no: number
  state_cd: string | null
  reviewed_by: string | null
  is_over: boolean
  is_charged: boolean
  is_changed: boolean
  unbilled: number
  issued: number
  second_yn: string
  reason: string | null
}

const columns = Object.keys(closeMonth.input)

async function readRequestedMonths(call: SaveCall): Promise<RequestedMonth[]> {
  await lockMonthsToClose(call.tx, call.scope.wcode)
  return call.tx.query<RequestedMonth>(sql`
    select r.no, r.reason, b.state_cd, b.reviewed_by, e.last_dt < ${call.today}::date is_over,
      coalesce(t.second_yn, 'N') second_yn,
      (f.stock_dt >= e.last_dt or not exists (select from stock_movement m
          where m.wcode = ${call.scope.wcode} and m.owner_cd = r.owner_cd
            and m.posted_at < day_end(e.last_dt)))
        and not exists (select from ledger_queue q join stock_movement m using (movement_no)
          where m.owner_cd = r.owner_cd and m.posted_at < day_end(e.last_dt))
        and not exists (select from ledger_seal s join stock_movement m using (movement_no)
          where s.seal_no > f.seal_no and m.owner_cd = r.owner_cd
            and m.posted_at < day_end(e.last_dt)) is_charged,
      exists (select from charge c where c.wcode = b.wcode and c.owner_cd = b.owner_cd
        and c.bill_month = b.bill_month and c.created_at > b.reviewed_at
        and c.cause_cd not in ('LEAST', 'MOST')) is_changed,
      (select count(*) from unbilled_work u where u.wcode = ${call.scope.wcode}
        and u.owner_cd = r.owner_cd and u.service_dt <= e.last_dt
        and u.service_dt >= (select min(from_dt) from price_line where state_cd = ${quoteCodes(priceStatus.agreed)})) unbilled,
      (select count(*) from invoice i where i.wcode = ${call.scope.wcode}
        and i.owner_cd = r.owner_cd and i.bill_month = r.bill_month
        and i.state_cd in (${quoteCodes(invoiceStepFrom.send)})) issued
    from ${recordsetSql(closeMonth.input, columns, call.rows)}
    left join billing_terms t using (owner_cd)
    left join bill_month b on b.wcode = ${call.scope.wcode} and b.owner_cd = r.owner_cd
      and b.bill_month = r.bill_month
    cross join lateral (select cycle_end(r.bill_month, coalesce(t.close_day, 0)) last_dt) e
    cross join charge_follow f order by r.no`)
}

type MonthError = readonly [column: string, text: Label]

function rejectMonths(
  requests: readonly RequestedMonth[],
  findError: (row: RequestedMonth) => MonthError | undefined,
): void {
  const errors = requests.flatMap((row): RowError[] => {
    const error = findError(row)
    return error ? [{ row: row.no, column: error[0], text: error[1] }] : []
  })
  if (errors.length) throw invalidRows(errors)
}

const noChargesInMonth = label(
  '이 청구월에는 청구내역이 없습니다.',
  'This billing month has no charges.',
)
const alreadyClosed = label(
  '이미 마감한 청구월입니다. 다시 조회하세요.',
  'This billing month is already closed. Search again.',
)

function setMonthColumns(call: SaveCall, set: Sql): Promise<number> {
  return call.tx.execute(sql`
    update bill_month b set ${set} from ${recordsetSql(closeMonth.input, columns, call.rows)}
    where b.wcode = ${call.scope.wcode} and b.owner_cd = r.owner_cd and b.bill_month = r.bill_month`)
}

const reviewHandler = handleProcedure(reviewMonth, async (call) => {
  rejectMonths(await readRequestedMonths(call), ({ state_cd: state }) => {
    if (state === null) return ['BILL_MONTH', noChargesInMonth]
    return billMonthStepFrom.review.includes(state) ? undefined : ['BILL_MONTH', alreadyClosed]
  })
  await setMonthColumns(
    call,
    sql`state_cd = ${billMonthStatus.reviewed}, reviewed_by = ${call.userId}, reviewed_at = now()`,
  )
  return {
    rows: call.rows.map(({ no }) => ({ ROW: no, STATE_CD: billMonthStatus.reviewed })),
    message: label(
      `${formatCount(call.rows.length)}건을 검토했습니다.`,
      `${formatCount(call.rows.length, 'month')} reviewed.`,
    ),
  }
})

/** The charges of the month have changed since the second user reviewed them. */
export const changedSinceReview = label(
  '검토한 뒤에 청구내역이 바뀌었습니다. 다른 사용자가 다시 검토해야 합니다.',
  'Charges changed after the review. Another user must review the month again.',
)

function closeError(row: RequestedMonth, userId: string): MonthError | undefined {
  if (row.state_cd === null) return ['BILL_MONTH', noChargesInMonth]
  if (!row.is_over) {
    return ['BILL_MONTH', label('아직 끝나지 않은 청구월입니다.', 'This month has not ended yet.')]
  }
  if (!row.is_charged) {
    const en = 'This month is not fully closed and charged yet. Try again shortly.'
    return [
      'BILL_MONTH',
      label('이 달의 재고 일마감과 집계가 끝나지 않았습니다. 잠시 뒤 다시 시도하세요.', en),
    ]
  }
  if (row.second_yn === 'Y' && (row.reviewed_by === null || row.reviewed_by === userId)) {
    const en = 'Another user must review the month before it is closed.'
    return ['BILL_MONTH', label('다른 사용자가 검토한 뒤에 마감할 수 있습니다.', en)]
  }
  if (row.second_yn === 'Y' && row.is_changed) return ['BILL_MONTH', changedSinceReview]
  if (row.unbilled > 0 && row.reason === null) {
    return [
      'REASON',
      label(
        `미청구 작업이 ${formatCount(row.unbilled)}건 있습니다. 그대로 마감하려면 사유를 입력하세요.`,
        `Unbilled work: ${formatCount(row.unbilled)}. Enter a reason to close anyway.`,
      ),
    ]
  }
  return undefined
}

function selectedMonths(call: SaveCall): Sql {
  return sql`
    select b.wcode, b.owner_cd, b.bill_month,
      cycle_end(b.bill_month, ${getCloseDay(sql`b.owner_cd`)}) last_dt
    from bill_month b join ${recordsetSql(closeMonth.input, columns, call.rows)}
      on r.owner_cd = b.owner_cd and r.bill_month = b.bill_month
    where b.wcode = ${call.scope.wcode}`
}

const closeHandler = handleProcedure(closeMonth, async (call) => {
  const request = await readRequestedMonths(call)
  const closed = request.filter(
    (row) => row.state_cd !== null && !billMonthStepFrom.close.includes(row.state_cd),
  )
  if (closed.length) {
    throw conflictingRows(
      closed.map(({ no }) => ({ row: no, column: 'BILL_MONTH', text: alreadyClosed })),
    )
  }
  rejectMonths(request, (row) => closeError(row, call.userId))
  await postMonthLimits(call.tx, selectedMonths(call), call.userId)
  const count = await makeInvoices(call, selectedMonths(call))
  await setMonthColumns(
    call,
    sql`state_cd = ${billMonthStatus.closed}, closed_by = ${call.userId}, closed_at = now(),
      reviewed_by = coalesce(reviewed_by, ${call.userId}),
      reviewed_at = coalesce(reviewed_at, now()), reason = r.reason`,
  )
  return {
    rows: call.rows.map(({ no }) => ({ ROW: no, STATE_CD: billMonthStatus.closed })),
    message: label(
      `${formatCount(call.rows.length)}개 청구월을 마감해 청구서 ${formatCount(count)}건을 작성했습니다.`,
      `${formatCount(call.rows.length, 'month')} closed, ${formatCount(count, 'invoice')} created.`,
    ),
  }
})

const reopenHandler = handleProcedure(reopenMonth, async (call) => {
  rejectMonths(await readRequestedMonths(call), (row) => {
    if (row.state_cd === null || !billMonthStepFrom.reopen.includes(row.state_cd)) {
      return [
        'BILL_MONTH',
        label('집계 중인 청구월입니다.', 'This billing month is still accruing.'),
      ]
    }
    if (row.issued === 0) return undefined
    const en = 'An invoice has been issued. Only a corrected invoice can change it.'
    return [
      'BILL_MONTH',
      label('발행한 청구서가 있습니다. 수정세금계산서로만 수정할 수 있습니다.', en),
    ]
  })
  await call.tx.execute(sql`
    update invoice i set state_cd = ${quoteCodes(invoiceStatus.reopened)}
    from ${recordsetSql(closeMonth.input, columns, call.rows)}
    where i.wcode = ${call.scope.wcode} and i.owner_cd = r.owner_cd
      and i.bill_month = r.bill_month and i.state_cd in (${quoteCodes(invoiceStepFrom.issue)})`)
  await setMonthColumns(
    call,
    sql`state_cd = case b.state_cd when ${quoteCodes(billMonthStatus.closed)}
        then ${quoteCodes(billMonthStatus.reviewed)} else ${quoteCodes(billMonthStatus.accruing)} end,
      closed_by = null, closed_at = null, reason = r.reason,
      reviewed_by = case b.state_cd when ${quoteCodes(billMonthStatus.closed)} then b.reviewed_by end,
      reviewed_at = case b.state_cd when ${quoteCodes(billMonthStatus.closed)} then b.reviewed_at end`,
  )
  return {
    rows: call.rows.map(({ no }) => ({ ROW: no })),
    message: label(
      `${formatCount(call.rows.length)}건의 마감을 취소했습니다.`,
      `${formatCount(call.rows.length, 'month')} reopened.`,
    ),
  }
})

export const monthHandlers: readonly Handler[] = [
  monthsHandler,
  monthChargesHandler,
  compareHandler,
  reviewHandler,
  closeHandler,
  reopenHandler,
]
