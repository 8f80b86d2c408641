import sql from 'sql-template-tag'
import { label } from '#kernel/label.ts'
import { isVisiblePlace, toShownName } from '#server/auth/visible-names.ts'
import { badRows, type RowError } from '#server/base/app-error.ts'
import type { SaveCall } from '#server/engine/handler.ts'

interface Repeated extends Record<string, unknown> {
  readonly id: string
  readonly line: number
  /** Visible number of the other booking; null if both lines are of one booking. */
  readonly other: string | null
  readonly is_same: boolean
}

const twice = label('같은 컨테이너가 중복되었습니다.', 'The same container appears twice.')

/**
 * Containers that are twice on one of the bookings, or shared with another booking of the voyage and
 * counted on both. Serializes concurrent saves of a container.
 */
async function findRepeated(call: SaveCall, ids: readonly string[]): Promise<Repeated[]> {
  await call.tx.query(sql`
    select pg_advisory_xact_lock(hashtextextended('booking ' || cntr_no, 0)) from (
      select distinct cntr_no from booking_container
      where booking_id = any(${[...ids]}::text[]) and cntr_no is not null order by cntr_no) c`)
  return call.tx.query<Repeated>(sql`
    select c.booking_id id, c.line_no line, bool_or(x.booking_id = c.booking_id) is_same,
      min(x.booking_id) filter (where ${isVisiblePlace('o.wcode', call)}) other
    from booking_container c join booking b using (booking_id)
    join booking_container x on x.cntr_no collate "C" = c.cntr_no collate "C"
    join booking o on o.booking_id = x.booking_id
    where c.booking_id = any(${[...ids]}::text[]) and case when x.booking_id = c.booking_id
      then x.line_no <> c.line_no
      else c.part_yn = 'Y' and x.part_yn = 'Y' and c.main_yn = 'Y' and x.main_yn = 'Y'
        and o.voyage_no = b.voyage_no and o.vessel_cd is not distinct from b.vessel_cd
        and o.state_cd not in ('REJECTED', 'DECLINED', 'CANCELLED') end
    group by 1, 2 order by 1, 2`)
}

/** A saved header, without `line`, or a saved line of a booking. */
export interface SavedBookingRow {
  readonly row: number
  readonly id: string
  readonly line?: number
}

/**
 * Throws for containers that would be charged twice. Reports them at their line, or at the voyage if
 * only the header was saved.
 */
export async function rejectRepeatedContainers(
  call: SaveCall,
  saved: readonly SavedBookingRow[],
): Promise<void> {
  const found = await findRepeated(call, [...new Set(saved.map(({ id }) => id))])
  const errors = found.flatMap(({ id, line, is_same: isSame, other }): RowError[] => {
    const own = saved.filter((each) => each.id === id)
    const at = own.find((each) => each.line === line) ?? own.find((each) => each.line === undefined)
    if (!at) return []
    if (isSame) return [{ row: at.row, column: 'CNTR_NO', text: twice }]
    const { ko, en } = toShownName(other)
    const text = label(
      `부킹 ${ko}에서 이미 주 부킹으로 계산하는 공동적재 컨테이너입니다. 한 부킹에서만 주 부킹으로 하세요.`,
      `The shared container already counts on booking ${en}. Only one can be its main booking.`,
    )
    return [{ row: at.row, column: at.line === undefined ? 'VOYAGE_NO' : 'MAIN_YN', text }]
  })
  if (errors.length > 0) throw badRows(errors)
}
