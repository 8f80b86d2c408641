import sql from 'sql-template-tag'
import { documentStatus } from '#kernel/status.ts'
import { handleQuery } from '#server/engine/handler.ts'
import { quoteCodes } from '#server/engine/quote-codes.ts'
import { returnWork } from '../operations/return-work.ts'
import { lineOutcomes } from './line-outcomes.ts'

export const returnWorkHandler = handleQuery(
  returnWork,
  'v.receipt_dt, v.receipt_no, v.line_no',
  () => sql`
    select r.wcode, r.receipt_dt, r.receipt_no, r.owner_cd, w.owner_nm, o.return_kind_cd,
      o.reason_cd, r.shipment_no, return_state(r, o) state_cd, l.line_no, l.stock_cd, k.stock_nm,
      k.unit_cd, l.order_qty, l.receive_qty, f.graded_qty, f.a_qty, f.b_qty, f.c_qty, f.x_qty,
      f.wait_qty, f.placed_qty
    from receipt r
    join return_order o using (receipt_no)
    join owner w using (owner_cd)
    join receipt_line l using (receipt_no)
    join stock k on k.owner_cd = l.owner_cd and k.stock_cd = l.stock_cd
    cross join lateral (${lineOutcomes}) f
    where r.order_kind_cd = 'RETURN'
      and r.state_cd not in (${quoteCodes([documentStatus.requested, documentStatus.cancelled])})`,
)
