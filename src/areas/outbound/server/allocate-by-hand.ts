import sql, { type Sql } from 'sql-template-tag'
import { label, type Label } from '#kernel/label.ts'
import { invalidRows, conflictingRows } from '#server/base/app-error.ts'
import type { Caller } from '#server/auth/caller.ts'
import { handleProcedure, handleQuery } from '#server/engine/handler.ts'
import { toRowErrors, recordsetSql } from '#server/engine/table-save.ts'
import { allocateByHand, stockForLine } from '../operations/allocating.ts'
import { shipmentStepFrom } from '../rules/shipment-status.ts'
import { describeShipments, lockStock } from './allocating.ts'
import { conditionFlags, firstReasonSql } from './eligible.ts'
import { joinLineStock, toLineNeeds } from './join-line-stock.ts'
import { lockToAllocate } from './lock-to-allocate.ts'

/**
 * All balances of the item of line `l` of shipment `s`, with the reason each cannot be allocated to
 * it.
 */
function selectLineStock({ today, language }: Caller): Sql {
  return sql`
  select l.shipment_no, l.line_no, b.balance_id, b.wcode, b.owner_cd, b.stock_cd, c.zone_cd,
    b.cell_cd, lot.lot_no, lot.mark, lot.received_dt, lot.valid_dt, b.pallet_no, b.box_no,
    b.condition_cd, b.qty, b.qty - b.alloc_qty - b.pick_qty free_qty,
    coalesce(a.alloc_qty, 0) take_qty, coalesce(a.alloc_qty, 0) shown_qty,
    ${firstReasonSql(language)} reason, z.pick_seq zone_seq, c.pick_seq
  from shipment_line l join shipment s using (shipment_no)
  cross join lateral ${joinLineStock(today)}
  cross join lateral (${conditionFlags(toLineNeeds(today))}) f
  left join allocation a on a.shipment_no = l.shipment_no and a.line_no = l.line_no
    and a.balance_id = b.balance_id`
}

export const stockForLineHandler = handleQuery(
  stockForLine,
  `v.shipment_no, v.line_no, v.reason is not null, v.valid_dt nulls last, v.received_dt, v.zone_seq,
    v.pick_seq, v.cell_cd, v.balance_id`,
  selectLineStock,
)

const columns = Object.keys(allocateByHand.input)

export const allocateByHandHandler = handleProcedure(allocateByHand, async (call) => {
  const { tx, rows } = call
  const numbers = await lockToAllocate(call, shipmentStepFrom.allocateByHand)
  await lockStock(tx, numbers)
  const given = recordsetSql(allocateByHand.input, columns, rows)
  const chosen = sql`${given} left join (${selectLineStock(call)}
      where l.shipment_no = any(${numbers}::text[])) g on g.shipment_no = r.shipment_no
    and g.line_no = r.line_no and g.balance_id = r.balance_id::bigint`
  const find = async (where: Sql, column: string, text: Label) => {
    const found = await tx.query<{ no: number }>(sql`select r.no from ${chosen} where ${where}`)
    return toRowErrors(found, rows, column, () => text)
  }
  const unavailableText = label(
    '그 사이 변경된 재고입니다. 다시 조회하세요.',
    'This stock has changed. Search again.',
  )
  const stale = await find(
    sql`g.balance_id is null or coalesce(r.shown_qty, 0) <> g.shown_qty`,
    'TAKE_QTY',
    unavailableText,
  )
  if (stale.length) throw conflictingRows(stale)
  const errors = [
    ...(await find(
      sql`coalesce(r.take_qty, 0) > g.shown_qty and g.reason is not null`,
      'TAKE_QTY',
      label(
        "할당할 수 없는 재고입니다. '할당 불가 사유'를 확인하세요.",
        'This stock cannot be allocated. See the reason.',
      ),
    )),
    ...(await find(
      sql`coalesce(r.take_qty, 0) < g.shown_qty and exists (select from shipment s
        where s.shipment_no = r.shipment_no and s.listed_at is not null)`,
      'TAKE_QTY',
      label(
        '피킹지시 후에는 할당을 줄일 수 없습니다. 피킹에서 부족 사유를 입력하세요.',
        'The allocation cannot be reduced after release for picking. Enter a shortage reason when picking.',
      ),
    )),
    ...(await find(
      sql`coalesce(r.take_qty, 0) > g.free_qty + g.shown_qty`,
      'TAKE_QTY',
      label('가용 수량을 넘습니다.', 'Exceeds the available quantity.'),
    )),
    ...(await find(
      sql`(r.shipment_no, r.line_no) in (
        select r.shipment_no, r.line_no from ${chosen}
        join shipment_line l on l.shipment_no = r.shipment_no and l.line_no = r.line_no
        group by 1, 2
        having sum(coalesce(r.take_qty, 0) - g.shown_qty) > min(l.order_qty - l.alloc_qty))`,
      'TAKE_QTY',
      label('할당이 주문 수량을 넘습니다.', 'Exceeds the ordered quantity.'),
    )),
  ]
  if (errors.length) throw invalidRows(errors)
  await tx.execute(sql`
    insert into allocation (shipment_no, line_no, balance_id, alloc_qty, created_by)
    select r.shipment_no, r.line_no, r.balance_id::bigint, coalesce(r.take_qty, 0), ${call.userId}
    from ${given}
    on conflict (shipment_no, line_no, balance_id) do update set alloc_qty = excluded.alloc_qty`)
  return describeShipments(call, numbers)
})
