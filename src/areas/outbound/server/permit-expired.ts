import sql from 'sql-template-tag'
import { formatCount } from '#kernel/format-count.ts'
import { label } from '#kernel/label.ts'
import { invalidRows } from '#server/base/app-error.ts'
import { handleProcedure } from '#server/engine/handler.ts'
import { recordsetSql } from '#server/engine/table-save.ts'
import { permitExpired } from '../operations/permit-expired.ts'
import { shipmentStepFrom } from '../rules/shipment-status.ts'
import { lockShipments } from './lock-shipments.ts'
import { earliestExpiry } from './allocatable-stock.ts'

/**
 * Permits the lots that are allocated to a shipment and have expired by now or are below the shelf
 * life that its ship-to requires.
 */
export const permitExpiredHandler = handleProcedure(permitExpired, async (call) => {
  await lockShipments(call, shipmentStepFrom.permitExpired)
  const given = recordsetSql(permitExpired.input, Object.keys(permitExpired.input), call.rows)
  const permitted = await call.tx.query<{ shipment_no: string }>(sql`
    insert into expired_permit (shipment_no, lot_id, kind_cd, reason, permitted_by)
    select a.shipment_no, lot.lot_id,
      case when lot.valid_dt < ${call.today}::date then 'EXPIRED' else 'SHORT_LIFE' end,
      min(r.permit_reason), ${call.userId}
    from ${given} join allocation a on a.shipment_no = r.shipment_no
    join stock_balance b using (balance_id) join lot using (lot_id)
    join shipment s on s.shipment_no = a.shipment_no
    cross join lateral ${earliestExpiry(call.today)} d
    where a.alloc_qty + a.pick_qty > 0 and lot.valid_dt < d.valid_from
    group by 1, 2, 3 order by 1, 2, 3 on conflict do nothing returning shipment_no`)
  const permittedNumbers = new Set(permitted.map((row) => row.shipment_no))
  const text = label(
    '유통기한이 지났거나 부족한 재고가 없거나, 이미 허용했습니다.',
    'No expired or short-dated stock, or already permitted.',
  )
  const withoutEffect = call.rows.filter(
    ({ values }) => !permittedNumbers.has(String(values['SHIPMENT_NO'])),
  )
  if (withoutEffect.length > 0) {
    throw invalidRows(withoutEffect.map(({ no }) => ({ row: no, column: 'SHIPMENT_NO', text })))
  }
  return {
    rows: call.rows.map(({ no }) => ({ ROW: no })),
    message: label(
      `출고 ${formatCount(permittedNumbers.size)}건의 유통기한 경과·부족 재고를 허용했습니다.`,
      `Expired or short-dated stock of ${formatCount(permittedNumbers.size, 'shipment')} permitted.`,
    ),
  }
})
