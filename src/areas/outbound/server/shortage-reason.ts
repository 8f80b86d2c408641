import sql, { join, type Sql } from 'sql-template-tag'
import { label, type Language } from '#kernel/label.ts'
import { quoteCodes } from '#server/engine/quote-codes.ts'
import { allocationConditions, type AllocationCondition } from '../rules/allocation-conditions.ts'
import { shipmentStepFrom } from '../rules/shipment-status.ts'
import { conditionFlags, isEligible, conditionFlag } from './eligible.ts'
import { joinLineStock, toLineNeeds } from './join-line-stock.ts'

export const shortageTexts = {
  none: label('재고 없음', 'No stock'),
  short: label('재고 부족', 'Not enough stock'),
  free: label('할당 가능', 'Available'),
  elsewhere: label('다른 출고에 할당', 'Allocated to other shipments'),
  more: label(' 외 ', ' and more: '),
}

/**
 * Shortage of line `l` of shipment `s`. Before the first allocation, only the quantity that
 * eligible stock does not cover counts.
 */
export function shortQuantity(today: string): Sql {
  const open = sql`l.order_qty - l.alloc_qty`
  return sql`case when s.state_cd in (${quoteCodes(shipmentStepFrom.awaitStock)}) then greatest(${open} - coalesce((
      select sum(b.qty - b.alloc_qty - b.pick_qty) from ${joinLineStock(today)}
      where ${isEligible(toLineNeeds(today))}), 0), 0) else ${open} end`
}

/**
 * Reason that line `l` of shipment `s` is short, as text: the item's stock in this warehouse and
 * what excludes each part. One SQL expression over the two aliases.
 */
export function shortageReason(today: string, language: Language): Sql {
  const word = (key: keyof typeof shortageTexts) => sql`${shortageTexts[key][language]}::text`
  const conditions = Object.entries(allocationConditions).map(([name, text]) => {
    const flag = conditionFlag(name as AllocationCondition)
    return {
      flag: sql`f.${flag}`,
      sum: sql`sum(b.qty) filter (where f.${flag}) ${flag}`,
      said: sql`${`${text[language]} `}::text || g.${flag}::float`,
    }
  })
  const flags = conditions.map(({ flag }) => flag)
  return sql`(
  select case when g.qty is null then ${word('none')} else coalesce(nullif(concat_ws(' · ',
      ${word('free')} || ' ' || g.free::float,
      ${word('elsewhere')} || ' ' || p.qty::float || ' (' || p.first_no
        || case when p.shipments > 1 then ${word('more')} || p.shipments - 1 else '' end || ')',
      ${join(conditions.map(({ said }) => said))}), ''), ${word('short')}) end
  from (
    select sum(b.qty) qty, sum(b.qty - b.alloc_qty - b.pick_qty)
        filter (where not (${join(flags, ' or ')}) and b.qty > b.alloc_qty + b.pick_qty) free,
      ${join(conditions.map(({ sum }) => sum))}
    from ${joinLineStock(today)}
    cross join lateral (${conditionFlags(toLineNeeds(today))}) f) g
  cross join (
    select sum(a.alloc_qty + a.pick_qty) qty, min(a.shipment_no) first_no,
      count(distinct a.shipment_no) shipments
    from allocation a join stock_balance b using (balance_id)
    where b.wcode = s.wcode and b.owner_cd = l.owner_cd and b.stock_cd = l.stock_cd
      and a.shipment_no <> s.shipment_no and a.alloc_qty + a.pick_qty > 0) p)`
}
