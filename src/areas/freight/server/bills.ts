import sql from 'sql-template-tag'
import { label, type Label } from '#kernel/label.ts'
import type { WireRow } from '#kernel/field.ts'
import { invalidRows, type RowError } from '#server/base/app-error.ts'
import type { SaveCall, SaveRow } from '#server/engine/handler.ts'
import { saveHeadersAndLines, type HeaderLineKind } from '#server/engine/header-line-save.ts'
import type { Reference, RowRule } from '#server/engine/table-save.ts'
import { billNumberError, formatBillNumber, isAirBill, isHouseBill } from '../rules/bill-number.ts'
import { billStepFrom } from '../rules/bill-status.ts'
import { summariseContainers, type ContainerRow } from '../rules/container-summary.ts'
import { billTables } from '../tables/bill.ts'

const referenceEach = (columns: readonly string[], table: string, key: string): Reference[] =>
  columns.map((column) => ({ columns: [column], table, to: [key] }))

const headRules: readonly RowRule[] = [
  {
    column: 'KIND_CD',
    where: sql`exists (select from booking b where b.booking_id = r.booking_id
      and (b.mode_cd = 'AIR') <> (r.kind_cd in ('MAWB', 'HAWB')))`,
    text: label(
      '해상 부킹에는 B/L, 항공 부킹에는 AWB만 등록합니다.',
      'Sea bookings can only have bills of lading, air bookings only air waybills.',
    ),
  },
  {
    column: 'KIND_CD',
    where: sql`r.kind_cd in ('MAWB', 'HAWB')
      and exists (select from bill_container c where c.bill_id = r.bill_id)`,
    text: label('컨테이너가 있는 B/L입니다.', 'The bill has containers.'),
  },
  {
    column: 'BILL_NO',
    where: sql`r.kind_cd in ('HBL', 'HAWB') and r.bill_no is distinct from
      (select b.bill_no from bill b where b.bill_id = r.bill_id)`,
    text: label(
      '하우스 번호는 확정할 때 자동으로 채번합니다.',
      'House numbers are assigned automatically at confirmation.',
    ),
  },
  {
    column: 'BILL_NO',
    where: sql`exists (select from bill b where b.kind_cd = r.kind_cd and b.bill_no = r.bill_no
      and b.state_cd <> 'CANCELLED' and b.bill_id <> r.bill_id)`,
    text: label('이미 등록된 B/L·AWB 번호입니다.', 'This bill number already exists.'),
  },
  {
    column: 'POD_CD',
    where: sql`r.pol_cd = r.pod_cd`,
    text: label(
      '선적항과 양하항이 같습니다. 하나를 변경하세요.',
      'The ports of loading and discharge are the same. Change one of them.',
    ),
  },
  {
    column: 'FLIGHT_NO',
    where: sql`r.kind_cd in ('MBL', 'HBL') and r.flight_no is not null`,
    text: label('편명은 AWB에만 입력합니다.', 'Only air waybills can have a flight.'),
  },
  {
    column: 'VOYAGE_NO',
    where: sql`r.kind_cd in ('MAWB', 'HAWB') and num_nonnulls(r.vessel_cd, r.voyage_no) > 0`,
    text: label(
      '선박과 항차는 B/L에만 입력합니다.',
      'Only bills of lading can have a vessel and voyage.',
    ),
  },
]

const billSaveKind: HeaderLineKind = {
  tables: billTables,
  rule: 'BILL',
  headReferences: [
    ...referenceEach(['POR_CD', 'POL_CD', 'POD_CD', 'PVD_CD'], 'port', 'PORT_CD'),
    ...referenceEach(['VESSEL_CD'], 'vessel', 'VESSEL_CD'),
    ...referenceEach(['SHIPPER_CD', 'CONSIGNEE_CD', 'NOTIFY_CD'], 'customer', 'CUSTOMER_CD'),
    ...referenceEach(['PACKAGE_CD'], 'package_unit', 'PACKAGE_CD'),
  ],
  headRules,
  lineReferences: referenceEach(['CNTR_TP'], 'container_type', 'CNTR_TP'),
  lineRules: [
    {
      column: 'CNTR_NO',
      where: sql`exists (select from bill b where b.bill_id = r.bill_id
        and b.kind_cd in ('MAWB', 'HAWB'))`,
      text: label('AWB에는 컨테이너가 없습니다.', 'Air waybills cannot have containers.'),
    },
  ],
}

