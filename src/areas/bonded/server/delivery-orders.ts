import sql from 'sql-template-tag'
import { formatCount } from '#kernel/format-count.ts'
import { label, type Label } from '#kernel/label.ts'
import { isVisibleWarehouse, toShownName } from '#server/auth/visible-names.ts'
import { invalidRows, conflictingRows, type RowError } from '#server/base/app-error.ts'
import { handleProcedure, type Handler, type SaveCall } from '#server/engine/handler.ts'
import { nextNumbers } from '#server/engine/next-numbers.ts'
import { warnOfCreditLimits } from '#areas/freight/server/credit-limits.ts'
import { enqueueDocumentMail } from '#server/jobs/document-mail.ts'
import {
  issueDeliveryOrder,
  mailArrivalNotice,
  withdrawDeliveryOrder,
} from '../operations/delivery-orders.ts'
import { deliveryOrderStatus, deliveryOrderStepFrom } from '../rules/delivery-order-status.ts'
import { arrivalNoticeKind } from './arrival-notice-mail.ts'
import { isImportBill, joinOrder, noticeAddress, unpaidText } from './import-bills.ts'
import { lockCargosByNumber } from './lock-cargos.ts'

interface ImportBill extends Record<string, unknown> {
  readonly bill_id: string
  readonly booking_id: string
  readonly do_no: string | null
  readonly consignee_cd: string
  /** Cargo number of the booking's bonded cargo, null if it has none. */
  readonly cargo_no: string | null
  readonly is_cargo_visible: boolean
  readonly unpaid: string | null
  readonly mail_to: string | null
}

const billNotFound = label(
  '확정한 수입 B/L·AWB를 찾을 수 없습니다. 다시 조회하세요.',
  'Confirmed import bill not found. Search again.',
)

/** Locks the named bills. Throws if any is not an import bill. */
async function lockImportBills(call: SaveCall): Promise<ReadonlyMap<string, ImportBill>> {
  const ids = call.rows.map(({ values }) => String(values['BILL_ID']))
  await call.tx.query(sql`
    select 1 from bill where bill_id = any(${ids}::text[]) and wcode = ${call.scope.wcode}
    order by bill_id for update`)
  const found = await call.tx.query<ImportBill>(sql`
    select t.bill_id, t.booking_id, d.do_no, t.consignee_cd, ${unpaidText} unpaid, ${noticeAddress} mail_to,
      g.cargo_no, ${isVisibleWarehouse('g.wcode', call)} is_cargo_visible
    from bill t ${joinOrder}
    left join bonded_cargo g on g.booking_id = t.booking_id and g.cancel_yn = 'N'
    where t.bill_id = any(${ids}::text[]) and t.wcode = ${call.scope.wcode} and ${isImportBill}`)
  const known = new Map(found.map((row) => [row.bill_id, row]))
  const errors = call.rows.flatMap(({ no: row }, index): RowError[] =>
    known.has(ids[index] ?? '') && ids.indexOf(ids[index] ?? '') === index
      ? []
      : [{ row, column: 'BILL_ID', text: billNotFound }],
  )
  if (errors.length > 0) throw conflictingRows(errors)
  return known
}

const expiryInPast = label(
  'D/O 유효기한이 오늘보다 빠릅니다.',
  'The expiry date of the delivery order is before today.',
)

function orderErrors(
  { no: row, values }: SaveCall['rows'][number],
  bill: ImportBill,
  today: string,
): RowError[] {
  const text = (name: string) => String(values[name] ?? '')
  const errors: (readonly [column: string, text: Label])[] = []
  if (bill.do_no !== null) {
    errors.push([
      'BILL_ID',
      label(
        `이미 D/O ${bill.do_no}를 발행했습니다.`,
        `Delivery order ${bill.do_no} is already issued.`,
      ),
    ])
  }
  if (bill.unpaid !== null && text('UNPAID_REASON') === '') {
    errors.push([
      'UNPAID_REASON',
      label(
        `미수 운임 ${bill.unpaid}: 인도하려면 사유를 입력하세요.`,
        `Unpaid freight: ${bill.unpaid}. Enter a reason to deliver anyway.`,
      ),
    ])
  }
  if (bill.cargo_no !== null && !['', bill.cargo_no].includes(text('CARGO_NO'))) {
    const { ko, en } = toShownName(bill.is_cargo_visible ? bill.cargo_no : null)
    errors.push([
      'CARGO_NO',
      label(`이 부킹의 보세화물은 ${ko}입니다.`, `The bonded cargo of this booking is ${en}.`),
    ])
  }
  if (text('VALID_DT').replaceAll('-', '') < today.replaceAll('-', '')) {
    errors.push(['VALID_DT', expiryInPast])
  }
  return errors.map(([column, message]) => ({ row, column, text: message }))
}

