import sql from 'sql-template-tag'
import { label, type Label } from '#kernel/label.ts'
import type { SaveCall } from '#server/engine/handler.ts'

/**
 * Warns of bookings whose unbilled tariff charges were rated for another departure date. Billing
 * checks revenue only, so outdated cost would distort the profit.
 */
export async function warnOfOtherDates(
  { tx }: SaveCall,
  ids: readonly string[],
): Promise<Label | undefined> {
  const found = await tx.query<{ names: string }>(sql`
    select b.booking_id || ' (' || string_agg(distinct c.freight_cd, ', ' order by c.freight_cd)
      || ')' names
    from booking b join freight_charge c using (booking_id)
    where b.booking_id = any(${[...ids]}::text[]) and c.price_id is not null
      and c.charge_dt <> freight_day(b) and freight_billed_qty(c.booking_id, c.line_no) = 0
    group by b.booking_id order by b.booking_id`)
  if (found.length === 0) return undefined
  const names = found.map((row) => row.names).join(', ')
  return label(
    `다른 출항일의 단가로 계산한 운임이 있습니다: ${names}. 운임을 다시 계산하세요.`,
    `Charges were rated for another departure date: ${names}. Rate the booking again.`,
  )
}
