import sql from 'sql-template-tag'
import { label, type Label } from '#kernel/label.ts'
import type { SaveCall } from '#server/engine/handler.ts'

interface Difference extends Record<string, unknown> {
  readonly booking: string
  readonly what: 'KG' | 'CBM'
  readonly booked: string
  readonly total: string
}

/**
 * Warns of bookings with unbilled revenue by weight or volume whose confirmed bills add up to
 * another weight or volume: the house bills, otherwise the master bills. Freight is calculated from
 * the booking.
 */
export async function warnOfOtherMeasures(
  { tx }: SaveCall,
  ids: readonly string[],
): Promise<Label | undefined> {
  const found = await tx.query<Difference>(sql`
    select b.booking_id booking, d.what, trim_scale(d.booked)::text booked,
      trim_scale(d.total)::text total
    from booking b
    cross join lateral (
      select count(*) bills, count(l.weight_kg) weighed, count(l.cbm) measured,
        sum(l.weight_kg) kg, sum(l.cbm) cbm
      from bill l where l.booking_id = b.booking_id and l.state_cd = 'CONFIRMED'
      group by l.kind_cd in ('HBL', 'HAWB') order by l.kind_cd in ('HBL', 'HAWB') desc limit 1) s
    cross join lateral (values ('KG', coalesce(b.weight_kg, 0), s.kg, s.weighed),
      ('CBM', coalesce(b.cbm, 0), s.cbm, s.measured)) d (what, booked, total, known)
    where b.booking_id = any(${[...ids]}::text[]) and d.known = s.bills and d.total <> d.booked
      and exists (select from freight_charge c where c.booking_id = b.booking_id
        and c.side_cd = 'SELL' and c.basis_cd in ('RT', 'KG')
        and freight_billed_qty(c.booking_id, c.line_no) = 0)
    order by b.booking_id, d.what desc`)
  if (found.length === 0) return undefined
  const units = { KG: 'kg', CBM: 'm³' }
  const names = found
    .map(({ booking, what, booked, total }) => `${booking} ${booked} → ${total} ${units[what]}`)
    .join(', ')
  return label(
    `B/L·AWB와 중량·용적이 다른 부킹입니다: ${names}. 실제 화물로 청구하려면 부킹을 수정하고 운임을 다시 계산하세요.`,
    `Weight or volume of the bills differs from the booking: ${names}. To bill the actual cargo, edit the booking and rate it again.`,
  )
}
