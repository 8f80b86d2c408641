import sql from 'sql-template-tag'
import { howMany } from '#kernel/how-many.ts'
import { label, type Label } from '#kernel/label.ts'
import { itemNamed } from '#areas/master/server/item-code.ts'
import { badRows, conflictingRows, type RowError } from '#server/engine/app-error.ts'
import {
  handleProcedure,
  recordRefusals,
  type SaveCall,
  type SaveRow,
} from '#server/engine/handler.ts'
import { thisMoment } from '#server/engine/this-moment.ts'
import { cancelCheck, checkScan, finishCheck } from '../operations/shipping.ts'
import { spreadCount, type Countable } from '../rules/spread-count.ts'
import { lockShipments } from './lock-shipments.ts'

interface CheckLine extends Record<string, unknown>, Countable {
  line_no: number
  stock_nm: string
  /** Named by a code of its own, not by that of a box around it. */
  is_own: boolean
  /** Picked from the lot and with the date that the code carries. */
  is_lot: boolean
}

/** Lines of the shipment that a scanned code names. */
async function linesOf(call: SaveCall, row: SaveRow): Promise<readonly CheckLine[]> {
  const code = String(row.values['CODE'])
  const item = itemNamed(code)
  const lot = row.values['LOT_NO'] ?? null
  const validDate = row.values['VALID_DT'] ?? null
  const named = await call.tx.query<CheckLine>(sql`
    select l.line_no, l.stock_cd, k.stock_nm, l.pick_qty up_to, l.check_qty counted,
      ${item.factor} factor, ${item.own} is_own,
      exists (select from allocation a
        join stock_balance b using (balance_id) join lot t using (lot_id)
        where a.shipment_no = l.shipment_no and a.line_no = l.line_no and a.pick_qty > 0
          and (${lot}::text is null or t.lot_no = '' or upper(t.lot_no) = upper(${lot}::text))
          and (t.valid_dt is null or t.valid_dt = coalesce(${validDate}::date, t.valid_dt))) is_lot
    from shipment_line l
    join stock k on k.owner_cd = l.owner_cd and k.stock_cd = l.stock_cd
    where l.shipment_no = ${String(row.values['SHIPMENT_NO'])} and l.pick_qty > 0
      and ${item.any}
    order by l.line_no`)
  const own = named.filter((line) => line.is_own)
  return own.length > 0 ? own : named
}

/** Writes a scan down; `fault` is why it was refused. The same scan sent again is no other scan. */
async function recordScan(call: SaveCall, row: SaveRow, fault?: Label): Promise<void> {
  await call.tx.execute(sql`
    insert into check_record (wcode, shipment_no, code, qty, fault_ko, fault_en, user_id, check_dt,
      idempotency_key)
    values (${call.scope.wcode}, ${String(row.values['SHIPMENT_NO'])},
      ${String(row.values['CODE'])}, ${Number(row.values['QTY'])}, ${fault?.ko ?? null},
      ${fault?.en ?? null}, ${call.userId}, ${call.today}::date, ${call.idempotencyKey})
    on conflict do nothing`)
}

/** Columns whose fault is one of the goods that were scanned, and not of the shipment's state. */
const scanned = new Set(['CODE', 'LOT_NO'])

const countScan = handleProcedure(checkScan, async (call) => {
  await lockShipments(call, ['40'])
  const row = call.rows[0] as SaveRow
  const number = String(row.values['SHIPMENT_NO'])
  const named = await linesOf(call, row)
  if (named.length === 0) {
    throw refuse(row, label('이 출고에 없는 품목입니다.', 'This item is not in the shipment.'))
  }
  const lines = named.filter((each) => each.is_lot)
  if (lines.length === 0) {
    const text = label(
      '피킹한 로트·유통기한과 다릅니다. 라벨을 확인하세요.',
      'Lot or expiry date differs from what was picked.',
    )
    throw refuse(row, text, 'LOT_NO')
  }
  const counts = spreadCount(lines, Number(row.values['QTY']))
  const line = counts.at(-1)?.line
  if (!line) {
    throw refuse(
      row,
      label('수량 초과: 검수가 끝난 품목입니다.', 'Over quantity: this item is fully checked.'),
    )
  }
  const numbers = counts.map((each) => each.line.line_no)
  const quantities = counts.map((each) => each.qty)
  const [counted] = await Promise.all([
    call.tx.query<{ line_no: number; check_qty: number }>(sql`
      update shipment_line l set check_qty = l.check_qty + c.qty
      from unnest(${numbers}::integer[], ${quantities}::numeric[]) c(line_no, qty)
      where l.shipment_no = ${number} and l.line_no = c.line_no returning l.line_no, l.check_qty`),
    recordScan(call, row),
  ])
  const answer = {
    ROW: row.no,
    SHIPMENT_NO: number,
    LINE_NO: line.line_no,
    STOCK_CD: line.stock_cd,
    STOCK_NM: line.stock_nm,
  }
  // Counted over several lines, none of them says how much it was: the station asks for all anew.
  if (counts.length > 1) return { rows: [answer] }
  const CHECK_QTY = counted[0]?.check_qty ?? null
  return { rows: [{ ...answer, PICK_QTY: line.up_to, CHECK_QTY }] }
})

export const checkScanHandler = recordRefusals(countScan, async (call, { rows }) => {
  const [row] = call.rows
  const fault = rows.find(({ column }) => scanned.has(column ?? ''))
  if (row && fault) await recordScan(call, row, fault.text)
})

function refuse(row: SaveRow, text: Label, column = 'CODE'): Error {
  return badRows([{ row: row.no, text, column }])
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
      `미검수 행 ${howMany(n)}개가 있습니다. 모두 검수한 뒤 완료하세요.`,
      `${howMany(n, 'line')} not checked. Check them first.`,
    )
    return n === undefined ? [] : [{ row: row.no, text }]
  })
  if (errors.length) throw conflictingRows(errors)
  await call.tx.execute(sql`
    update shipment set checked_at = ${thisMoment} where shipment_no = any(${numbers}::text[])`)
  return {
    rows: call.rows.map((row) => ({ ROW: row.no, STATE_CD: '50' })),
    message: label(
      `${howMany(numbers.length)}건의 검수를 완료했습니다.`,
      `${howMany(numbers.length, 'shipment')} checked.`,
    ),
  }
})

export const cancelCheckHandler = handleProcedure(cancelCheck, async (call) => {
  // A check that is only half done is thrown away by the same step.
  const numbers = await lockShipments(call, ['40', '50'])
  await call.tx.execute(sql`
    update shipment_line set check_qty = 0
    where shipment_no = any(${numbers}::text[]) and check_qty > 0`)
  await call.tx.execute(sql`
    update shipment set checked_at = null where shipment_no = any(${numbers}::text[])`)
  return {
    rows: call.rows.map((row) => ({ ROW: row.no, STATE_CD: '40' })),
    message: label(
      `${howMany(numbers.length)}건의 검수를 취소했습니다.`,
      `Checks of ${howMany(numbers.length, 'shipment')} cancelled.`,
    ),
  }
})
