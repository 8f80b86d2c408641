import sql from 'sql-template-tag'
import type { SaveCall } from '#server/engine/handler.ts'
import { findLots, type LotFacts } from './shipped-lots.ts'

/** Stock to receive on a line of a receipt. */
interface ReceivedGoods extends Record<string, unknown> {
  readonly no: number
  readonly receipt_no: string
  readonly owner_cd: string
  readonly stock_cd: string
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
  const returns = await call.tx.query<{ receipt_no: string; shipment_no: string }>(sql`
    select receipt_no, shipment_no from receipt
    where receipt_no = any(${numbers}::text[]) and shipment_no is not null`)
  if (returns.length === 0) return goods
  const shipments = new Map(returns.map((line) => [line.receipt_no, line.shipment_no]))
  const returned = goods.filter((item) => shipments.has(item.receipt_no))
  const lots = await findLots(
    call,
    returned.map(({ no, receipt_no, owner_cd, stock_cd, lot_no, valid_dt }) => {
      const shipment_no = shipments.get(receipt_no) ?? null
      const valid = typeof valid_dt === 'string' ? valid_dt.replaceAll('-', '') : null
      const lot = typeof lot_no === 'string' && lot_no !== '' ? lot_no : null
      return { no, line: { owner_cd, stock_cd, shipment_no, lot_no: lot, valid_dt: valid } }
    }),
  )
  const byGoods = new Map(returned.map((one, index) => [one, lots[index]]))
  return goods.map((item) => ({ ...item, ...byGoods.get(item) }))
}
