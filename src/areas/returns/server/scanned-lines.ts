import sql from 'sql-template-tag'
import { label } from '#kernel/label.ts'
import { isMovementInEffect } from '#areas/inventory/server/reverse-movements.ts'
import { matchesAnyItem, readGtins } from '#areas/master/server/item-code.ts'
import type { SaveCall, SaveRow } from '#server/engine/handler.ts'

export interface ScannedLine extends Record<string, unknown> {
  readonly no: number
  readonly receipt_no: string
  readonly line_no: number
  readonly owner_cd: string
  readonly stock_cd: string
  readonly stock_nm: string
  readonly shipment_no: string | null
  readonly cell_cd: string | null
  readonly lot_no: string | null
  readonly valid_dt: string | null
  readonly order_qty: number
  readonly receive_qty: number
  readonly factor: number
  readonly rivals: string[] | null
  readonly is_own: boolean
  /** Whether the item requires serials at every posting, so the line is one of its pieces. */
  readonly is_named: boolean
  /** Whether the scan contains the serial of the line. */
  readonly is_serial: boolean
  /** Serial of the line, registered or arrived. */
  readonly serial_no: string | null
  /** Serial scanned without its item, for a line that is still without serial. */
  readonly new_serial: string | null
}

/** Quantity of a scan that belongs to one line. */
export interface ArrivedPart {
  readonly no: number
  readonly line: ScannedLine
  readonly qty: number
}

export const notInReturn = label('이 반품에 없는 품목입니다.', 'This item is not in the return.')

/** Serial that arrived on line `l` and was not cancelled since. */
const arrivedSerial = sql`select s.serial_no from stock_movement m
  join serial_event e using (movement_no) join serial s using (serial_id)
  where m.movement_cd = 'RECEIPT' and m.doc_no = l.receipt_no and m.doc_line = l.line_no
    and ${isMovementInEffect} limit 1`

/** Returns the line of a scan whose serial or own item code matches before those of its boxes. */
export async function scannedLines(call: SaveCall): Promise<Map<number, ScannedLine[]>> {
  const scans = call.rows.map(({ no, values }) => {
    const code = String(values['CODE'])
    const { SERIAL_NO: serial = null, RECEIPT_NO: receipt_no } = values
    return { no, receipt_no, code, serial, ...readGtins(code) }
  })
  const item = matchesAnyItem({ text: sql`r.code`, gtin: sql`r.gtin`, piece: sql`r.piece` })
  const isSerial = sql`coalesce(p.serial_no in (upper(r.code), upper(r.serial)), false)`
  const isNamed = sql`(k.serial_cd = 'ALL')`
  const newSerial = sql`(select n.serial_no from serial n where ${isNamed} and p.serial_no is null
    and (n.owner_cd, n.stock_cd, n.serial_no) = (l.owner_cd, l.stock_cd, upper(r.code)))`
  const found = await call.tx.query<ScannedLine>(sql`
    select r.no, l.receipt_no, l.line_no, l.owner_cd, l.stock_cd, k.stock_nm, h.shipment_no,
      l.cell_cd, l.lot_no, to_char(l.valid_dt, 'YYYYMMDD') valid_dt, l.order_qty - l.reject_qty order_qty,
      l.receive_qty, case when ${isSerial} or w.new_serial is not null then 1
        else ${item.factor} end factor,
      ${item.rivals} rivals, ${item.own} is_own, ${isSerial} is_serial, ${isNamed} is_named,
      p.serial_no, w.new_serial
    from jsonb_to_recordset(${JSON.stringify(scans)}::jsonb) as r(no integer, receipt_no text,
      code text, serial text, gtin text, piece text)
    join receipt h on h.receipt_no = r.receipt_no
    join receipt_line l on l.receipt_no = r.receipt_no
    join stock k on k.owner_cd = l.owner_cd and k.stock_cd = l.stock_cd
    cross join lateral (select coalesce(l.serial_no, case when ${isNamed} then (${arrivedSerial}) end)
      serial_no) p
    cross join lateral (select ${newSerial} new_serial) w
    where ${isSerial} or w.new_serial is not null or ${item.any}
      and not (${isNamed} and r.serial is not null and p.serial_no is not null)
    order by r.no, ${isSerial} desc, l.line_no`)
  const byRow = Map.groupBy(found, ({ no }) => no)
  for (const [no, lines] of byRow) {
    const serials = lines.filter((line) => line.is_serial)
    const unnamed = lines.filter((line) => line.new_serial !== null)
    const own = lines.filter((line) => line.is_own)
    if (serials.length > 0) byRow.set(no, serials)
    else if (unnamed.length > 0) byRow.set(no, unnamed)
    else if (own.length > 0) byRow.set(no, own)
  }
  return byRow
}

export const isUndo = ({ values }: SaveRow): boolean => Number(values['QTY']) < 0
