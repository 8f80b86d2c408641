import sql, { raw } from 'sql-template-tag'
import { formatCount } from '#kernel/format-count.ts'
import { label } from '#kernel/label.ts'
import { columnName } from '#kernel/table.ts'
import { masterHandlers } from '#areas/master/server/master-handlers.ts'
import { isVisibleWarehouse, toShownName } from '#server/auth/visible-names.ts'
import { invalidRows, type RowError } from '#server/base/app-error.ts'
import {
  handleEdits,
  handleProcedure,
  handleQuery,
  type Handler,
  type SaveCall,
  type SaveResult,
  type SaveRow,
} from '#server/engine/handler.ts'
import { saveHeadersAndLines } from '#server/engine/header-line-save.ts'
import { recordsetSql } from '#server/engine/table-save.ts'
import {
  amendBooking,
  bookingCutoffs,
  bookingEvents,
  bookings,
  carrierSites,
  confirmBooking,
  moveBooking,
  rollOverBooking,
} from '../operations/bookings.ts'
import { cutoffErrors } from '../rules/booking.ts'
import {
  bookingStepFrom,
  canAmend,
  canChangeState,
  findNextAmendments,
  findNextStates,
} from '../rules/booking-status.ts'
import { freightCodeLists } from '../rules/code-lists.ts'
import { booking, carrierSite } from '../tables/booking.ts'
import {
  allowedStepsText,
  arrivalBeforeDeparture,
  departureBeforeBooking,
  bookingKind,
  bookingDateMissing,
  portTimeZone,
  referencesByColumn,
} from './booking-rules.ts'
import { cutoffRows } from './cutoff-rows.ts'
import {
  rejectRepeatedContainers,
  warnOfUncountedContainers,
  withWarning,
} from './shared-containers.ts'
import { moveDraftsToVoyage, warnOfOtherBills } from './warn-of-other-bills.ts'
import { warnOfOtherDates } from './warn-of-other-dates.ts'

const bookingRows = sql`
  select t.*, k.carrier_nm, pl.port_nm pol_nm, pd.port_nm pod_nm, s.vessel_nm,
    sh.customer_nm shipper_nm, co.customer_nm consignee_nm, g.cntr_grp_nm, g.cntr_qty, g.teu,
    n.cd next_cd, n.at next_at, n.hours next_hours
  from booking t
  join carrier k using (carrier_cd)
  join port pl on pl.port_cd = t.pol_cd
  join port pd on pd.port_cd = t.pod_cd
  left join vessel s on s.vessel_cd = t.vessel_cd
  left join customer sh on sh.customer_cd = t.shipper_cd
  left join customer co on co.customer_cd = t.consignee_cd
  left join lateral (
    select string_agg(cntr_tp || ' × ' || qty, ', ' order by cntr_tp) cntr_grp_nm,
      sum(qty)::integer cntr_qty, sum(qty * x.teu) teu
    from (select cntr_tp, sum(cntr_qty) qty from booking_container c
      where c.booking_id = t.booking_id and (c.part_yn = 'N' or c.main_yn = 'Y')
      group by cntr_tp) q join container_type x using (cntr_tp)) g on true
  left join lateral (select * from (${cutoffRows()}) c
    order by c.hours < 0, abs(c.hours) limit 1) n on true`

const alreadyDeparted = label(
  '이미 출항한 부킹은 이월할 수 없습니다.',
  'A booking that has departed cannot be rolled over.',
)
const bookingClosed = label(
  '종료된 부킹은 수정할 수 없습니다.',
  'A closed booking cannot be changed.',
)

interface StoredBooking extends Record<string, unknown> {
  readonly booking_id: string
  readonly state_cd: string
  readonly amendment_cd: string
  readonly receipt_term_cd: string
  readonly etd: string | null
  readonly atd: string | null
  readonly booked: string | null
}

/** Locks the bookings that the rows refer to. Throws AppError if one does not exist. */
async function lockBookings(
  call: SaveCall,
  rows: readonly SaveRow[] = call.rows,
): Promise<ReadonlyMap<string, StoredBooking>> {
  const ids = [...new Set(rows.map(({ values }) => String(values['BOOKING_ID'])))]
  const found = await call.tx.query<StoredBooking>(sql`
    select *, to_char(book_dt, 'YYYYMMDD') booked from booking where booking_id = any(${ids}::text[]) and wcode = ${call.scope.wcode}
    order by booking_id for update`)
  const known = new Map(found.map((row) => [row.booking_id, row]))
  const text = label('부킹을 찾을 수 없습니다.', 'Booking not found.')
  const missing = rows.filter(({ values }) => !known.has(String(values['BOOKING_ID'])))
  if (missing.length > 0) throw invalidRows(missing.map(({ no: row }) => ({ row, text })))
  return known
}

