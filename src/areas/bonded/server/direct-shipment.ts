import sql from 'sql-template-tag'
import { postMovements } from '#areas/inventory/server/post-movements.ts'
import { reverseMovements, isMovementInEffect } from '#areas/inventory/server/reverse-movements.ts'
import type { Label } from '#kernel/label.ts'
import type { SaveCall } from '#server/engine/handler.ts'
import { allowsHeldStock } from '../rules/basis-number.ts'
import { lockFreeStock, takenStockSql, type WantedStock } from './change-customs-status.ts'

/**
 * Ships bonded stock for a filed release. Bonded stock cannot be allocated in advance, so the
 * shipment and its fulfilled allocations are created together.
 */
export async function shipDirectly(
  call: SaveCall,
  shipmentNo: string,
  wanted: readonly WantedStock[],
  basis: string,
): Promise<void> {
  const taken = await lockFreeStock(call, wanted, 'BONDED', allowsHeldStock(basis))
  const parts = sql`(select p.balance_id, b.owner_cd, b.stock_cd, sum(p.qty) qty,
      dense_rank() over (order by b.owner_cd, b.stock_cd)::integer line_no
    from ${takenStockSql(taken)} join stock_balance b using (balance_id) group by 1, 2, 3)`
  await call.tx.execute(sql`
    insert into shipment (shipment_no, wcode, owner_cd, shipment_dt, remark, created_by, updated_by)
    values (${shipmentNo}, ${call.scope.wcode}, ${wanted[0]?.owner_cd ?? ''}, ${call.today}::date,
      ${`보세 ${wanted[0]?.cargo_no ?? ''}`}, ${call.userId}, ${call.userId})`)
  await call.tx.execute(sql`
    insert into shipment_line (shipment_no, line_no, owner_cd, stock_cd, order_qty, created_by,
      updated_by)
    select ${shipmentNo}, p.line_no, p.owner_cd, p.stock_cd, sum(p.qty), ${call.userId},
      ${call.userId}
    from ${parts} p group by 2, 3, 4`)
  await call.tx.execute(sql`
    insert into allocation (shipment_no, line_no, balance_id, alloc_qty, pick_qty, ship_qty,
      created_by)
    select ${shipmentNo}, p.line_no, p.balance_id, 0, 0, p.qty, ${call.userId} from ${parts} p`)
  await call.tx.execute(sql`
    update shipment_line set check_qty = pick_qty where shipment_no = ${shipmentNo}`)
  await postMovements(
    call,
    'OUT',
    sql`
    select ${call.scope.wcode} wcode, p.owner_cd, p.stock_cd,
      'SHIPMENT' movement_cd, ${shipmentNo} doc_no, p.line_no doc_line, 'CELL' from_place_cd,
      p.balance_id from_balance_id, 'CUSTOMER' to_place_cd, null::bigint to_balance_id, p.qty,
      null reason, null::bigint reverses_no
    from ${parts} p`,
  )
  await call.tx.execute(sql`
    update shipment set listed_at = now(), checked_at = now(), shipped_at = now()
    where shipment_no = ${shipmentNo}`)
}

export interface ReleaseDocument {
  readonly no: number
  readonly docNo: string
  readonly reason: string
}

/**
 * Reverses direct shipments into their original cells and cancels the documents. Returns placement
 * notices.
 */
export async function cancelDirectShipments(
  call: SaveCall,
  documents: readonly ReleaseDocument[],
): Promise<readonly Label[]> {
  if (documents.length === 0) return []
  const numbers = documents.map(({ docNo }) => docNo)
  const byNumber = new Map(documents.map((document) => [document.docNo, document]))
  const shipped = await call.tx.query<{ movement_no: number; doc_no: string }>(sql`
    select m.movement_no, m.doc_no from stock_movement m
    where m.movement_cd = 'SHIPMENT' and m.doc_no = any(${[...numbers]}::text[]) and ${isMovementInEffect}`)
  const notices = await reverseMovements(
    call,
    'CANCEL_RELEASE',
    shipped.map(({ movement_no: movementNo, doc_no }) => {
      const { no = 0, reason = '' } = byNumber.get(doc_no) ?? {}
      return { no, movementNo, reason }
    }),
  )
  await call.tx.execute(sql`
    update shipment_line set check_qty = 0 where shipment_no = any(${[...numbers]}::text[])`)
  await call.tx.execute(sql`
    update allocation set pick_qty = 0, ship_qty = 0 where shipment_no = any(${[...numbers]}::text[])`)
  await call.tx.execute(sql`
    update shipment set shipped_at = null, checked_at = null, listed_at = null, cancel_yn = 'Y'
    where shipment_no = any(${[...numbers]}::text[])`)
  return notices
}
