import sql, { raw } from 'sql-template-tag'
import { label, type Label } from '#kernel/label.ts'
import type { HeaderLineKind } from '#server/engine/header-line-save.ts'
import type { Reference, RowRule } from '#server/engine/table-save.ts'
import { billStatus } from '../rules/bill-status.ts'
import { bookingTables } from '../tables/booking.ts'

export const referencesByColumn = (
  columns: readonly string[],
  table: string,
  key: string,
): Reference[] => columns.map((column) => ({ columns: [column], table, to: [key] }))

const bookingReferences: readonly Reference[] = [
  ...referencesByColumn(['CARRIER_CD'], 'carrier', 'CARRIER_CD'),
  ...referencesByColumn(['POR_CD', 'POL_CD', 'POD_CD', 'PVD_CD'], 'port', 'PORT_CD'),
  ...referencesByColumn(['VESSEL_CD'], 'vessel', 'VESSEL_CD'),
  ...referencesByColumn(
    ['SHIPPER_CD', 'CONSIGNEE_CD', 'NOTIFY_CD', 'FORWARDER_CD'],
    'customer',
    'CUSTOMER_CD',
  ),
  ...referencesByColumn(['HS_CD'], 'hs_code', 'HS_CD'),
  ...referencesByColumn(['PACKAGE_CD'], 'package_unit', 'PACKAGE_CD'),
]

export const portTimeZone = (port: string) =>
  sql`(select time_zone from port where port_cd = ${raw(port)})`

export const departureBeforeBooking = label(
  '출항예정이 부킹일보다 빠릅니다.',
  'The departure is before the booking date.',
)

export const arrivalBeforeDeparture = label(
  '현지시각 기준으로 도착예정이 출항예정보다 빠릅니다.',
  'In local port time, arrival is before departure.',
)

export const bookingDateMissing = label(
  '부킹일이 없으면 오늘로 저장되며 출항예정이 오늘보다 빠릅니다. 부킹일을 입력하세요.',
  'Without a booking date the booking is saved as of today, which is after the departure. Enter the booking date.',
)

const bookingRules: readonly RowRule[] = [
  {
    column: 'POD_CD',
    where: sql`r.pol_cd = r.pod_cd`,
    text: label(
      '선적항과 양하항이 같습니다. 하나를 변경하세요.',
      'The ports of loading and discharge are the same. Change one of them.',
    ),
  },
  {
    column: 'ETA',
    where: sql`local_moment(r.eta, ${portTimeZone('r.pod_cd')}) <= local_moment(r.etd, ${portTimeZone('r.pol_cd')})`,
    text: arrivalBeforeDeparture,
  },
  {
    column: 'ETD',
    where: sql`left(r.etd, 8) < to_char(r.book_dt, 'YYYYMMDD')`,
    text: departureBeforeBooking,
  },
  {
    column: 'ATA',
    where: sql`local_moment(r.ata, ${portTimeZone('r.pod_cd')}) <= local_moment(r.atd, ${portTimeZone('r.pol_cd')})`,
    text: label(
      '현지시각 기준으로 도착이 출항보다 빠릅니다.',
      'In local port time, the actual arrival is before the departure.',
    ),
  },
  {
    column: 'MODE_CD',
    where: sql`exists (select from bill b where b.booking_id = r.booking_id
      and b.state_cd <> ${billStatus.cancelled}
      and (b.kind_cd in ('MAWB', 'HAWB')) <> (r.mode_cd = 'AIR'))`,
    text: label(
      'B/L·AWB가 있는 부킹의 운송은 변경할 수 없습니다. 먼저 취소하세요.',
      'The mode of a booking with bills cannot change. Cancel the bills first.',
    ),
  },
  {
    column: 'UN_NO',
    where: sql`r.dg_yn = 'Y' and r.un_no is null`,
    text: label('위험물은 UN 번호가 필요합니다.', 'Dangerous goods need a UN number.'),
  },
]

const containerRules: readonly RowRule[] = [
  {
    column: 'CNTR_NO',
    where: sql`r.cntr_no is not null and r.cntr_qty <> 1`,
    text: label(
      '컨테이너번호가 있는 행의 수량은 1이어야 합니다.',
      'A line with a container number must have quantity 1.',
    ),
  },
]

export const bookingKind: HeaderLineKind = {
  tables: bookingTables,
  rule: 'BOOKING',
  headReferences: bookingReferences,
  headRules: bookingRules,
  lineReferences: referencesByColumn(['CNTR_TP'], 'container_type', 'CNTR_TP'),
  lineRules: containerRules,
}

/** Names the current step of a booking and those that can follow. */
export function allowedStepsText(
  names: Readonly<Record<string, Label>>,
  now: string,
  next: readonly string[],
): Label {
  const list = (language: 'ko' | 'en') =>
    next.map((code) => names[code]?.[language] ?? code).join(', ')
  const { ko, en } = names[now] ?? label(now, now)
  if (next.length === 0) {
    return label(
      `'${ko}' 상태에서는 변경할 수 없습니다. 다시 조회하세요.`,
      `Nothing can follow "${en}". Search again.`,
    )
  }
  return label(
    `'${ko}' 상태입니다. ${list('ko')} 중에서 선택하세요.`,
    `The status is "${en}". Select ${list('en')}.`,
  )
}