const bookingMissing = label('부킹을 찾을 수 없습니다.', 'Booking not found.')
const bookingClosed = label('반려·취소된 부킹입니다.', 'The booking was rejected or cancelled.')
const notDraft = label(
  '초안만 수정할 수 있습니다. 확정한 문서는 정정하세요.',
  'Only drafts can be changed. Amend a confirmed bill.',
)
const notDeleted = label(
  '확정한 적이 있는 문서는 삭제할 수 없습니다. 취소하세요.',
  'A bill that was confirmed cannot be deleted. Cancel it.',
)
const containerOnOtherBill = label(
  '같은 항차·구분의 다른 문서에 있는 컨테이너입니다. 함께 실은 화물이면 모두 공동적재로 입력하세요.',
  'The container is on another bill of this kind and voyage. If it carries cargo of both, mark it as shared on both bills.',
)
const containerTwice = label('같은 컨테이너가 중복되었습니다.', 'The same container appears twice.')

/** Columns of a new bill that are copied from its booking if left empty. */
const columnsFromBooking = {
  SHIPPER_CD: 'shipper_cd',
  CONSIGNEE_CD: 'consignee_cd',
  NOTIFY_CD: 'notify_cd',
  POR_CD: 'por_cd',
  POL_CD: 'pol_cd',
  POD_CD: 'pod_cd',
  PVD_CD: 'pvd_cd',
  GOODS_NM: 'goods_nm',
  PACKAGE_QTY: 'package_qty',
  PACKAGE_CD: 'package_cd',
  WEIGHT_KG: 'weight_kg',
  CBM: 'cbm',
} as const

const throwIfInvalid = (errors: readonly RowError[]) => {
  if (errors.length > 0) throw invalidRows([...errors])
}

const loadBookings = async ({ tx, scope }: SaveCall, heads: readonly SaveRow[]) => {
  const ids = heads.map(({ values }) => String(values['BOOKING_ID']))
  const found = await tx.query<Record<string, string | number | null>>(sql`
    select b.*, k.awb_prefix from booking b join carrier k using (carrier_cd)
    where b.booking_id = any(${ids}::text[]) and b.wcode = ${scope.wcode}
    order by b.booking_id for share of b`)
  return new Map(found.map((row) => [row['booking_id'], row]))
}

function copyFromBooking(
  values: WireRow,
  booking: Record<string, string | number | null>,
): WireRow {
  const isAir = isAirBill(String(values['KIND_CD']))
  const of = isAir
    ? { ...columnsFromBooking, FLIGHT_NO: 'voyage_no' }
    : { ...columnsFromBooking, VESSEL_CD: 'vessel_cd', VOYAGE_NO: 'voyage_no' }
  const filled = Object.entries(of).map(([name, column]) => [
    name,
    values[name] ?? booking[column] ?? null,
  ])
  return { ...values, ...Object.fromEntries(filled) }
}

/** Completes the headers of a save. Throws for bookings out of scope and for invalid numbers. */
async function completeHeads(call: SaveCall): Promise<SaveRow[]> {
  const heads = call.rows.filter(({ type, flag }) => type === 'H' && flag !== 'D')
  const bookings = await loadBookings(call, heads)
  const errors: RowError[] = []
  const rows = call.rows.map((row) => {
    if (!heads.includes(row)) return row
    const booking = bookings.get(String(row.values['BOOKING_ID']))
    const isClosed = ['REJECTED', 'DECLINED', 'CANCELLED'].includes(String(booking?.['state_cd']))
    const [billKind, number] = [String(row.values['KIND_CD']), String(row.values['BILL_NO'] ?? '')]
    const text = billNumberError(billKind, number, booking?.['awb_prefix'])
    if (text) errors.push({ row: row.no, column: 'BILL_NO', text })
    if (!booking || isClosed) {
      const reason = booking ? bookingClosed : bookingMissing
      errors.push({ row: row.no, column: 'BOOKING_ID', text: reason })
      return row
    }
    const values = row.flag === 'I' ? copyFromBooking(row.values, booking) : row.values
    const BILL_NO = number === '' ? null : formatBillNumber(billKind, number)
    return { ...row, values: { ...values, BILL_NO } }
  })
  throwIfInvalid(errors)
  return rows
}