const issueHandler = handleProcedure(issueDeliveryOrder, async (call) => {
  const bills = await lockImportBills(call)
  const rows = call.rows.flatMap((row) => {
    const bill = bills.get(String(row.values['BILL_ID']))
    return bill ? [{ row, bill }] : []
  })
  const errors = rows.flatMap(({ row, bill }) => orderErrors(row, bill, call.today))
  if (errors.length > 0) throw invalidRows(errors)
  const numbers = await call.tx.query<{ no: string }>(sql`
    select no from ${nextNumbers(call, 'DELIVERY_ORDER', rows.length)} no`)
  const orders = rows.map(({ row: { values }, bill }, index) => ({
    ...values,
    DO_NO: numbers[index]?.no,
    RECEIVER_CD: values['RECEIVER_CD'] ?? bill.consignee_cd,
    CARGO_NO: values['CARGO_NO'] ?? bill.cargo_no,
  }))
  await call.tx.execute(sql`
    insert into delivery_order (do_no, wcode, bill_id, receiver_cd, original_cd, cargo_no, valid_dt,
      unpaid_reason, remark, issued_by)
    select "DO_NO", ${call.scope.wcode}, "BILL_ID", "RECEIVER_CD", "ORIGINAL_CD", "CARGO_NO",
      "VALID_DT"::date, "UNPAID_REASON", "REMARK", ${call.userId}
    from jsonb_to_recordset(${JSON.stringify(orders)}::jsonb) r ("DO_NO" text, "BILL_ID" text,
      "RECEIVER_CD" text, "ORIGINAL_CD" text, "CARGO_NO" text, "VALID_DT" text,
      "UNPAID_REASON" text, "REMARK" text)`)
  const credit = await warnOfCreditLimits(
    call,
    rows.map(({ bill }) => bill.booking_id),
  )
  return {
    rows: rows.map(({ row }, index) => ({ ROW: row.no, DO_NO: numbers[index]?.no ?? null })),
    message: label(
      `D/O ${formatCount(rows.length)}건을 발행했습니다.${credit ? ` ${credit.ko}` : ''}`,
      `${formatCount(rows.length, 'delivery order')} issued.${credit ? ` ${credit.en}` : ''}`,
    ),
    ...(credit && { warns: true }),
  }
})

interface Order extends Record<string, unknown> {
  readonly do_no: string
  readonly state_cd: string
  /** More has left than the other orders of the booking cover. */
  readonly is_released: boolean
  /** The order has expired while a part of the cargo is still here, and needs a new one. */
  readonly is_expired: boolean
}

const notIssued = label('발행 상태의 D/O가 아닙니다.', 'Not an issued delivery order.')
const alreadyReleased = label(
  '이미 반출한 화물입니다. 반출을 먼저 취소하세요.',
  'The cargo is already released. Cancel the release first.',
)

/** Locks the cargos too, because a release checks the order under that lock. */
async function lockOrders(call: SaveCall): Promise<ReadonlyMap<string, Order>> {
  const numbers = call.rows.map(({ values }) => String(values['DO_NO']))
  const { wcode } = call.scope
  await call.tx.query(sql`
    select 1 from delivery_order where do_no = any(${numbers}::text[]) and wcode = ${wcode}
    order by do_no for update`)
  await lockCargosByNumber(
    call,
    sql`select g.bond_no from delivery_order d join bill t using (bill_id)
      join bonded_cargo g on g.booking_id = t.booking_id where d.do_no = any(${numbers}::text[])`,
  )
  const found = await call.tx.query<Order>(sql`
    select d.do_no, d.state_cd, exists (select from bill b
      join bonded_cargo g on g.booking_id = b.booking_id and g.cancel_yn = 'N'
      where b.bill_id = d.bill_id and g.out_pkg_qty > (
        select coalesce(sum(t.package_qty), 0) from bill t
        join delivery_order o on o.bill_id = t.bill_id
          and o.state_cd = ${deliveryOrderStatus.issued}
        where t.booking_id = b.booking_id and t.bill_id <> b.bill_id and ${isImportBill})
      ) is_released,
      d.valid_dt < ${call.today}::date and exists (select from bill t
        join bonded_cargo g on g.booking_id = t.booking_id and g.cancel_yn = 'N'
        where t.bill_id = d.bill_id and g.in_pkg_qty > g.out_pkg_qty) is_expired
    from delivery_order d where d.do_no = any(${numbers}::text[]) and d.wcode = ${wcode}`)
  return new Map(found.map((order) => [order.do_no, order]))
}

