import sql from 'sql-template-tag'
import { reverseMovements, isMovementInEffect } from '#areas/inventory/server/reverse-movements.ts'
import { withNotices } from '#areas/inventory/server/with-notices.ts'
import { formatCount } from '#kernel/format-count.ts'
import { josa } from '#kernel/josa.ts'
import { label } from '#kernel/label.ts'
import { conflictingRows, type RowError } from '#server/base/app-error.ts'
import { handleProcedure, handleQuery, type SaveCall } from '#server/engine/handler.ts'
import { recordsetSql } from '#server/engine/table-save.ts'
import { cancelArrival, arrivalLines } from '../operations/cargo.ts'
import { cancelRelease, releaseLines } from '../operations/release.ts'
import { cancelDirectShipments, type ReleaseDocument } from './direct-shipment.ts'
import { reverseLines } from './register-lines.ts'
import { correctedLines, isValidLine } from './unpacked-quantities.ts'
import { lockCargosByNumber } from './lock-cargos.ts'

const lineStatus = sql`case when l.reverses_id is not null then 'REVERSAL'
  when exists (select from bonded_line x where x.reverses_id = l.line_id) then 'REVERSED'
  when exists (select from bonded_line x where x.corrects_id = l.line_id) then 'CORRECTED'
  when l.corrects_id is not null then 'CORRECTION' else 'STANDS' end`

const lineColumns = sql`l.line_id, l.wcode, l.owner_cd, l.bond_no,
  l.direction_cd, l.register_year::text register_year, l.register_no, l.report_no, l.type_cd, l.split_cd, l.split_seq,
  l.basis_id, l.basis_no, l.done_at, l.pkg_qty, l.kg, l.vehicle_no, l.person_nm,
  l.seal_no, l.leave_cd, l.fault_cd, l.fault_pkg_qty, l.fault_kg, l.fault_no, l.remark,
  l.reverses_id::text reverses_id, l.corrects_id::text corrects_id, l.approval_no, l.doc_no,
  l.user_id, ${lineStatus} standing_cd, c.cargo_no, c.mbl_no, c.hbl_no, c.goods_nm`

export const arrivalLinesHandler = handleQuery(
  arrivalLines,
  'v.register_year desc, v.register_no desc',
  () => sql`
    select ${lineColumns}, u.qty unpack_qty, null::text reason,
      case when not (${isValidLine}) then null
        when l.split_seq < c.in_seq then 'LATER'
        when c.clear_pkg_qty > c.in_pkg_qty - l.pkg_qty then 'CLEARED' end blocked_cd
    from bonded_line l join bonded_cargo c using (bond_no)
    left join lateral (select sum(case when reverses_id is null then qty else -qty end) qty
      from bonded_unpack u where u.line_id in ${correctedLines}) u on true
    where l.direction_cd = 'IN'`,
)

export const releaseLinesHandler = handleQuery(
  releaseLines,
  'v.register_year desc, v.register_no desc',
  () => sql`
    select ${lineColumns}, g.qty, g.gone ship_qty, null::text reason,
      c.in_pkg_qty - w.pkgs rest_pkg_qty, c.in_kg - w.kgs rest_kg,
      case when not (${isValidLine}) then null
        when l.split_seq < s.out_seq then 'LATER'
        when l.leave_cd = 'SHIP' and g.gone > g.others then 'GONE' end blocked_cd
    from bonded_line l join bonded_cargo c using (bond_no) join bonded_basis s using (basis_id)
    left join lateral (
      select sum(o.qty) qty, max(t.left_qty) gone, max(t.filed_qty - o.qty) others
      from bonded_out_goods o
      join customs_goods t on (t.wcode, t.cargo_no, t.owner_cd, t.stock_cd)
        = (c.wcode, c.cargo_no, o.owner_cd, o.stock_cd)
      where o.line_id = l.line_id) g on true
    left join lateral (
      select sum(case when x.reverses_id is null then x.pkg_qty else -x.pkg_qty end
          - coalesce(p.pkg_qty, 0)) pkgs,
        sum(case when x.reverses_id is null then x.kg else -x.kg end - coalesce(p.kg, 0)) kgs
      from bonded_line x left join bonded_line p on p.line_id = x.corrects_id
      where x.bond_no = l.bond_no and x.direction_cd = 'OUT' and x.line_id <= l.line_id) w on true
    where l.direction_cd = 'OUT'`,
)

