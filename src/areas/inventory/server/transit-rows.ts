import sql, { type Sql } from 'sql-template-tag'
import type { Procedure } from '#kernel/operation.ts'
import { label, type Label } from '#kernel/label.ts'
import { invalidRows, type RowError } from '#server/base/app-error.ts'
import type { SaveCall, SaveRow } from '#server/engine/handler.ts'
import { recordsetSql } from '#server/engine/table-save.ts'

/** Quantity of transit `t` that has neither arrived nor been called back or lost. */
export const inTransit = sql`(t.sent_qty - t.arrived_qty - t.back_qty - t.lost_qty)`

/** Rows whose key names stock to send (B) or stock in transit (T). */
export function rowsByKeyPrefix(call: SaveCall, letter: 'B' | 'T'): readonly SaveRow[] {
  return call.rows.filter(({ values }) => String(values['TRANSFER_KEY']).startsWith(letter))
}

/** The rows as `r`, with the number in their key as `r.id`. */
export function toRecordset({ input }: Procedure, rows: readonly SaveRow[]): Sql {
  return sql`(select r.*, substr(r.transfer_key, 2)::bigint id
    from ${recordsetSql(input, Object.keys(input), rows)}
    where substr(r.transfer_key, 2) ~ '^[0-9]{1,15}$') r`
}

/**
 * Rows `r` in transit from or to the caller's warehouse, with transit `t` sent from balance `b`.
 */
export function transitRows(call: SaveCall, procedure: Procedure, end: 'from' | 'to'): Sql {
  const { wcode, owners } = call.scope
  return sql`${toRecordset(procedure, rowsByKeyPrefix(call, 'T'))} join transit t on t.transit_no = r.id
    join stock_balance b on b.balance_id = t.from_balance_id
    where ${end === 'from' ? sql`t.from_wcode` : sql`t.to_wcode`} = ${wcode}
      and (${owners === null} or t.owner_cd = any(${[...(owners ?? [])]}::text[]))`
}

const transitNotFound = label(
  '대상을 찾을 수 없습니다. 다시 조회하세요.',
  'Not found. Search again.',
)

export function rejectTransits<R extends { no: number }>(
  rows: readonly SaveRow[],
  found: readonly R[],
  error: (row: R) => readonly [column: string, text: Label] | undefined,
): void {
  const byRow = new Map(found.map((row) => [row.no, row]))
  const errors = rows.flatMap(({ no }): RowError[] => {
    const row = byRow.get(no)
    const [column, text] = (row ? error(row) : ['TRANSFER_KEY', transitNotFound]) ?? []
    return column && text ? [{ row: no, column, text }] : []
  })
  if (errors.length) throw invalidRows(errors)
}

/** Locks transits in key order. Lock them before any balance. */
export async function lockTransits(call: SaveCall, numbers: Sql): Promise<void> {
  await call.tx.query(sql`select 1 from transit where transit_no in (${numbers})
    order by transit_no for update`)
}

export const exceedsTransit = (remaining: number): Label =>
  label(`운송중 수량은 ${remaining}입니다.`, `Only ${remaining} in transit.`)

interface Closing extends Record<string, unknown> {
  no: number
  wanted: number
  left: number
}

/** Locks the transits that a sender closes. Throws for rows that exceed the quantity in transit. */
export async function lockSentTransits(call: SaveCall, sent: Sql): Promise<void> {
  await lockTransits(call, sql`select r.id from ${sent}`)
  const found = await call.tx.query<Closing>(sql`
    select r.no, sum(r.work_qty) over (partition by r.id) wanted, ${inTransit} "left"
    from ${sent} and ${inTransit} > 0 order by r.no`)
  rejectTransits(call.rows, found, ({ wanted, left }) =>
    wanted > left ? ['WORK_QTY', exceedsTransit(left)] : undefined,
  )
}