const withdrawHandler = handleProcedure(withdrawDeliveryOrder, async (call) => {
  const orders = await lockOrders(call)
  const errors = call.rows.flatMap(({ no: row, values }): RowError[] => {
    const order = orders.get(String(values['DO_NO']))
    if (!order || !deliveryOrderStepFrom.withdraw.includes(order.state_cd)) {
      return [{ row, column: 'DO_NO', text: notIssued }]
    }
    return order.is_released && !order.is_expired
      ? [{ row, column: 'DO_NO', text: alreadyReleased }]
      : []
  })
  if (errors.length > 0) throw invalidRows(errors)
  await call.tx.execute(sql`
    update delivery_order d set state_cd = ${deliveryOrderStatus.withdrawn},
      withdraw_reason = r."WITHDRAW_REASON", withdrawn_by = ${call.userId}, withdrawn_at = now(),
      version = d.version + 1
    from jsonb_to_recordset(${JSON.stringify(call.rows.map(({ values }) => values))}::jsonb)
      r ("DO_NO" text, "WITHDRAW_REASON" text) where d.do_no = r."DO_NO"`)
  return {
    rows: call.rows.map(({ no, values }) => ({ ROW: no, DO_NO: values['DO_NO'] ?? null })),
    message: label(
      `D/O ${formatCount(orders.size)}건을 회수했습니다.`,
      `${formatCount(orders.size, 'delivery order')} withdrawn.`,
    ),
  }
})

const noEmailAddress = label(
  '통지처와 수하인의 이메일이 없습니다. 거래처의 담당자에 입력하세요.',
  'Neither the notify party nor the consignee has an email address. Enter one in the contacts of the customer.',
)

const mailHandler = handleProcedure(mailArrivalNotice, async (call) => {
  const bills = await lockImportBills(call)
  const errors = call.rows.flatMap(({ no: row, values }): RowError[] =>
    bills.get(String(values['BILL_ID']))?.mail_to
      ? []
      : [{ row, column: 'MAIL_TO', text: noEmailAddress }],
  )
  if (errors.length > 0) throw invalidRows(errors)
  const notices = await call.tx.query<{ id: string; bill: string }>(sql`
    insert into arrival_notice (bill_id, mail_to, created_by)
    select r.bill_id, r.mail_to, ${call.userId}
    from jsonb_to_recordset(${JSON.stringify([...bills.values()])}::jsonb)
      r (bill_id text, mail_to text)
    returning notice_id::text id, bill_id bill`)
  const throttled: RowError[] = []
  for (const { id, bill } of notices) {
    const text = await enqueueDocumentMail(call.tx, bill, {
      kind: arrivalNoticeKind,
      userId: call.userId,
      wcode: call.scope.wcode,
      payload: { NOTICE_ID: id, BILL_ID: bill, WCODE: call.scope.wcode, USER_ID: call.userId },
    })
    const row = call.rows.find(({ values }) => String(values['BILL_ID']) === bill)?.no ?? 1
    if (text) throttled.push({ row, text, column: 'BILL_ID' })
  }
  if (throttled.length > 0) throw invalidRows(throttled)
  return {
    rows: call.rows.map(({ no }) => ({ ROW: no })),
    message: label(
      `도착통지 ${formatCount(notices.length)}건을 보내는 중입니다.`,
      `Sending ${formatCount(notices.length, 'arrival notice')}.`,
    ),
  }
})

export const deliveryOrderHandlers: readonly Handler[] = [
  issueHandler,
  withdrawHandler,
  mailHandler,
]
