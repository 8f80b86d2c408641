import sql from 'sql-template-tag'
import { formatCount } from '#kernel/format-count.ts'
import { label } from '#kernel/label.ts'
import { conflictingRows, type RowError } from '#server/base/app-error.ts'
import type { SaveCall } from '#server/engine/handler.ts'
import { unpackedLines } from './packing.ts'
import { toAllocatable } from './allocatable-stock.ts'

/** Rejects shipments that would leave incomplete although partial shipping is not allowed. */
export async function rejectPartial(call: SaveCall): Promise<void> {
  const named = call.rows.map((row) => String(row.values['SHIPMENT_NO']))
  const found = await call.tx.query<{ shipment_no: string }>(sql`
    select shipment_no from shipment s
    where shipment_no = any(${named}::text[]) and partial_yn = 'N' and exists (
      select from shipment_line l join stock k using (owner_cd, stock_cd)
      where l.shipment_no = s.shipment_no and l.pick_qty < ${toAllocatable(sql`l.order_qty`)})`)
  const numbers = new Set(found.map((row) => row.shipment_no))
  const text = label(
    '부분출고가 허용되지 않는 출고입니다. 부족한 행을 할당·피킹하거나 피킹을 취소하세요.',
    'Partial shipment is not allowed. Allocate and pick the rest, or cancel the pick.',
  )
  const errors = call.rows.flatMap(({ no, values }): RowError[] => {
    return numbers.has(String(values['SHIPMENT_NO'])) ? [{ row: no, column: 'STATE_CD', text }] : []
  })
  if (errors.length) throw conflictingRows(errors)
}

/**
 * Rejects shipments with boxes that do not hold all picked stock, because their packing list would
 * be wrong.
 */
export async function rejectHalfPacked(call: SaveCall): Promise<void> {
  const named = call.rows.map((row) => String(row.values['SHIPMENT_NO']))
  const found = await call.tx.query<{ shipment_no: string; lines: number }>(sql`
    select s.shipment_no, ${unpackedLines} lines from shipment s
    where s.shipment_no = any(${named}::text[])
      and exists (select from shipment_box_line x where x.shipment_no = s.shipment_no)
      and (s.packed_at is null or ${unpackedLines} > 0)`)
  const openLines = new Map(found.map((row) => [row.shipment_no, row.lines]))
  const errors = call.rows.flatMap(({ no, values }): RowError[] => {
    const lines = openLines.get(String(values['SHIPMENT_NO']))
    if (lines === undefined) return []
    const text = label(
      `포장이 끝나지 않았습니다(포장하지 않은 행 ${formatCount(lines)}개). 포장을 완료하거나 취소하세요.`,
      `Packing is not finished (${formatCount(lines, 'line')} not packed). Finish or cancel it.`,
    )
    return [{ row: no, column: 'STATE_CD', text }]
  })
  if (errors.length) throw conflictingRows(errors)
}
