import sql from 'sql-template-tag'
import { receiptSaveHandlers } from '#areas/inbound/server/receipts.ts'
import { saveOrderShipments } from '#areas/outbound/server/shipments.ts'
import { formatDate } from '#kernel/date-format.ts'
import { formatCount } from '#kernel/format-count.ts'
import type { WireRow } from '#kernel/field.ts'
import { label, type Label } from '#kernel/label.ts'
import { AppError, invalidRows, conflictingRows, type RowError } from '#server/base/app-error.ts'
import { handleProcedure, type SaveCall, type SaveRow } from '#server/engine/handler.ts'
import { rejectRepeatedRows } from '#server/engine/reject-repeated-rows.ts'
import { recordsetSql } from '#server/engine/table-save.ts'
import { acceptOrders } from '../operations/orders.ts'
import { scmStepFrom } from '../rules/scm-status.ts'
import { pastDate } from './date-plan.ts'
import { closedDateErrors } from './order-date-errors.ts'
import { lockOrders, orderInactive, wrongStateError } from './lock-orders.ts'
import { rejectPartnerUser } from './partner-scope.ts'

interface AcceptedPart extends Record<string, unknown> {
  readonly no: number
  readonly scm_no: string
  readonly line_no: number
  readonly kind_cd: 'IN' | 'OUT'
  readonly owner_cd: string
  readonly stock_cd: string
  readonly qty: string
  /** Whether everything that was open is accepted. */
  readonly is_rest: boolean
  readonly day: string
  readonly place: string | null
  readonly doc_ref: string
  readonly remark: string | null
}

const documents = {
  IN: {
    save: (call: SaveCall) => receiptSaveHandlers.save.run(call),
    number: 'RECEIPT_NO',
    day: 'RECEIPT_DT',
    place: 'SUPPLIER_CD',
  },
  OUT: {
    save: saveOrderShipments,
    number: 'SHIPMENT_NO',
    day: 'SHIPMENT_DT',
    place: 'SHIP_TO_CD',
  },
} as const

export const acceptOrdersHandler = handleProcedure(acceptOrders, async (call) => {
  await rejectPartnerUser(call)
  rejectRepeatedRows(call, ['SCM_NO', 'LINE_NO'], repeatedLine)
  rejectSeveralDates(call)
  const orders = await lockOrders(call, ({ state_cd: state, active_yn: active }) => {
    if (!scmStepFrom.accept.includes(state)) return wrongStateError(state)
    return active === 'N' ? orderInactive : undefined
  })
  await rejectPromisedDates(call)
  const parts = await readParts(call)
  rejectEmptyAcceptance(call, parts)
  await storePromisedDates(call)
  const created = new Map<number, WireRow>()
  for (const kind of ['IN', 'OUT'] as const) {
    const some = parts.filter((part) => part.kind_cd === kind)
    if (some.length) await makeDocuments(call, kind, some, created)
  }
  return {
    rows: call.rows.map((row) => ({ ROW: row.no, ...created.get(row.no) })),
    message: label(
      `${formatCount(orders.length)}건을 접수했습니다.`,
      `${formatCount(orders.length, 'order')} accepted.`,
    ),
  }
})

const repeatedLine = label('같은 오더 행이 두 번 있습니다.', 'The same order line is listed twice.')

/** Rejects several dates for one order: its lines become one document, which has one date. */
function rejectSeveralDates(call: SaveCall): void {
  const dates = new Map<unknown, string>()
  const errors = call.rows.flatMap(({ no: row, values }): RowError[] => {
    const day = values['PROMISED_DT'] ?? null
    if (day === null) return []
    const first = dates.get(values['SCM_NO']) ?? String(day)
    dates.set(values['SCM_NO'], first)
    const shown = formatDate(first)
    const text = label(
      `함께 접수하는 행의 확약일은 하나여야 합니다: ${shown}. 다른 날짜는 따로 접수하세요.`,
      `Lines accepted together have one confirmed date: ${shown}. Accept other dates separately.`,
    )
    return first === String(day) ? [] : [{ row, column: 'PROMISED_DT', text }]
  })
  if (errors.length) throw invalidRows(errors)
}