const storedBooking = (known: ReadonlyMap<string, StoredBooking>, { values }: SaveRow) =>
  known.get(String(values['BOOKING_ID']))

function rejectBookings(
  call: SaveCall,
  findErrors: (row: SaveRow) => readonly Omit<RowError, 'row'>[],
) {
  const errors = call.rows.flatMap((row) =>
    findErrors(row).map((error): RowError => ({ row: row.no, ...error })),
  )
  if (errors.length > 0) throw invalidRows(errors)
}

const cutoffTimes = ({ values }: SaveRow, stored?: StoredBooking) => {
  const readTime = (name: string): string | null => {
    const digits = values[name] ?? stored?.[name.toLowerCase()]
    return typeof digits === 'string' ? digits : null
  }
  return {
    DCO: readTime('DCO'),
    VCO: readTime('VCO'),
    FCO: readTime('FCO'),
    LCO: readTime('LCO'),
    ERO: readTime('ERO'),
    EFC: readTime('EFC'),
    ETD: readTime('ETD'),
  } as const
}

async function saveBookings(call: SaveCall) {
  const heads = call.rows.filter(({ type }) => type === 'H')
  const remaining = { ...call, rows: heads.filter(({ flag }) => flag !== 'D') }
  rejectBookings(remaining, (row) =>
    cutoffErrors(cutoffTimes(row), String(row.values['RECEIPT_TERM_CD'] ?? 'CY')),
  )
  const named = call.rows
    .filter(({ flag, type }) => type === 'L' || flag !== 'I')
    .map((row) => ({ ...row, values: { BOOKING_ID: row.docRef } }))
  const fresh = new Set(heads.filter(({ flag }) => flag === 'I').map(({ docRef }) => docRef))
  const existing = named.filter(({ docRef }) => !fresh.has(docRef))
  const known = await lockBookings(call, existing)
  rejectBookings({ ...call, rows: existing }, (row) => {
    const state = storedBooking(known, row)?.state_cd ?? ''
    return ['REJECTED', 'DECLINED', 'CANCELLED', 'COMPLETED'].includes(state)
      ? [{ text: bookingClosed, column: 'STATE_CD' }]
      : []
  })
  const rows = call.rows.map((row) => withBookingDate(call, row, known))
  rejectBookings(
    { ...call, rows: rows.filter((row, index) => row !== call.rows[index]) },
    ({ values }) => {
      const isLate = String(values['ETD'] ?? '9').slice(0, 8) < String(values['BOOK_DT'])
      return isLate ? [{ column: 'BOOK_DT', text: bookingDateMissing }] : []
    },
  )
  const result = await saveHeadersAndLines({ ...call, rows }, bookingKind)
  const saved = (result.rows ?? []).map((row) => ({
    row: row.ROW,
    id: String(row['BOOKING_ID']),
    ...(typeof row['LINE_NO'] === 'number' && { line: row['LINE_NO'] }),
  }))
  return withBookingWarnings(call, result, saved)
}

/** Without a typed booking date, an existing booking retains its date and a new one uses today. */
function withBookingDate(
  call: SaveCall,
  row: SaveRow,
  known: ReadonlyMap<string, StoredBooking>,
): SaveRow {
  if (row.type !== 'H' || row.flag === 'D' || row.values['BOOK_DT']) return row
  const BOOK_DT = known.get(row.docRef)?.booked ?? call.today
  return { ...row, values: { ...row.values, BOOK_DT } }
}

async function writeColumns(
  call: SaveCall,
  columns: readonly string[],
  assignment = '',
): Promise<void> {
  const set = columns.map(columnName).map((name) => `${name} = coalesce(r.${name}, t.${name})`)
  await call.tx.execute(sql`
    update booking t set ${raw([...set, ...(assignment ? [assignment] : [])].join(', '))},
      version = t.version + 1, updated_by = ${call.userId}, updated_at = now()
    from ${recordsetSql(booking.fields, ['BOOKING_ID', ...columns], call.rows)}
    where t.booking_id = r.booking_id`)
}

const doneMessage = ({ rows }: SaveCall, ko: string, en: string) => ({
  rows: rows.map(({ no, values }) => ({ ROW: no, BOOKING_ID: values['BOOKING_ID'] ?? null })),
  message: label(
    `부킹 ${formatCount(rows.length)}건을 ${ko}했습니다.`,
    `${formatCount(rows.length, 'booking')} ${en}.`,
  ),
})

