import sql, { type Sql } from 'sql-template-tag'
import { label, type Label } from '#kernel/label.ts'
import { isVisibleWarehouse, toShownName } from '#server/auth/visible-names.ts'
import { invalidRows, type RowError } from '#server/base/app-error.ts'
import type { SaveCall, SaveResult } from '#server/engine/handler.ts'

interface RepeatedContainer extends Record<string, unknown> {
  readonly id: string
  readonly container: string
  readonly line: number
  /** Visible number of the other booking; null if both lines belong to the same booking. */
  readonly other: string | null
  readonly is_same: boolean
  /** Whether one of the bookings does not mark the container as shared. */
  readonly is_unshared: boolean
}

const containerTwice = label('같은 컨테이너가 중복되었습니다.', 'The same container appears twice.')

/**
 * Finds containers that conflict with another row. Shippers number their own containers as they
 * like, so those are compared only if shared. Serializes concurrent saves of a container.
 * Conflicts:
 * - listed twice on one of the bookings
 * - on another booking of the voyage and not marked as shared on both
 * - shared, but counted on both bookings
 */
async function findRepeated(call: SaveCall, ids: readonly string[]): Promise<RepeatedContainer[]> {
  await call.tx.query(sql`
    select pg_advisory_xact_lock(hashtextextended('booking ' || cntr_no, 0)) from (
      select distinct cntr_no from booking_container
      where booking_id = any(${[...ids]}::text[]) and cntr_no is not null order by cntr_no) c`)
  return call.tx.query<RepeatedContainer>(sql`
    select c.booking_id id, c.line_no line, c.cntr_no container,
      x.booking_id = c.booking_id is_same, 'N' in (c.part_yn, x.part_yn) is_unshared,
      min(x.booking_id) filter (where ${isVisibleWarehouse('o.wcode', call)}) other
    from booking_container c join booking b using (booking_id)
    join booking_container x on x.cntr_no collate "C" = c.cntr_no collate "C"
    join booking o on o.booking_id = x.booking_id
    where c.booking_id = any(${[...ids]}::text[]) and case when x.booking_id = c.booking_id
      then x.line_no <> c.line_no
      else case when c.part_yn = 'Y' and x.part_yn = 'Y' then c.main_yn = 'Y' and x.main_yn = 'Y'
          else 'Y' not in (c.soc_yn, x.soc_yn) end
        and o.voyage_no = b.voyage_no and o.vessel_cd is not distinct from b.vessel_cd
        and o.state_cd not in ('REJECTED', 'DECLINED', 'CANCELLED') end
    group by 1, 2, 3, 4, 5 order by 1, 2`)
}

function unsharedText(unshared: readonly RepeatedContainer[]): Label | undefined {
  const names = unshared.map(({ container, other }) => {
    const { ko, en } = toShownName(other)
    return label(`${container} (${ko})`, `${container} (${en})`)
  })
  if (names.length === 0) return undefined
  const [ko, en] = [names.map((name) => name.ko), names.map((name) => name.en)]
  return label(
    `같은 항차의 다른 부킹에도 있는 컨테이너입니다: ${ko.join(', ')}. 함께 싣는다면 두 부킹 모두 공동적재로 지정하세요. 지정하지 않으면 운임이 두 번 계산됩니다.`,
    `Containers also on another booking of the voyage: ${en.join(', ')}. If both share them, mark them as shared on both, or they are charged twice.`,
  )
}

function countedElsewhereText(other: string | null): Label {
  const { ko, en } = toShownName(other)
  return label(
    `부킹 ${ko}에서 이미 주 부킹으로 계산하는 공동적재 컨테이너입니다. 한 부킹만 주 부킹으로 지정하세요.`,
    `The shared container already counts on booking ${en}. Mark only one booking as its main booking.`,
  )
}

const isValid = (alias: Sql) => sql`${alias}.state_cd not in ('REJECTED', 'DECLINED', 'CANCELLED')`

