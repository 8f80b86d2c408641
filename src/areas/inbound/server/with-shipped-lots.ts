import sql from 'sql-template-tag'
import type { SaveCall } from '#server/engine/handler.ts'
import { readSerials } from '#areas/inventory/rules/serial-numbers.ts'
import { findLots, type LotFacts } from './shipped-lots.ts'

/** Stock to receive on a line of a receipt. */
interface ReceivedGoods extends Record<string, unknown> {
  readonly no: number
  readonly receipt_no: string
  readonly owner_cd: string
  readonly stock_cd: string
}

interface ReturnedLine extends Record<string, unknown> {
  readonly receipt_no: string
  readonly line_no: number
  readonly shipment_no: string
  readonly serial_no: string | null
}

/**
 * Stock to receive. Returned stock gets the lots and dates it was shipped with. Throws for lots and
 * dates that were not shipped, and for items shipped in several lots without a lot.
 */
export async function withShippedLots<G extends ReceivedGoods>(
  call: SaveCall,
  goods: readonly G[],
): Promise<readonly (G & Partial<LotFacts>)[]> {
  const numbers = [...new Set(goods.map((item) => item.receipt_no))]
  const returns = await call.tx.query<ReturnedLine>(sql`
    select receipt_no, line_no, r.shipment_no, l.serial_no
    from receipt r join receipt_line l using (receipt_no)
    where receipt_no = any(${numbers}::text[]) and r.shipment_no is not null`)
  if (returns.length === 0) return goods
  const shipments = new Map(returns.map((line) => [line.receipt_no, line.shipment_no]))
  const own = new Map(returns.map((line) => [`${line.receipt_no} ${line.line_no}`, line.serial_no]))
  const returned = goods.filter((item) => shipments.has(item.receipt_no))
  const lots = await findLots(
    call,
    returned.map(({ no, receipt_no, line_no, owner_cd, stock_cd, lot_no, valid_dt, serials }) => {
      const named =
        typeof serials === 'string' ? serials : own.get(`${receipt_no} ${String(line_no)}`)
      const shipment_no = shipments.get(receipt_no) ?? null
      const valid = typeof valid_dt === 'string' ? valid_dt.replaceAll('-', '') : null
      const lot = typeof lot_no === 'string' && lot_no !== '' ? lot_no : null
      return {
        no,
        serials: readSerials(named ?? '').numbers,
        line: { owner_cd, stock_cd, shipment_no, lot_no: lot, valid_dt: valid },
      }
    }),
  )
  const byGoods = new Map(returned.map((one, index) => [one, lots[index]]))
  return goods.map((item) => ({ ...item, ...byGoods.get(item) }))
}