interface LockedLine extends Record<string, unknown> {
  line_id: number
  bond_no: string
  leave_cd: string | null
  doc_no: string | null
}

/** Locks the cargos of the rows' lines and reads the valid lines. Throws if one is missing. */
async function lockLines(
  call: SaveCall,
  direction: 'IN' | 'OUT',
): Promise<Map<number, LockedLine>> {
  const ids = call.rows.map((row) => Number(row.values['LINE_ID']))
  const { wcode, owners } = call.scope
  await lockCargosByNumber(
    call,
    sql`select bond_no from bonded_line where line_id = any(${ids}::bigint[])`,
  )
  const found = await call.tx.query<LockedLine>(sql`
    select l.line_id, l.bond_no, l.leave_cd, coalesce(l.doc_no, p.doc_no) doc_no
    from bonded_line l left join bonded_line p on p.line_id = l.corrects_id
    where l.line_id = any(${ids}::bigint[]) and l.direction_cd = ${direction} and l.wcode = ${wcode}
      and (${owners === null} or l.owner_cd = any(${[...(owners ?? [])]}::text[]))
      and ${isValidLine}`)
  const lines = new Map(found.map((line) => [line.line_id, line]))
  const seen = new Set<number>()
  const errors = call.rows.flatMap((row): RowError[] => {
    const id = Number(row.values['LINE_ID'])
    const isThere = lines.has(id) && !seen.has(id)
    seen.add(id)
    const text = label('이미 취소되었거나 정정된 신고입니다.', 'Already cancelled or corrected.')
    return isThere ? [] : [{ row: row.no, column: 'LINE_ID', text }]
  })
  if (errors.length) throw conflictingRows(errors)
  return lines
}

function readReversals(call: SaveCall) {
  return call.rows.map((row) => ({
    line_id: Number(row.values['LINE_ID']),
    reason: String(row.values['REASON'] ?? ''),
  }))
}

interface UnpackedReceipt extends Record<string, unknown> {
  bond_no: string
  receipt_no: string
  receipt_line: number
}

/** Reverses the unpacking of arrivals, first in the register and then in the ledger. */
async function restorePackages(
  call: SaveCall,
  lines: ReadonlyMap<number, LockedLine>,
): Promise<void> {
  // Stock can have been unpacked from a line that was corrected later, so follow the corrections
  // back.
  const undone = await call.tx.query<UnpackedReceipt>(sql`
    insert into bonded_unpack (bond_no, item_no, line_id, receipt_no, receipt_line, owner_cd,
      stock_cd, pkg_qty, qty, reverses_id, user_id)
    select u.bond_no, u.item_no, u.line_id, u.receipt_no, u.receipt_line, u.owner_cd, u.stock_cd,
      u.pkg_qty, u.qty, u.unpack_id, ${call.userId}
    from bonded_unpack u
    where u.line_id in (
        with recursive chain as (
          select line_id, corrects_id from bonded_line
          where line_id = any(${[...lines.keys()]}::bigint[])
          union all select p.line_id, p.corrects_id from bonded_line p
          join chain c on p.line_id = c.corrects_id)
        select line_id from chain)
      and u.reverses_id is null
      and not exists (select from bonded_unpack x where x.reverses_id = u.unpack_id)
    returning bond_no, receipt_no, receipt_line`)
  if (undone.length === 0) return
  const reasons = new Map(
    readReversals(call).map((reversal) => [lines.get(reversal.line_id)?.bond_no, reversal.reason]),
  )
  const movements = await call.tx.query<{ movement_no: number; bond_no: string }>(sql`
    select m.movement_no, r.bond_no from stock_movement m
    join jsonb_to_recordset(${JSON.stringify(undone)}::jsonb)
      as r(bond_no text, receipt_no text, receipt_line integer)
      on m.doc_no = r.receipt_no and m.doc_line = r.receipt_line
    where m.movement_cd = 'RECEIPT' and ${isMovementInEffect}`)
  await reverseMovements(
    call,
    'OUT',
    movements.map((movement) => ({
      no: 0,
      movementNo: movement.movement_no,
      reason: reasons.get(movement.bond_no) ?? '',
    })),
  )
  const numbers = undone.map((receipt) => receipt.receipt_no)
  await call.tx.execute(sql`
    update receipt r set cancel_yn = 'Y', updated_by = ${call.userId}, updated_at = now()
    where r.receipt_no = any(${numbers}::text[]) and not exists (
      select from receipt_line l where l.receipt_no = r.receipt_no and l.receive_qty > 0)`)
}

