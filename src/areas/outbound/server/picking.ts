import sql from 'sql-template-tag'
import { label } from '#kernel/label.ts'
import { badRows, type RowError } from '#server/engine/app-error.ts'
import { errorsFor } from '#server/engine/document-save.ts'
import { handleProcedure, handleQuery, type SaveCall } from '#server/engine/handler.ts'
import { recordset } from '#server/engine/table-save.ts'
import { confirmPick, markListed, pickingLines } from '../operations/picking.ts'
import { lockShipments } from './lock-shipments.ts'

export const markListedHandler = handleProcedure(markListed, async (call) => {
  // Printing again is no step: a list that is already out stays as it is.
  const numbers = await lockShipments(call, ['15', '20', '30', '35', '40'])
  await call.tx.execute(sql`
    update shipment set listed_at = now()
    where shipment_no = any(${numbers}::text[]) and listed_at is null`)
  return {
    rows: call.rows.map((row) => ({ ROW: row.no })),
    message: label(
      `${numbers.length}건을 피킹지시했습니다.`,
      `${numbers.length} handed to picking.`,
    ),
  }
})

export const pickingLinesHandler = handleQuery(
  pickingLines,
  'v.zone_seq, v.pick_seq, v.cell_cd, v.stock_cd, v.alloc_id',
  () => sql`
    select a.alloc_id, a.shipment_no, a.line_no, s.wcode, s.owner_cd, s.shipment_dt,
      s.owner_order_no, c.zone_cd, b.cell_cd, z.pick_seq zone_seq, c.pick_seq, b.stock_cd, k.stock_nm, k.barcode,
      lot.lot_no, lot.valid_dt, a.alloc_qty, a.alloc_qty picked_qty, null::text reason
    from allocation a
    join shipment s using (shipment_no)
    join stock_balance b using (balance_id)
    join lot using (lot_id)
    join cell c on c.wcode = b.wcode and c.cell_cd = b.cell_cd
    join zone z on z.wcode = c.wcode and z.zone_cd = c.zone_cd
    join stock k on k.owner_cd = b.owner_cd and k.stock_cd = b.stock_cd
    where a.alloc_qty > 0 and s.state_cd in ('30', '35')`,
)

const pickColumns = Object.keys(confirmPick.input)

export const confirmPickHandler = handleProcedure(confirmPick, async (call) => {
  const given = recordset(confirmPick.input, pickColumns, call.rows)
  const numbers = await lockPicked(call)
  const tooMuch = await call.tx.query<{ no: number }>(sql`
    select r.no from ${given} join allocation a on a.alloc_id = r.alloc_id
    where r.picked_qty > a.alloc_qty`)
  const unexplained = await call.tx.query<{ no: number }>(sql`
    select r.no from ${given} join allocation a on a.alloc_id = r.alloc_id
    where r.picked_qty < a.alloc_qty and r.reason is null`)
  const errors = [
    ...errorsFor(tooMuch, call.rows, 'PICKED_QTY', () =>
      label('피킹대상보다 많습니다.', 'More than there is to pick.'),
    ),
    ...errorsFor(unexplained, call.rows, 'REASON', () =>
      label('적게 피킹하려면 부족 사유를 입력하세요.', 'Give a reason for picking less.'),
    ),
  ]
  if (errors.length) throw badRows(errors)
  await call.tx.execute(sql`
    update allocation a set alloc_qty = 0, pick_qty = a.pick_qty + r.picked_qty
    from ${given} where a.alloc_id = r.alloc_id`)
  await call.tx.execute(sql`
    update shipment_line l set remark = concat_ws(' / ', l.remark, r.reason)
    from ${given} join allocation a on a.alloc_id = r.alloc_id
    where r.reason is not null and l.shipment_no = a.shipment_no and l.line_no = a.line_no`)
  return {
    rows: call.rows.map((row) => ({ ROW: row.no })),
    message: label(
      `${numbers.length}건의 출고에서 ${call.rows.length}행을 피킹했습니다.`,
      `${call.rows.length} lines of ${numbers.length} shipments picked.`,
    ),
  }
})

/** Locks the shipments behind the promises; refuses promises that are gone or not yet listed. */
async function lockPicked(call: SaveCall): Promise<string[]> {
  const ids = call.rows.map((row) => Number(row.values['ALLOC_ID']))
  const owners = call.scope.owners
  const shipments = await call.tx.query<{ shipment_no: string }>(sql`
    select shipment_no from shipment
    where shipment_no in (select shipment_no from allocation where alloc_id = any(${ids}::bigint[]))
      and wcode = ${call.scope.wcode} and state_cd in ('30', '35')
      and (${owners === null} or owner_cd = any(${[...(owners ?? [])]}::text[]))
    order by shipment_no for update`)
  const numbers = shipments.map((row) => row.shipment_no)
  const open = await call.tx.query<{ alloc_id: number }>(sql`
    select alloc_id from allocation
    where alloc_id = any(${ids}::bigint[]) and shipment_no = any(${numbers}::text[])
      and alloc_qty > 0`)
  const left = new Set(open.map((row) => row.alloc_id))
  const errors: RowError[] = []
  for (const row of call.rows) {
    // Each promise is met once: a second row for it finds it gone.
    if (left.delete(Number(row.values['ALLOC_ID']))) continue
    const text = label(
      '이미 피킹했거나 피킹할 수 없는 행입니다.',
      'Already picked, or not to be picked.',
    )
    errors.push({ row: row.no, text, column: 'ALLOC_ID' })
  }
  if (errors.length) throw badRows(errors)
  return numbers
}
