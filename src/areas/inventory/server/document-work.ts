import sql, { raw, type Sql } from 'sql-template-tag'
import { quoteCodes } from '#server/engine/quote-codes.ts'
import { documentStatus } from '#kernel/status.ts'
import type { Language } from '#kernel/label.ts'
import { reasonText } from './ledger-reasons.ts'

export interface DocumentWork {
  readonly movement: 'RECEIPT' | 'SHIPMENT'
  readonly table: 'receipt' | 'shipment'
}

/**
 * Movements of a kind with their lots, in the state at the closing of each date. Excludes work
 * reversed on the same date; a later reversal is a negative row on its own date. Measures are those
 * of the posting date, for reversals those of the reversed movement. For a correction, `plan_dt` is
 * its own date.
 */
export function selectPostedWork({ movement }: DocumentWork): Sql {
  return sql`
    select m.wcode, m.owner_cd, m.doc_no, m.line_no, m.stock_cd, m.business_dt, m.qty, m.cbm,
      nullif(m.weight_kg, 0) kg, b.lot_id::text lot_id, t.lot_no, t.mark, t.plot, t.made_dt,
      t.valid_dt, b.condition_cd,
      case when m.movement_no >= c.from_no then m.business_dt else c.plan_dt end closed_dt
    from document_movement m
    join stock_balance b on b.balance_id = m.balance_id
    join lot t on t.lot_id = b.lot_id
    left join closed_line c
      on c.movement_cd = m.movement_cd and c.doc_no = m.doc_no and c.line_no = m.line_no
    where m.movement_cd = ${raw(`'${movement}'`)}
      and m.reversed_dt is distinct from m.business_dt
      and not exists (select from stock_movement x
        where x.reverses_no = m.movement_no and x.business_dt = m.business_dt)`
}

/**
 * Work on documents after their lines were closed, summed by line and date. `late_qty` is the part
 * done after the planned date, or the reversal of such work.
 */
export function selectCorrections({ movement }: DocumentWork): Sql {
  const late = sql`coalesce(sum(m.qty) filter (
    where coalesce(m.reversed_dt, m.business_dt) > c.plan_dt), 0)`
  return sql`
    select c.doc_no, c.line_no, c.wcode, c.owner_cd, c.stock_cd, m.business_dt, sum(m.qty) qty,
      ${late} late_qty,
      sum(m.cbm) cbm, sum(m.weight_kg) kg
    from closed_line c
    join document_movement m on m.movement_cd = c.movement_cd and m.doc_no = c.doc_no
      and m.line_no = c.line_no and m.movement_no >= c.from_no
    where c.movement_cd = ${raw(`'${movement}'`)}
    group by c.doc_no, c.line_no, c.wcode, c.owner_cd, c.stock_cd, m.business_dt
    having (sum(m.qty), ${late}, sum(m.cbm), sum(m.weight_kg)) <> (0, 0, 0, 0)`
}

/** Condition that the document of this kind and number has no closed lines. */
export const isOpen = ({ movement }: DocumentWork, number: Sql): Sql => sql`not exists (
  select from closed_line c where c.movement_cd = ${raw(`'${movement}'`)} and c.doc_no = ${number})`

/**
 * Reversed work and cancelled documents with their ordered quantities. One row per line, with user,
 * date and reason.
 */
export function selectCancelledWork({ movement, table }: DocumentWork, language: Language): Sql {
  const number = raw(`${table}_no`)
  return sql`
    select m.wcode, m.owner_cd, 'WORK' cancel_cd, m.business_dt cancel_dt, m.doc_no,
      m.doc_line line_no, m.stock_cd, m.qty cancel_qty,
      ${reasonText('m.reason', language)} reason, m.user_id
    from stock_movement m
    where m.movement_cd = ${raw(`'${movement}'`)} and m.reverses_no is not null
    union all
    select h.wcode, h.owner_cd, 'DOCUMENT', (h.updated_at at time zone 'Asia/Seoul')::date,
      h.${number}, l.line_no, l.stock_cd, l.order_qty, h.remark, h.updated_by
    from ${raw(table)} h join ${raw(table)}_line l using (${number})
    where h.state_cd = ${quoteCodes(documentStatus.cancelled)}`
}

/** Times and reasons of the reversals of a document by its number. */
export const reversalColumns = (
  { movement }: DocumentWork,
  number: Sql,
  language: Language,
): Sql => sql`
  select m.posted_at cancelled_at, ${reasonText('m.reason', language)} reason
  from stock_movement m
  where m.movement_cd = ${raw(`'${movement}'`)} and m.doc_no = ${number}
    and m.reverses_no is not null`

/** Most recent reason among the rows of a subquery `cancels(cancelled_at, reason)`. */
export const lastCancelReason = (cancels: Sql): Sql => sql`
  (select c.reason from (${cancels}) c order by c.cancelled_at desc limit 1)`
