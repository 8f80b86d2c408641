import sql, { raw, type Sql } from 'sql-template-tag'
import { standing } from './reverse-movements.ts'
import { quoteCodes } from '#server/engine/quote-codes.ts'
import { documentStatus } from '#kernel/status.ts'

export interface DocumentWork {
  readonly movement: 'RECEIPT' | 'SHIPMENT'
  /** Side of its movements that is a cell. */
  readonly end: 'from' | 'to'
  readonly table: 'receipt' | 'shipment'
}

/**
 * Movements of a kind net of reversals, with their lots: the actual work of each line. Measures are
 * those of the posting date.
 */
export function standingWork({ movement, end }: DocumentWork): Sql {
  return sql`
    select m.wcode, m.owner_cd, m.doc_no, m.doc_line line_no, m.stock_cd, m.business_dt, m.qty,
      m.cbm, nullif(m.weight_kg, 0) kg, b.lot_id::text lot_id, t.lot_no, t.mark, t.plot, t.made_dt,
      t.valid_dt, b.condition_cd
    from stock_movement m
    join stock_balance b on b.balance_id = m.${raw(end)}_balance_id
    join lot t on t.lot_id = b.lot_id
    where m.movement_cd = ${raw(`'${movement}'`)} and ${standing}`
}

/**
 * Reversed work and cancelled documents with their ordered quantities. One row per line, with user,
 * date and reason.
 */
export function cancelledWork({ movement, table }: DocumentWork): Sql {
  const number = raw(`${table}_no`)
  return sql`
    select m.wcode, m.owner_cd, 'WORK' cancel_cd, m.business_dt cancel_dt, m.doc_no,
      m.doc_line line_no, m.stock_cd, m.qty cancel_qty, m.reason, m.user_id
    from stock_movement m
    where m.movement_cd = ${raw(`'${movement}'`)} and m.reverses_no is not null
    union all
    select h.wcode, h.owner_cd, 'DOCUMENT', (h.updated_at at time zone 'Asia/Seoul')::date,
      h.${number}, l.line_no, l.stock_cd, l.order_qty, h.remark, h.updated_by
    from ${raw(table)} h join ${raw(table)}_line l using (${number})
    where h.state_cd = ${quoteCodes(documentStatus.cancelled)}`
}