export const cancelArrivalHandler = handleProcedure(cancelArrival, async (call) => {
  const lines = await lockLines(call, 'IN')
  await restorePackages(call, lines)
  await reverseLines(call, readReversals(call))
  return {
    rows: call.rows.map((row) => ({ ROW: row.no })),
    message: label(
      `반입 ${formatCount(lines.size)}건을 취소했습니다.`,
      `${formatCount(lines.size, 'arrival')} cancelled.`,
    ),
  }
})

export const cancelReleaseHandler = handleProcedure(cancelRelease, async (call) => {
  const lines = await lockLines(call, 'OUT')
  const documents = (way: string) =>
    call.rows.flatMap(({ no, values }): ReleaseDocument[] => {
      const { leave_cd, doc_no: docNo = null } = lines.get(Number(values['LINE_ID'])) ?? {}
      const reason = String(values['REASON'])
      return leave_cd === way && docNo !== null ? [{ no, docNo, reason }] : []
    })
  await rejectClearedAgain(call)
  const notices = await cancelDirectShipments(call, documents('DIRECT'))
  await restoreBonded(call, documents('STAY'))
  await reverseLines(call, readReversals(call))
  const message = label(
    `반출 ${formatCount(lines.size)}건을 취소했습니다.`,
    `${formatCount(lines.size, 'release')} cancelled.`,
  )
  return withNotices({ rows: call.rows.map((row) => ({ ROW: row.no })), message }, notices)
})

/**
 * Rejects releases of a clearance whose number was reused for the remainder of its cargo. Each
 * number has only one open clearance.
 */
async function rejectClearedAgain(call: SaveCall): Promise<void> {
  const given = recordsetSql(cancelRelease.input, ['LINE_ID'], call.rows)
  const found = await call.tx.query<{ no: number; basis_no: string }>(sql`
    select r.no, b.basis_no from ${given} join bonded_line l on l.line_id = r.line_id::bigint
    join bonded_basis b using (basis_id)
    join bonded_basis o on (o.wcode, o.basis_no) = (b.wcode, b.basis_no)
      and o.basis_id <> b.basis_id
    where o.cancelled_at is null and o.closed_yn = 'N'`)
  const errors = found.map(({ no: row, basis_no: number }) => {
    const ko = `같은 번호로 다시 등록한 수리 ${number}${josa(number, '을/를')} 먼저 취소하세요.`
    const en = `Cancel the clearance entered again under number ${number} first.`
    return { row, column: 'LINE_ID', text: label(ko, en) }
  })
  if (errors.length) throw conflictingRows(errors)
}

/**
 * Turns stock freed by a release back into cleared stock of its cargo. Throws if it has been moved.
 */
async function restoreBonded(call: SaveCall, documents: readonly ReleaseDocument[]): Promise<void> {
  if (documents.length === 0) return
  const numbers = documents.map(({ docNo }) => docNo)
  const reasons = new Map(documents.map(({ docNo, reason }) => [docNo, reason]))
  const movements = await call.tx.query<{ movement_no: number; doc_no: string }>(sql`
    select m.movement_no, m.doc_no from stock_movement m
    where m.movement_cd = 'TRANSFER' and m.doc_no = any(${numbers}::text[]) and ${isMovementInEffect}`)
  await reverseMovements(
    call,
    'CUSTOMS',
    movements.map((movement) => ({
      no: 0,
      movementNo: movement.movement_no,
      reason: reasons.get(movement.doc_no) ?? '',
    })),
  )
}