/** Locks the saved bills that exist. Throws unless they are drafts. */
async function lockDrafts(call: SaveCall): Promise<void> {
  const ids = [...new Set(call.rows.map(({ docRef }) => docRef))]
  const found = await call.tx.query<{ id: string; state: string; amended: boolean; kind: string }>(
    sql`select bill_id id, state_cd state, amendment_no > 0 amended, kind_cd kind from bill
      where bill_id = any(${ids}::text[]) and wcode = ${call.scope.wcode}
      order by bill_id for update`,
  )
  const known = new Map(found.map((row) => [row.id, row]))
  const errors = call.rows.flatMap(({ no: row, docRef, flag, type, values }): RowError[] => {
    const now = known.get(docRef)
    if (!now) return []
    if (!billStepFrom.save.includes(now.state)) {
      return [{ row, column: type === 'H' ? 'STATE_CD' : 'CNTR_NO', text: notDraft }]
    }
    if (type !== 'H' || !now.amended) return []
    if (flag === 'D') return [{ row, column: 'STATE_CD', text: notDeleted }]
    return values['KIND_CD'] === now.kind ? [] : [{ row, column: 'KIND_CD', text: notDraft }]
  })
  throwIfInvalid(errors)
}

interface RepeatedLine extends Record<string, unknown> {
  readonly id: string
  readonly line: number
  readonly same: boolean
}

/**
 * Containers of the bills that are also on another valid bill of the same kind and voyage, or twice
 * on one bill. A bill without a vessel can be on any vessel. Serializes concurrent saves of a
 * container.
 */
async function repeatedContainers(
  { tx }: SaveCall,
  ids: readonly string[],
): Promise<RepeatedLine[]> {
  await tx.query(sql`
    select pg_advisory_xact_lock(hashtextextended('bill ' || cntr_no, 0)) from (
      select distinct cntr_no from bill_container where bill_id = any(${[...ids]}::text[])
      order by cntr_no) c`)
  return tx.query<RepeatedLine>(sql`
    select t.bill_id id, t.line_no line, bool_or(c.bill_id = t.bill_id) same
    from bill_container t join bill_container c on c.cntr_no = t.cntr_no
    join bill tb on tb.bill_id = t.bill_id
    join bill cb on cb.bill_id = c.bill_id
    where t.bill_id = any(${[...ids]}::text[]) and (c.bill_id = t.bill_id and c.line_no <> t.line_no
      or c.bill_id <> t.bill_id and t.once_key <> '' and c.once_key <> ''
        and (tb.kind_cd, tb.voyage_no) = (cb.kind_cd, cb.voyage_no)
        and coalesce(tb.vessel_cd = cb.vessel_cd, true)
        and (t.part_yn = 'N' or c.part_yn = 'N'))
    group by 1, 2 order by 1, 2`)
}

/**
 * Throws for repeated containers. Reports them on their line, or on the voyage if only the header
 * was saved.
 */
async function rejectRepeated(call: SaveCall, saved: readonly WireRow[]): Promise<void> {
  const found = await repeatedContainers(call, [
    ...new Set(saved.map((row) => String(row['BILL_ID']))),
  ])
  const lineKey = (row: WireRow) => `${String(row['BILL_ID'])} ${String(row['LINE_NO'] ?? '')}`
  const rows = new Map(saved.map((row) => [lineKey(row), Number(row['ROW'])]))
  const errors = found.flatMap(({ id, line, same }): RowError[] => {
    const text = same ? containerTwice : containerOnOtherBill
    const lineRow = rows.get(`${id} ${line}`)
    if (lineRow !== undefined) return [{ row: lineRow, column: 'CNTR_NO', text }]
    const headRow = rows.get(`${id} `)
    return headRow === undefined || same ? [] : [{ row: headRow, column: 'VOYAGE_NO', text }]
  })
  throwIfInvalid(errors)
}

/** Spells out the quantity of containers (spec §9). */
async function writeContainerTexts(call: SaveCall, ids: readonly string[]): Promise<void> {
  const lines = await call.tx.query<ContainerRow & Record<string, unknown> & { id: string }>(sql`
    select bill_id id, cntr_tp "CNTR_TP", part_yn "PART_YN", main_yn "MAIN_YN",
      count(*)::integer "CNTR_QTY"
    from bill_container where bill_id = any(${[...ids]}::text[]) group by 1, 2, 3, 4`)
  const rows = Map.groupBy(lines, ({ id }) => id)
  const words = ids.map((id) => ({ id, words: summariseContainers(rows.get(id) ?? []).words }))
  await call.tx.execute(sql`
    update bill t set cntr_words = nullif(r.words, '')
    from jsonb_to_recordset(${JSON.stringify(words)}::jsonb) r (id text, words text)
    where t.bill_id = r.id and t.cntr_words is distinct from nullif(r.words, '')`)
}