/**
 * Warning of shared containers of the bookings, or of others with which they share one, that no
 * valid booking of the voyage counts any more. Containers shared with another forwarder are on one
 * booking only, and are not named.
 */
export async function warnOfUncountedContainers(
  call: SaveCall,
  ids: readonly string[],
): Promise<Label | undefined> {
  const found = await call.tx.query<{ container: string; booking: string | null }>(sql`
    with voyages as (
      select distinct c.cntr_no, b.voyage_no, b.vessel_cd from booking_container c
      join booking b using (booking_id)
      where c.booking_id = any(${[...ids]}::text[]) and c.cntr_no is not null and c.part_yn = 'Y'),
    lines as (
      select v.cntr_no, b.booking_id, b.wcode, ${isValid(sql`b`)} is_valid,
        ${isValid(sql`b`)} and (c.part_yn = 'N' or c.main_yn = 'Y') counts
      from voyages v join booking_container c on c.cntr_no collate "C" = v.cntr_no collate "C"
      join booking b on b.booking_id = c.booking_id and b.voyage_no is not distinct from v.voyage_no
        and b.vessel_cd is not distinct from v.vessel_cd)
    select cntr_no container, min(booking_id) filter (where is_valid
      and ${isVisibleWarehouse('lines.wcode', call)}) booking
    from lines group by 1
    having bool_or(is_valid) and not bool_or(counts) and count(distinct booking_id) > 1 order by 1`)
  if (found.length === 0) return undefined
  const names = found.map(({ container, booking }) => {
    const { ko, en } = toShownName(booking)
    return label(`${container} (${ko})`, `${container} (${en})`)
  })
  const [ko, en] = [names.map((name) => name.ko), names.map((name) => name.en)]
  return label(
    `운임을 계산하는 부킹이 없는 공동적재 컨테이너입니다: ${ko.join(', ')}. 부킹 하나를 주 부킹으로 지정하세요.`,
    `These shared containers have no booking to be charged on: ${en.join(', ')}. Mark one booking as the main one.`,
  )
}

/** Saved row of a booking: its header if `line` is missing, otherwise a line. */
export interface SavedBookingRow {
  readonly row: number
  readonly id: string
  readonly line?: number
}

/**
 * Throws for containers that are certainly charged twice. Reports them on their line, or on the
 * voyage if only the header was saved. Returns a warning of containers that two bookings do not
 * share.
 */
export async function rejectRepeatedContainers(
  call: SaveCall,
  saved: readonly SavedBookingRow[],
): Promise<Label | undefined> {
  const found = await findRepeated(call, [...new Set(saved.map(({ id }) => id))])
  const isWarned = (container: RepeatedContainer) => container.is_unshared && !container.is_same
  const errors = found.flatMap((repeated): RowError[] => {
    if (isWarned(repeated)) return []
    const { id, line, is_same: isSame, other } = repeated
    const own = saved.filter((row) => row.id === id)
    const at = own.find((row) => row.line === line) ?? own.find((row) => row.line === undefined)
    if (!at) return []
    if (isSame) return [{ row: at.row, column: 'CNTR_NO', text: containerTwice }]
    const column = at.line === undefined ? 'VOYAGE_NO' : 'MAIN_YN'
    return [{ row: at.row, column, text: countedElsewhereText(other) }]
  })
  if (errors.length > 0) throw invalidRows(errors)
  const warnings = [
    unsharedText(found.filter(isWarned)),
    await warnOfUncountedContainers(
      call,
      saved.map(({ id }) => id),
    ),
  ].filter((text) => text !== undefined)
  if (warnings.length === 0) return undefined
  return label(warnings.map(({ ko }) => ko).join(' '), warnings.map(({ en }) => en).join(' '))
}

/** Adds a warning to the message of a save. */
export function withWarning(result: SaveResult, warning: Label | undefined): SaveResult {
  if (!warning) return result
  const { ko = '', en = '' } = result.message ?? {}
  return {
    ...result,
    message: label(`${ko} ${warning.ko}`.trim(), `${en} ${warning.en}`.trim()),
    warns: true,
  }
}