/** Rejects typed dates that are in the past, or closed at the site, the branch or the partner. */
async function rejectPromisedDates(call: SaveCall): Promise<void> {
  const { input } = acceptOrders
  const request = sql`(
    select r.no, o.owner_cd, o.branch_cd, o.partner_cd, r.promised_dt request_dt
    from ${recordsetSql(input, Object.keys(input), call.rows)} join scm_order o using (scm_no)
    where r.promised_dt <> coalesce(o.promised_dt, o.request_dt)) r`
  const past = await call.tx.query<{ no: number }>(sql`
    select r.no from ${request} where r.request_dt < ${call.today}::date order by r.no`)
  const errors = [
    ...past.map(({ no }): RowError => ({ row: no, column: 'PROMISED_DT', text: pastDate })),
    ...(await closedDateErrors(call, request, 'PROMISED_DT')),
  ]
  if (errors.length) throw invalidRows(errors)
}

/**
 * Quantities to accept per line: the given lines, and all open lines of orders given without a
 * line. Throws for unknown lines and for quantities above the open one.
 */
async function readParts(call: SaveCall): Promise<AcceptedPart[]> {
  const { input } = acceptOrders
  const given = recordsetSql(input, Object.keys(input), call.rows)
  const exceeding = await call.tx.query<{ no: number; open: string | null }>(sql`
    select r.no, trim_scale(l.order_qty - l.accept_qty - l.reject_qty)::text open from ${given}
    left join scm_order_line l on l.scm_no = r.scm_no and l.line_no = r.line_no
    where r.line_no is not null and (l.line_no is null or coalesce(r.now_qty, 0) <= 0
      or r.now_qty > l.order_qty - l.accept_qty - l.reject_qty)
    order by r.no`)
  if (exceeding.length) {
    throw invalidRows(
      exceeding.map(({ no, open }): RowError => {
        if (open === null) {
          const text = label(
            '오더 행을 찾을 수 없습니다. 다시 조회하세요.',
            'Line not found. Search again.',
          )
          return { row: no, column: 'LINE_NO', text }
        }
        const text = label(
          `접수할 수량은 0보다 크고 미접수 ${open} 이하여야 합니다.`,
          `The quantity to accept must be more than 0 and at most the ${open} not yet accepted.`,
        )
        return { row: no, column: 'NOW_QTY', text }
      }),
    )
  }
  return call.tx.query<AcceptedPart>(sql`
    select distinct on (l.scm_no, l.line_no) r.no, l.scm_no, l.line_no, o.kind_cd, l.owner_cd,
      l.stock_cd, coalesce(r.now_qty, l.order_qty - l.accept_qty - l.reject_qty)::text qty,
      coalesce(r.now_qty = l.order_qty - l.accept_qty - l.reject_qty, true) is_rest,
      to_char(coalesce(max(r.promised_dt) over (partition by o.scm_no), o.promised_dt,
        o.request_dt), 'YYYYMMDD') as day,
      case o.kind_cd when 'IN' then coalesce(o.supplier_cd, p.supplier_cd, b.supplier_cd)
        else coalesce(o.ship_to_cd, b.ship_to_cd, p.ship_to_cd) end place,
      o.scm_no || coalesce('-' || nullif(1 + (select count(distinct coalesce(k.receipt_no, k.shipment_no))
        from scm_order_link k where k.scm_no = o.scm_no), 1), '') doc_ref, l.remark
    from ${given}
    join scm_order o on o.scm_no = r.scm_no
    join scm_order_line l on l.scm_no = r.scm_no and (r.line_no is null or r.line_no = l.line_no)
    left join scm_partner b on b.owner_cd = o.owner_cd and b.partner_cd = o.branch_cd
    left join scm_partner p on p.owner_cd = o.owner_cd and p.partner_cd = o.partner_cd
    where l.accept_qty + l.reject_qty < l.order_qty
    order by l.scm_no, l.line_no, r.line_no nulls last, r.no`)
}

/** Rejects orders that are already fully accepted, for example by another user. */
function rejectEmptyAcceptance(call: SaveCall, parts: readonly AcceptedPart[]): void {
  const open = new Set(parts.map((part) => part.scm_no))
  const text = label(
    '이미 모두 접수한 오더입니다. 다시 조회하세요.',
    'This order is already fully accepted. Search again.',
  )
  const errors = call.rows
    .filter((row) => !open.has(String(row.values['SCM_NO'])))
    .map((row): RowError => ({ row: row.no, column: 'SCM_NO', text }))
  if (errors.length) throw conflictingRows(errors)
}

