import sql from 'sql-template-tag'
import { bookingStepFrom } from '#areas/freight/rules/booking-status.ts'
import { josa } from '#kernel/josa.ts'
import { label, type Label } from '#kernel/label.ts'
import type { Value, WireRow } from '#kernel/field.ts'
import { booking, bookingContainer } from '#areas/freight/tables/booking.ts'
import { isVisibleWarehouse, toShownName } from '#server/auth/visible-names.ts'
import { invalidRows, type RowError } from '#server/base/app-error.ts'
import { handleProcedure, type SaveCall, type SaveRow } from '#server/engine/handler.ts'
import { saveDocuments } from '#server/engine/document-save.ts'
import { expectBooking } from '../operations/booking-cargo.ts'
import { cargoDefaults, cargoKind } from './cargo.ts'

interface LockedBooking extends Record<string, unknown> {
  readonly state_cd: string
  readonly mode_cd: string
  readonly load_cd: string
  readonly bl_no: string | null
  readonly vessel_cd: string | null
  readonly vessel_nm: string | null
  readonly voyage_no: string | null
  readonly package_qty: number | null
  readonly package_cd: string | null
  /** Exact decimal text. */
  readonly kg: string | null
  readonly cbm: string | null
  /** Estimated arrival date in the port's time zone. */
  readonly arrives: string | null
  readonly arrived: string | null
  readonly pol_cd: string
  readonly pod_cd: string
  readonly goods_nm: string | null
  readonly carrier_nm: string
  readonly forwarder_nm: string | null
  readonly consignee_nm: string | null
  readonly container_lines: number
  readonly unnamed_lines: number
  readonly containers: string | null
  readonly seals: string | null
  readonly is_expected: boolean
  readonly bond_no: string | null
}

/** Locks the booking until commit, so concurrent requests create only one cargo. */
async function lockBooking(
  { tx, scope, userId }: SaveCall,
  id: Value,
): Promise<LockedBooking | undefined> {
  await tx.query(sql`
    select 1 from booking where booking_id = ${id} and wcode = ${scope.wcode} for update`)
  const [found] = await tx.query<LockedBooking>(sql`
    select t.state_cd, t.mode_cd, t.load_cd, t.bl_no, t.vessel_cd, s.vessel_nm, t.voyage_no,
      t.package_qty, t.package_cd, t.weight_kg::text kg, t.cbm::text cbm,
      left(coalesce(t.ata, t.eta), 8) arrives, left(t.ata, 8) arrived, t.pol_cd, t.pod_cd,
      t.goods_nm, k.carrier_nm, f.customer_nm forwarder_nm, c.customer_nm consignee_nm,
      n.container_lines, n.unnamed_lines, n.containers, n.seals,
      g.bond_no is not null is_expected,
      case when ${isVisibleWarehouse('g.wcode', { userId, scope })} then g.bond_no end bond_no
    from booking t join carrier k using (carrier_cd)
    left join vessel s on s.vessel_cd = t.vessel_cd
    left join customer f on f.customer_cd = t.forwarder_cd
    left join customer c on c.customer_cd = t.consignee_cd
    left join bonded_cargo g on g.booking_id = t.booking_id and g.cancel_yn = 'N'
    cross join lateral (
      select count(*)::int container_lines, count(*) filter (where x.cntr_no is null)::int
          unnamed_lines,
        string_agg(x.cntr_no, ', ' order by x.line_no) containers,
        string_agg(x.seal_no, ', ' order by x.line_no) seals
      from booking_container x where x.booking_id = t.booking_id) n
    where t.booking_id = ${id} and t.wcode = ${scope.wcode}`)
  return found
}

function findMissingFacts(found: LockedBooking): Label[] {
  const { BL_NO, VESSEL_CD, VOYAGE_NO, PACKAGE_QTY, WEIGHT_KG, ETA } = booking.fields
  const isSea = found.mode_cd === 'SEA'
  const isFull = isSea && found.load_cd === 'FCL'
  const facts: readonly (readonly [Label, boolean])[] = [
    [BL_NO.label, found.bl_no !== null],
    [VESSEL_CD.label, found.vessel_cd !== null || !isSea],
    [VOYAGE_NO.label, found.voyage_no !== null],
    [ETA.label, found.arrives !== null],
    [PACKAGE_QTY.label, Number(found.package_qty) > 0],
    [WEIGHT_KG.label, Number(found.kg) > 0],
    [
      bookingContainer.fields.CNTR_NO.label,
      !isFull || (found.container_lines > 0 && found.unnamed_lines === 0),
    ],
  ]
  return facts.flatMap(([title, isKnown]) => (isKnown ? [] : [title]))
}

export const bookingMissing = label('부킹을 찾을 수 없습니다.', 'Booking not found.')