/** Throws for confirmations after which the arrival would be before the departure. */
async function rejectEarlyArrivals(call: SaveCall): Promise<void> {
  const early = await call.tx.query<{ no: number }>(sql`
    select r.no from ${recordsetSql(booking.fields, ['BOOKING_ID', 'ETD', 'ETA'], call.rows)}
    join booking t using (booking_id)
    where local_moment(coalesce(r.eta, t.eta), ${portTimeZone('t.pod_cd')})
      <= local_moment(coalesce(r.etd, t.etd), ${portTimeZone('t.pol_cd')}) order by r.no`)
  const errors = early.map(({ no }): RowError => ({
    row: no,
    column: 'ETA',
    text: arrivalBeforeDeparture,
  }))
  if (errors.length > 0) throw invalidRows(errors)
}

async function confirmBookings(call: SaveCall) {
  const known = await lockBookings(call)
  rejectBookings(call, (row) => {
    const now = storedBooking(known, row)
    const isAgain = now?.state_cd === 'CONFIRMED'
    if (now && !isAgain && !canChangeState(now.state_cd, 'CONFIRMED')) {
      return [{ column: 'BOOKING_ID', text: bookingClosed }]
    }
    const moments = cutoffTimes(row, now)
    const isEarly = now?.booked && moments.ETD && moments.ETD.slice(0, 8) < now.booked
    return [
      ...(isEarly ? [{ column: 'ETD', text: departureBeforeBooking }] : []),
      ...cutoffErrors(moments, now?.receipt_term_cd ?? 'CY'),
    ]
  })
  await rejectEarlyArrivals(call)
  const columns = Object.keys(confirmBooking.input).filter((name) => name !== 'BOOKING_ID')
  await writeColumns(call, columns, `state_cd = 'CONFIRMED'`)
  return withBookingWarnings(call, doneMessage(call, '확정', 'confirmed'))
}

/** Adds what changed bookings contradict: their containers, bills and rated charges. */
async function withBookingWarnings(
  call: SaveCall,
  result: SaveResult,
  saved = call.rows.map(({ no: row, values }) => ({ row, id: String(values['BOOKING_ID']) })),
): Promise<SaveResult> {
  const bookings = saved.map(({ id }) => id)
  const checked = withWarning(result, await rejectRepeatedContainers(call, saved))
  const billed = withWarning(checked, await warnOfOtherBills(call, { bookings }))
  return withWarning(billed, await warnOfOtherDates(call, bookings))
}

/** Throws if a cancelled booking has valid bills, billed charges or bonded cargo. */
async function rejectInUse(call: SaveCall): Promise<void> {
  const given = call.rows.filter(({ values }) =>
    ['REJECTED', 'DECLINED', 'CANCELLED'].includes(String(values['STATE_CD'])),
  )
  const found = await call.tx.query<{ no: number; numbers: string | null }>(sql`
    select r.no, string_agg(d.number, ', ' order by d.number)
      filter (where ${isVisibleWarehouse('d.wcode', call)}) numbers
    from ${recordsetSql(booking.fields, ['BOOKING_ID'], given)}
    join lateral (
      select coalesce(b.bill_no, b.bill_id) number, b.wcode from bill b
      where b.booking_id = r.booking_id and b.state_cd <> 'CANCELLED'
      union
      select l.invoice_no, i.wcode from freight_charge c join invoice_line l
        on l.booking_id = c.booking_id and l.freight_line = c.line_no
      join invoice i using (invoice_no)
      where c.booking_id = r.booking_id and freight_billed_qty(c.booking_id, c.line_no) <> 0
      union
      select g.bond_no, g.wcode from bonded_cargo g
      where g.booking_id = r.booking_id and g.cancel_yn = 'N') d on true
    group by r.no`)
  const errors = found.map(({ no: row, numbers }): RowError => {
    const { ko, en } = toShownName(numbers)
    const text = label(
      `B/L·AWB, 청구서나 보세화물이 있습니다: ${ko}. 먼저 취소하세요.`,
      `The booking has bills, invoices or bonded cargo: ${en}. Cancel them first.`,
    )
    return { row, column: 'STATE_CD', text }
  })
  if (errors.length > 0) throw invalidRows(errors)
}