/** Promised date: as given, or as promised before, or as requested. */
async function storePromisedDates(call: SaveCall): Promise<void> {
  const { input } = acceptOrders
  await call.tx.execute(sql`
    update scm_order o set promised_dt = coalesce(r.promised_dt, o.promised_dt, o.request_dt),
      version = o.version + 1, updated_by = ${call.userId}, updated_at = now()
    from (select scm_no, max(promised_dt) promised_dt
      from ${recordsetSql(input, Object.keys(input), call.rows)} group by 1) r
    where o.scm_no = r.scm_no`)
}

/**
 * Creates one document per order with the same operation that users run, and links it to the
 * order's lines.
 */
async function makeDocuments(
  call: SaveCall,
  kind: keyof typeof documents,
  parts: readonly AcceptedPart[],
  created: Map<number, WireRow>,
): Promise<void> {
  const { save, number } = documents[kind]
  const rows = documentRows(kind, parts)
  const requests = new Map(rows.map(({ row, part }) => [row.no, part]))
  const isRest = ({ no }: SaveRow) => requests.get(no)?.is_rest ?? false
  const saved = await save({ ...call, rows: rows.map(({ row }) => row) }, isRest).catch(
    (error: unknown) => Promise.reject(toOrderError(error, requests)),
  )
  const links = (saved.rows ?? []).flatMap((row) => {
    const part = requests.get(row.ROW)
    if (part) created.set(part.no, { [number]: row[number] ?? null })
    if (!part || row['LINE_NO'] === undefined) return []
    return [{ scm: part.scm_no, line: part.line_no, doc: row[number], at: row['LINE_NO'] }]
  })
  const tied =
    kind === 'IN'
      ? sql`scm_order_link (scm_no, line_no, receipt_no, receipt_line)`
      : sql`scm_order_link (scm_no, line_no, shipment_no, shipment_line)`
  await call.tx.execute(sql`
    insert into ${tied} select scm, line, doc, at
    from jsonb_to_recordset(${JSON.stringify(links)}::jsonb)
      as r(scm text, line integer, doc text, at integer)`)
}

function documentRows(
  kind: keyof typeof documents,
  parts: readonly AcceptedPart[],
): { readonly row: SaveRow; readonly part: AcceptedPart }[] {
  const { day, place } = documents[kind]
  const heads = new Map(parts.map((part) => [part.scm_no, part]))
  const headerValues = (part: AcceptedPart): WireRow => ({
    OWNER_CD: part.owner_cd,
    [place]: part.place,
    [day]: part.day,
    OWNER_ORDER_NO: part.doc_ref,
    ORDER_KIND_CD: 'NORMAL',
    ...(kind === 'OUT' && { PARTIAL_YN: 'Y' }),
  })
  const line = (part: AcceptedPart): WireRow => ({
    STOCK_CD: part.stock_cd,
    // Text, to preserve all digits.
    ORDER_QTY: part.qty,
    REMARK: part.remark,
  })
  const all = [
    ...[...heads.values()].map((part) => ({
      type: 'H' as const,
      part,
      values: headerValues(part),
    })),
    ...parts.map((part) => ({ type: 'L' as const, part, values: line(part) })),
  ]
  return all.map(({ type, part, values }, index) => ({
    part,
    row: { no: index + 1, flag: 'I', version: null, type, docRef: part.scm_no, values },
  }))
}

/** Reports errors of a document on the row of its order. */
function toOrderError(error: unknown, requests: ReadonlyMap<number, AcceptedPart>): unknown {
  if (!(error instanceof AppError)) return error
  const rows = error.rows.map((row): RowError => {
    const part = requests.get(row.row)
    const text: Label = part
      ? label(`${part.line_no}행: ${row.text.ko}`, `Line ${part.line_no}: ${row.text.en}`)
      : row.text
    return { row: part?.no ?? row.row, column: 'SCM_NO', text }
  })
  return new AppError(error.status, error.code, error.text, rows)
}
