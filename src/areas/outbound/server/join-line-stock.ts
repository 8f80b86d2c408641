import sql, { type Sql } from 'sql-template-tag'
import type { LineNeeds } from './eligible.ts'
import { earliestExpiry } from './allocatable-stock.ts'

export function toLineNeeds(today: string): LineNeeds {
  return {
    lotNo: sql`coalesce(l.lot_no, '')`,
    mark: sql`coalesce(l.mark, '')`,
    sampleYn: sql`s.sample_yn`,
    validFrom: sql`d.valid_from`,
    today: sql`${today}::date`,
  }
}

/**
 * All balances `b` of the item of line `l` of shipment `s` in its warehouse, with `lot`, cell `c`
 * and zone `z`. `d.valid_from` is the earliest expiry date the stock may have.
 */
export function joinLineStock(today: string): Sql {
  return sql`${earliestExpiry(today)} d
    join stock_balance b on b.wcode = s.wcode and b.owner_cd = l.owner_cd
      and b.stock_cd = l.stock_cd and b.qty > 0
    join lot using (lot_id)
    join cell c on c.wcode = b.wcode and c.cell_cd = b.cell_cd
    join zone z on z.wcode = c.wcode and z.zone_cd = c.zone_cd`
}