/** Saves drafts with their containers. New drafts are filled from their booking. */
export async function saveBills(call: SaveCall) {
  await lockDrafts(call)
  const result = await saveHeadersAndLines(
    { ...call, rows: await completeHeads(call) },
    billSaveKind,
  )
  const saved = result.rows ?? []
  await rejectRepeated(call, saved)
  await writeContainerTexts(call, [...new Set(saved.map((row) => String(row['BILL_ID'])))])
  return result
}

interface LockedBill extends Record<string, unknown> {
  readonly bill_id: string
  readonly kind_cd: string
  readonly state_cd: string
  readonly bill_no: string | null
  readonly booking_state: string
}

const billMissing = label('B/L·AWB를 찾을 수 없습니다.', 'Bill not found.')

/** Locks the bills of a step. Throws an error on `BILL_ID` unless all bills allow the step. */
export async function lockBills(
  call: SaveCall,
  step: 'confirm' | 'amend' | 'cancel',
  wrongState: Label,
): Promise<ReadonlyMap<string, LockedBill>> {
  const ids = call.rows.map(({ values }) => String(values['BILL_ID']))
  const found = await call.tx.query<LockedBill>(sql`
    select t.*, b.state_cd booking_state from bill t join booking b using (booking_id)
    where t.bill_id = any(${ids}::text[]) and t.wcode = ${call.scope.wcode}
    order by t.bill_id for update of t`)
  const known = new Map(found.map((row) => [row.bill_id, row]))
  const errors = call.rows.flatMap(({ no: row }, index): RowError[] => {
    const id = ids[index] ?? ''
    const now = known.get(id)
    if (!now) return [{ row, column: 'BILL_ID', text: billMissing }]
    const isRepeated = ids.indexOf(id) < index
    const isPossible = billStepFrom[step].includes(now.state_cd)
    return isPossible && !isRepeated ? [] : [{ row, column: 'BILL_ID', text: wrongState }]
  })
  throwIfInvalid(errors)
  return known
}

const requiredColumns: readonly (readonly [column: string, text: Label])[] = [
  ['SHIPPER_CD', label('송하인을 입력하세요.', 'Enter the shipper.')],
  ['CONSIGNEE_CD', label('수하인을 입력하세요.', 'Enter the consignee.')],
  ['POL_CD', label('선적항을 입력하세요.', 'Enter the port of loading.')],
  ['POD_CD', label('양하항을 입력하세요.', 'Enter the port of discharge.')],
  ['PACKAGE_QTY', label('포장수를 입력하세요.', 'Enter the number of packages.')],
  ['WEIGHT_KG', label('총중량을 입력하세요.', 'Enter the gross weight.')],
]
const numberMissing = label('B/L·AWB 번호를 입력하세요.', 'Enter the bill number.')
const flightMissing = label('편명을 입력하세요.', 'Enter the flight number.')
const voyageMissing = label('항차를 입력하세요.', 'Enter the voyage number.')

/** Errors for a draft that cannot be confirmed yet, by field. */
export function confirmErrors(row: number, bill: LockedBill): RowError[] {
  const { kind_cd: billKind, booking_state: state } = bill
  const voyage = isAirBill(billKind) ? 'FLIGHT_NO' : 'VOYAGE_NO'
  const columns = [
    ...(isHouseBill(billKind) ? [] : [['BILL_NO', numberMissing] as const]),
    ...requiredColumns,
    [voyage, voyage === 'FLIGHT_NO' ? flightMissing : voyageMissing] as const,
  ]
  const missing = columns.filter(([column]) => bill[column.toLowerCase()] === null)
  const errors = missing.map(([column, text]): RowError => ({ row, column, text }))
  return ['REJECTED', 'DECLINED', 'CANCELLED'].includes(state)
    ? [{ row, column: 'BOOKING_ID', text: bookingClosed }, ...errors]
    : errors
}
