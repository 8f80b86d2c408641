import sql from 'sql-template-tag'
import { label, type Label } from '#kernel/label.ts'
import { serialTexts } from '#areas/inventory/server/serial-errors.ts'
import { invalidRows } from '#server/base/app-error.ts'
import type { SaveCall, SaveRow } from '#server/engine/handler.ts'

export const packSerialTexts = {
  packed: (box: string): Label =>
    label(
      `이미 포장한 시리얼입니다(${box}). 다음 시리얼을 스캔하세요.`,
      `This serial is already packed (${box}). Scan the next one.`,
    ),
  notInBox: label('이 박스에 없는 시리얼입니다.', 'This serial is not in this box.'),
} as const

/** A serial of a shipment line and the box it was packed into, if any. */
export interface PackedSerial {
  readonly line_no: number
  readonly serial: string | null
  readonly packed_in: string | null
}

/** Throws unless the scan adds the one piece of the serial to the box, or removes it. */
export function assertSerialFits(row: SaveRow, { serial, packed_in }: PackedSerial): void {
  if (serial === null) return
  const qty = Number(row.values['QTY'])
  const reject = (text: Label, column = 'CODE') => invalidRows([{ row: row.no, text, column }])
  if (Math.abs(qty) !== 1) throw reject(serialTexts.onePiece, 'QTY')
  if (qty > 0 && packed_in !== null) throw reject(packSerialTexts.packed(packed_in))
  if (qty < 0 && packed_in !== row.values['BOX_NO']) throw reject(packSerialTexts.notInBox)
}

/**
 * Stores the box of a scanned serial. After pieces were removed by their item code, clears the
 * serials that exceed the pieces in the box.
 */
export async function storePacked(
  { tx }: SaveCall,
  row: SaveRow,
  { line_no, serial }: PackedSerial,
): Promise<void> {
  const { SHIPMENT_NO: number, BOX_NO: box } = row.values
  const isAdded = Number(row.values['QTY']) > 0
  if (serial !== null) {
    await tx.execute(sql`
      update shipment_match set packed_in = ${isAdded ? box : null}
      where shipment_no = ${number} and line_no = ${line_no} and match_no = ${serial}`)
  }
  if (isAdded) return
  await tx.execute(sql`
    update shipment_match m set packed_in = null
    from (select x.line_no, x.match_no, coalesce(b.qty, 0) qty,
        row_number() over (partition by x.line_no order by x.match_no) turn
      from shipment_match x
      left join shipment_box_line b on b.shipment_no = x.shipment_no and b.line_no = x.line_no
        and b.box_no = x.packed_in
      where x.shipment_no = ${number} and x.packed_in = ${box}) n
    where n.turn > n.qty and m.shipment_no = ${number} and m.line_no = n.line_no
      and m.match_no = n.match_no`)
}