async function moveBookings(call: SaveCall) {
  const known = await lockBookings(call)
  rejectBookings(call, (row) => {
    const [from, state] = [
      storedBooking(known, row)?.state_cd ?? '',
      String(row.values['STATE_CD']),
    ]
    if (canChangeState(from, state) && state !== 'CONFIRMED') return []
    const names = freightCodeLists['booking-state']
    return [{ column: 'STATE_CD', text: allowedStepsText(names, from, findNextStates(from)) }]
  })
  await rejectInUse(call)
  await writeColumns(call, ['STATE_CD'])
  const rows = call.rows.map(({ values }) => values)
  await call.tx.execute(sql`
    update booking t set remark = concat_ws(' / ', t.remark, r."REASON")
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) r ("BOOKING_ID" text, "REASON" text)
    where t.booking_id = r."BOOKING_ID"`)
  const warning = await warnOfUncountedContainers(call, [...known.keys()])
  return withWarning(doneMessage(call, '변경', 'changed'), warning)
}

async function amendBookings(call: SaveCall) {
  const known = await lockBookings(call)
  rejectBookings(call, (row) => {
    const now = storedBooking(known, row)
    const step = String(row.values['AMENDMENT_CD'])
    if (now && canAmend(now.state_cd, now.amendment_cd, step)) return []
    if (!now || !bookingStepFrom.amend.includes(now.state_cd)) {
      const text = label(
        '확정된 부킹에서 접수한 변경·취소만 진행합니다.',
        'Only amendments and cancellations of confirmed bookings can be processed.',
      )
      return [{ column: 'AMENDMENT_CD', text }]
    }
    const next = findNextAmendments(now.state_cd, now.amendment_cd)
    const text = allowedStepsText(freightCodeLists['booking-amendment'], now.amendment_cd, next)
    return [{ column: 'AMENDMENT_CD', text }]
  })
  await writeColumns(call, ['AMENDMENT_CD'])
  return doneMessage(call, '변경', 'changed')
}

async function rollOverBookings(call: SaveCall) {
  const known = await lockBookings(call)
  rejectBookings(call, (row) => {
    const now = storedBooking(known, row)
    if (!now || !bookingStepFrom.rollOver.includes(now.state_cd)) {
      return [{ column: 'BOOKING_ID', text: bookingClosed }]
    }
    if (now.atd) return [{ column: 'BOOKING_ID', text: alreadyDeparted }]
    if (!now.etd || String(row.values['ETD']) > now.etd) return []
    const text = label(
      '더 늦은 항차로만 이월할 수 있습니다.',
      'You can only roll over to a later voyage.',
    )
    return [{ column: 'ETD', text }]
  })
  await moveDraftsToVoyage(call)
  await call.tx.execute(sql`
    update booking t set vessel_cd = coalesce(r.vessel_cd, t.vessel_cd), voyage_no = r.voyage_no,
      etd = r.etd, eta = null, dco = null, vco = null, fco = null, lco = null, efc = null, ero = null,
      version = t.version + 1, updated_by = ${call.userId}, updated_at = now()
    from ${recordsetSql(booking.fields, ['BOOKING_ID', 'VESSEL_CD', 'VOYAGE_NO', 'ETD'], call.rows)}
    where t.booking_id = r.booking_id`)
  return withBookingWarnings(call, doneMessage(call, '이월', 'rolled over'))
}

export const bookingHandlers: readonly Handler[] = [
  handleQuery(
    bookings.query,
    'v.next_hours < 0 nulls last, v.next_hours nulls last, v.booking_id desc',
    () => bookingRows,
  ),
  handleQuery(
    bookings.lines,
    'v.booking_id, v.line_no',
    () => sql`
      select t.*, b.wcode, x.cntr_tp_nm from booking_container t
      join booking b using (booking_id) join container_type x using (cntr_tp)`,
  ),
  handleEdits(bookings.save, saveBookings),
  handleQuery(
    bookingCutoffs,
    'v.next_hours, v.booking_id',
    () => sql`
      select t.wcode, t.booking_id, t.booking_no, t.carrier_cd, t.pol_cd, t.manager_id,
        pl.time_zone, c.cd next_cd, c.at next_at, c.hours next_hours
      from booking t join port pl on pl.port_cd = t.pol_cd
      cross join lateral (${cutoffRows()}) c where c.hours >= 0`,
  ),
  handleQuery(
    bookingEvents,
    'v.event_no desc',
    () => sql`select e.*, b.wcode from booking_event e join booking b using (booking_id)`,
  ),
  handleProcedure(confirmBooking, confirmBookings),
  handleProcedure(moveBooking, moveBookings),
  handleProcedure(amendBooking, amendBookings),
  handleProcedure(rollOverBooking, rollOverBookings),
  ...masterHandlers(carrierSite, carrierSites, {
    references: referencesByColumn(['CARRIER_CD'], 'carrier', 'CARRIER_CD'),
    select: sql`select t.*, k.carrier_nm from carrier_site t join carrier k using (carrier_cd)`,
  }),
]
