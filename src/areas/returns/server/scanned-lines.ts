import sql from 'sql-template-tag'
import { label } from '#kernel/label.ts'
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
}

/** Quantity of a scan that belongs to one line. */
export interface ArrivedPart {
  readonly no: number
  readonly line: ScannedLine
  readonly qty: number
}

export const notInReturn = label('이 반품에 없는 품목입니다.', 'This item is not in the return.')

/** Returns the line of a scan whose serial or own item code matches before those of its boxes. */
export async function scannedLines(call: SaveCall): Promise<Map<number, ScannedLine[]>> {
  const scans = call.rows.map(({ no, values }) => {
    const code = String(values['CODE'])
    const { SERIAL_NO: serial = null, RECEIPT_NO: receipt_no } = values
    return { no, receipt_no, code, serial, ...readGtins(code) }
  })
  const item = matchesAnyItem({ text: sql`r.code`, gtin: sql`r.gtin`, piece: sql`r.piece` })
  const isSerial = sql`coalesce(l.serial_no in (upper(r.code), upper(r.serial)), false)`
  const found = await call.tx.query<ScannedLine & { is_serial: boolean }>(sql`
    select r.no, l.receipt_no, l.line_no, l.owner_cd, l.stock_cd, k.stock_nm, h.shipment_no,
      l.cell_cd, l.lot_no, to_char(l.valid_dt, 'YYYYMMDD') valid_dt, l.order_qty - l.reject_qty order_qty,
      l.receive_qty, case when ${isSerial} then 1 else ${item.factor} end factor,
      ${item.rivals} rivals, ${item.own} is_own, ${isSerial} is_serial
    from jsonb_to_recordset(${JSON.stringify(scans)}::jsonb) as r(no integer, receipt_no text,
      code text, serial text, gtin text, piece text)
    join receipt h on h.receipt_no = r.receipt_no
    join receipt_line l on l.receipt_no = r.receipt_no
    join stock k on k.owner_cd = l.owner_cd and k.stock_cd = l.stock_cd
    where ${item.any} or ${isSerial}
    order by r.no, ${isSerial} desc, l.line_no`)
  const byRow = Map.groupBy(found, ({ no }) => no)
  for (const [no, lines] of byRow) {
    const serials = lines.filter((line) => line.is_serial)
    const own = lines.filter((line) => line.is_own)
    if (serials.length > 0) byRow.set(no, serials)
    else if (own.length > 0) byRow.set(no, own)
  }
  return byRow
}

export const isUndo = ({ values }: SaveRow): boolean => Number(values['QTY']) < 0