export const bookingNotConfirmed = label(
  '확정된 부킹만 예정등록할 수 있습니다. 먼저 확정 내용을 입력하세요.',
  'Only confirmed bookings can have expected bonded cargo. Enter the confirmation first.',
)

export const alreadyExpected = (ko: string, en: string): Label =>
  label(
    `이미 ${ko}${josa(ko, '으로/로')} 예정등록한 부킹입니다. '이 부킹의 보세화물'로 여세요.`,
    `This booking already has expected bonded cargo ${en}. Open it with "Bonded cargo of this booking".`,
  )

export function missingFromBooking(titles: readonly Label[]): Label {
  const ko = titles.map((title) => title.ko).join(', ')
  const en = titles.map((title) => title.en).join(', ')
  return label(
    `부킹에 없는 값: ${ko}. 나의 부킹에서 입력한 뒤 다시 등록하세요.`,
    `Missing from the booking: ${en}. Enter it in "My bookings", then try again.`,
  )
}

function bookingError(found: LockedBooking | undefined): Label | undefined {
  if (!found) return bookingMissing
  if (found.is_expected) {
    const { ko, en } = toShownName(found.bond_no)
    return alreadyExpected(ko, en)
  }
  if (!bookingStepFrom.expectBonded.includes(found.state_cd)) {
    return bookingNotConfirmed
  }
  const missing = findMissingFacts(found)
  return missing.length === 0 ? undefined : missingFromBooking(missing)
}

/**
 * Header of the cargo from the booking. A carrier's B/L without House B/L is used for both numbers.
 */
function toHeader(found: LockedBooking, { OWNER_CD, SHED_CD }: WireRow): WireRow {
  return {
    ...cargoDefaults.header,
    OWNER_CD: OWNER_CD ?? null,
    SHED_CD: SHED_CD ?? null,
    MBL_NO: found.bl_no,
    HBL_NO: found.bl_no,
    EXPECT_DT: found.arrives,
    ENTRY_DT: found.arrived,
    PKG_QTY: found.package_qty,
    PKG_UNIT_CD: found.package_cd ?? cargoDefaults.header['PKG_UNIT_CD'] ?? null,
    KG: found.kg,
    CBM: found.cbm,
    GOODS_NM: found.goods_nm,
    VESSEL_NM: found.vessel_nm,
    VOYAGE_NO: found.voyage_no,
    LOAD_PORT_CD: found.pol_cd,
    UNLOAD_PORT_CD: found.pod_cd,
    CNTR_NO: found.containers,
    SEAL_NO: found.seals,
    CARRIER_NM: found.carrier_nm,
    FORWARDER_NM: found.forwarder_nm,
    CONSIGNEE_NM: found.consignee_nm,
  }
}

/** Reports errors in booking values on the booking, because the form has no such field. */
function toBookingColumn(error: RowError): RowError {
  if (error.column === undefined || error.column in expectBooking.input) return error
  return { ...error, column: 'BOOKING_ID' }
}

export const expectBookingHandler = handleProcedure(expectBooking, async (call) => {
  const [row] = call.rows
  if (!row) return { rows: [] }
  const { BOOKING_ID = null, STOCK_CD = null, ORDER_QTY = null } = row.values
  const found = await lockBooking(call, BOOKING_ID)
  const text = bookingError(found)
  if (!found || text)
    throw invalidRows([{ row: row.no, column: 'BOOKING_ID', text: text ?? label('', '') }])
  const created = { flag: 'I', version: null, docRef: 'booking', no: row.no } as const
  const item = { STOCK_CD, ORDER_QTY, ITEM_PKG_QTY: found.package_qty }
  const rows: SaveRow[] = [
    { ...created, type: 'H', values: toHeader(found, row.values) },
    { ...created, type: 'L', values: { ...cargoDefaults.lines, ...item } },
  ]
  const saved = await saveDocuments(
    { ...call, rows },
    {
      ...cargoKind,
      initial: { BOOKING_ID: String(BOOKING_ID) },
      findErrors: async (...args) => (await cargoKind.findErrors(...args)).map(toBookingColumn),
    },
  )
  const bondNo = String(saved.rows?.[0]?.['BOND_NO'] ?? '')
  await call.tx.execute(sql`
    insert into booking_event (booking_id, event_cd, after_text, created_by)
    values (${BOOKING_ID}, 'MILESTONE', ${bondNo}, ${call.userId})`)
  return {
    rows: [{ ROW: row.no, BOOKING_ID, BOND_NO: bondNo }],
    message: label(
      `보세화물 ${bondNo}${josa(bondNo, '으로/로')} 예정등록했습니다. 화물관리번호는 보세화물 예정등록에서 입력하세요.`,
      `Registered as expected bonded cargo ${bondNo}. Enter the cargo control no. in "Expected bonded cargo".`,
    ),
  }
})
