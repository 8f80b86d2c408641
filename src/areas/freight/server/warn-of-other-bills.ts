import sql from 'sql-template-tag'
import { label, type Label } from '#kernel/label.ts'
import type { SaveCall } from '#server/engine/handler.ts'
import { billStatus } from '../rules/bill-status.ts'

interface Difference extends Record<string, unknown> {
  readonly number: string
  readonly stated: string
  readonly booked: string
}

/**
 * Warns of valid bills that state another voyage or flight than their booking, or containers that
 * the booking does not have. `bills` limits the bills to those of a step.
 */
export async function warnOfOtherBills(
  { tx }: SaveCall,
  ids: { readonly bookings: readonly string[] } | { readonly bills: readonly string[] },
): Promise<Label | undefined> {
  const named =
    'bills' in ids
      ? sql`t.bill_id = any(${[...ids.bills]}::text[])`
      : sql`t.booking_id = any(${[...ids.bookings]}::text[])`
  const found = await tx.query<Difference>(sql`
    select coalesce(t.bill_no, t.bill_id) number, d.stated, d.booked
    from bill t join booking b using (booking_id)
    left join vessel tv on tv.vessel_cd = t.vessel_cd
    left join vessel bv on bv.vessel_cd = b.vessel_cd
    cross join lateral (
      select concat_ws(' ', tv.vessel_nm, coalesce(t.voyage_no, t.flight_no)) stated,
        concat_ws(' ', bv.vessel_nm, b.voyage_no) booked
      where coalesce(t.voyage_no, t.flight_no) <> b.voyage_no or t.vessel_cd <> b.vessel_cd
      union all
      select string_agg(c.cntr_no, ', ' order by c.line_no), (
        select string_agg(x.cntr_no, ', ' order by x.line_no) from booking_container x
        where x.booking_id = b.booking_id)
      from bill_container c
      where c.bill_id = t.bill_id and not exists (select from booking_container x
        where x.booking_id = b.booking_id and x.cntr_no collate "C" = c.cntr_no collate "C")
        and (select count(*) = count(x.cntr_no) and count(*) > 0 from booking_container x
          where x.booking_id = b.booking_id)
      having count(*) > 0) d
    where ${named} and t.state_cd <> ${billStatus.cancelled}
    order by 1, 2`)
  if (found.length === 0) return undefined
  const names = found
    .map(({ number, stated, booked }) => `${number} (${stated} → ${booked})`)
    .join(', ')
  return label(
    `부킹과 항차·컨테이너가 다른 B/L·AWB가 있습니다: ${names}. B/L·AWB를 정정하거나 부킹을 확인하세요.`,
    `Bills with another voyage or other containers than their booking: ${names}. Amend the bills or check the booking.`,
  )
}

/** Moves the drafts of bookings that state a former voyage, before the bookings get their new one. */
export async function moveDraftsToVoyage({ tx, userId, rows }: SaveCall): Promise<void> {
  const given = rows.map(({ values }) => values)
  await tx.execute(sql`
    update bill t set vessel_cd = case when t.flight_no is null
        then coalesce(r."VESSEL_CD", b.vessel_cd) end,
      voyage_no = case when t.flight_no is null then r."VOYAGE_NO" end,
      flight_no = case when t.flight_no is not null then r."VOYAGE_NO" end,
      version = t.version + 1, updated_by = ${userId}, updated_at = now()
    from jsonb_to_recordset(${JSON.stringify(given)}::jsonb)
      r ("BOOKING_ID" text, "VESSEL_CD" text, "VOYAGE_NO" text)
    join booking b on b.booking_id = r."BOOKING_ID"
    where t.booking_id = b.booking_id and t.state_cd = ${billStatus.draft}
      and coalesce(t.voyage_no, t.flight_no) = b.voyage_no
      and (t.flight_no is not null or t.vessel_cd is not distinct from b.vessel_cd)`)
}
