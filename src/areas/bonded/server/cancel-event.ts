import sql from 'sql-template-tag'
import { formatDate } from '#kernel/date-format.ts'
import { formatCount } from '#kernel/format-count.ts'
import { label, type Label } from '#kernel/label.ts'
import { conflictingRows, type RowError } from '#server/base/app-error.ts'
import { handleProcedure, type SaveCall } from '#server/engine/handler.ts'
import { recordsetSql } from '#server/engine/table-save.ts'
import { cancelEvent } from '../operations/keeping.ts'
import { cargoStepFrom } from '../rules/cargo-status.ts'
import { lockCargos } from './lock-cargos.ts'

export const nothingToCancel = label('취소할 기록이 없습니다.', 'There is no record to cancel.')

interface LastEvent extends Record<string, unknown> {
  no: number
  event_id: number
  event_cd: string
  event_dt: string
  months: number | null
  basis_no: string
}

/** Latest valid events of the rows. A cargo that is listed twice yields its latest two. */
function findLastEvents(call: SaveCall): Promise<LastEvent[]> {
  const given = recordsetSql(cancelEvent.input, ['BOND_NO', 'EVENT_CD'], call.rows)
  return call.tx.query<LastEvent>(sql`
    with wanted as (
      select r.no, r.bond_no, r.event_cd,
        row_number() over (partition by r.bond_no, r.event_cd order by r.no) place
      from ${given}),
    valid as (
      select e.event_id, e.bond_no, e.event_cd, e.event_dt, e.months, e.basis_no,
        row_number() over (partition by e.bond_no, e.event_cd order by e.event_id desc) place
      from bonded_event e
      where e.bond_no in (select bond_no from wanted) and e.reverses_id is null
        and not exists (select from bonded_event x where x.reverses_id = e.event_id))
    select w.no, v.event_id, v.event_cd, v.event_dt, v.months, v.basis_no
    from wanted w join valid v using (bond_no, event_cd, place) order by v.event_id desc`)
}

function describeEvent({ event_cd: kind, event_dt, months, basis_no: basis }: LastEvent): Label {
  if (kind === 'EXTEND') {
    const count = Number(months)
    return label(
      `연장 ${formatCount(count)}개월(${basis})`,
      `Extension of ${formatCount(count, 'month')} (${basis})`,
    )
  }
  const day = formatDate(event_dt)
  return label(`반출통고 ${day}(${basis})`, `Removal notice of ${day} (${basis})`)
}

function eventCancelledText(events: readonly LastEvent[]): Label {
  const [first] = events
  if (first && events.length === 1) {
    const { ko, en } = describeEvent(first)
    return label(`${ko}을 취소했습니다.`, `${en} cancelled.`)
  }
  return label(
    `기록 ${formatCount(events.length)}건을 취소했습니다.`,
    `${formatCount(events.length, 'record')} cancelled.`,
  )
}

export const cancelEventHandler = handleProcedure(cancelEvent, async (call) => {
  const notInStorage = label('보관 중인 화물이 아닙니다.', 'This cargo is not in storage.')
  await lockCargos(call, cargoStepFrom.keep, notInStorage)
  const events = await findLastEvents(call)
  const found = new Set(events.map(({ no }) => no))
  const errors = call.rows.flatMap(({ no: row }): RowError[] =>
    found.has(row) ? [] : [{ row, column: 'EVENT_CD', text: nothingToCancel }],
  )
  if (errors.length) throw conflictingRows(errors)
  const reasons = new Map(call.rows.map(({ no, values }) => [no, String(values['REASON'])]))
  const given = events.map(({ no, event_id }) => ({ event_id, remark: reasons.get(no) }))
  await call.tx.execute(sql`
    insert into bonded_event (wcode, owner_cd, bond_no, event_cd, event_dt, months, basis_no,
      remark, reverses_id, user_id)
    select e.wcode, e.owner_cd, e.bond_no, e.event_cd, ${call.today}, -e.months, e.basis_no,
      g.remark, e.event_id, ${call.userId}
    from jsonb_to_recordset(${JSON.stringify(given)}::jsonb) as g(event_id bigint, remark text)
    join bonded_event e using (event_id) order by e.event_id desc`)
  return { rows: call.rows.map((row) => ({ ROW: row.no })), message: eventCancelledText(events) }
})
