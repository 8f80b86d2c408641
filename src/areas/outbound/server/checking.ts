import sql from 'sql-template-tag'
import { label } from '#kernel/label.ts'
import { badRows, conflictingRows, type RowError } from '#server/engine/app-error.ts'
import { handleProcedure, type SaveCall, type SaveRow } from '#server/engine/handler.ts'
import { checkScan, finishCheck } from '../operations/shipping.ts'
import { lockShipments } from './lock-shipments.ts'

interface CheckLine extends Record<string, unknown> {
  line_no: number
  stock_cd: string
  stock_nm: string
  pick_qty: number
  check_qty: number
}

export const checkScanHandler = handleProcedure(checkScan, async (call) => {
  await lockShipments(call, ['40'])
  const row = call.rows[0] as SaveRow
  const number = String(row.values['SHIPMENT_NO'])
  const code = String(row.values['CODE'])
  const qty = Number(row.values['QTY'])
  const lines = await call.tx.query<CheckLine>(sql`
    select l.line_no, l.stock_cd, k.stock_nm, l.pick_qty, l.check_qty
    from shipment_line l join stock k on k.owner_cd = l.owner_cd and k.stock_cd = l.stock_cd
    where l.shipment_no = ${number} and l.pick_qty > 0 and ${code} in (k.stock_cd, k.barcode)
    order by l.line_no`)
  if (lines.length === 0) {
    throw refuse(row, label('이 출고에 없는 품목입니다.', 'This item is not in the shipment.'))
  }
  const line = lines.find((one) => fits(one, qty))
  if (!line) {
    throw refuse(
      row,
      label(
        '수량을 넘었습니다. 이미 모두 검수한 품목입니다.',
        'Surplus: this item is fully checked.',
      ),
    )
  }
  const [counted] = await call.tx.query<{ check_qty: number }>(sql`
    update shipment_line set check_qty = check_qty + ${qty}::numeric
    where shipment_no = ${number} and line_no = ${line.line_no} returning check_qty`)
  return {
    rows: [
      {
        ROW: row.no,
        SHIPMENT_NO: number,
        LINE_NO: line.line_no,
        STOCK_CD: line.stock_cd,
        STOCK_NM: line.stock_nm,
        PICK_QTY: line.pick_qty,
        CHECK_QTY: counted?.check_qty ?? null,
      },
    ],
  }
})

/** Quantities have three decimals at most, so thousandths compare exactly. */
function fits(line: CheckLine, qty: number): boolean {
  const after = Math.round(line.check_qty * 1000) + Math.round(qty * 1000)
  return after >= 0 && after <= Math.round(line.pick_qty * 1000)
}

function refuse(row: SaveRow, text: { ko: string; en: string }): Error {
  return badRows([{ row: row.no, text, column: 'CODE' }])
}

export const finishCheckHandler = handleProcedure(finishCheck, async (call: SaveCall) => {
  const numbers = await lockShipments(call, ['40'])
  const open = await call.tx.query<{ shipment_no: string; n: number }>(sql`
    select shipment_no, count(*) n from shipment_line
    where shipment_no = any(${numbers}::text[]) and check_qty < pick_qty group by 1`)
  const left = new Map(open.map((row) => [row.shipment_no, row.n]))
  const errors = call.rows.flatMap((row): RowError[] => {
    const n = left.get(String(row.values['SHIPMENT_NO']))
    const text = label(
      `아직 검수하지 않은 행이 ${n}개 있습니다.`,
      `${n} lines are not checked yet.`,
    )
    return n === undefined ? [] : [{ row: row.no, text }]
  })
  if (errors.length) throw conflictingRows(errors)
  await call.tx.execute(sql`
    update shipment set checked_at = now() where shipment_no = any(${numbers}::text[])`)
  return {
    rows: call.rows.map((row) => ({ ROW: row.no, STATE_CD: '50' })),
    message: label(
      `${numbers.length}건의 검수를 마쳤습니다.`,
      `${numbers.length} shipments checked.`,
    ),
  }
})
