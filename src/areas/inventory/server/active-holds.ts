import sql, { join, raw, type Sql } from 'sql-template-tag'
import { recallStatus } from '../rules/recall-status.ts'

/**
 * SQL conditions: an active rule holds balance `b` (with its `lot` and cell `c`) on a date. They
 * read small tables and are cheap for any number of balances.
 */
export function holdConditions(day: Sql): readonly Sql[] {
  const runs = sql`${day} between h.from_dt and coalesce(h.to_dt, ${day})`
  return [
    sql`exists (select from cell_hold h
      where h.wcode = b.wcode and h.cell_cd = b.cell_cd and ${runs})`,
    sql`exists (select from zone_hold h
      where h.wcode = c.wcode and h.zone_cd = c.zone_cd and ${runs})`,
    sql`exists (select from stock_hold h
      where h.owner_cd = b.owner_cd and h.stock_cd = b.stock_cd and ${runs})`,
    sql`exists (select from lot_hold h where h.owner_cd = b.owner_cd
      and h.stock_cd = b.stock_cd and upper(h.lot_no) = upper(lot.lot_no) and ${runs})`,
    sql`exists (select from recall r where r.owner_cd = b.owner_cd and r.stock_cd = b.stock_cd
      and upper(r.lot_no) = upper(lot.lot_no) and r.state_cd = ${recallStatus.blocked})`,
    // Most lots have no lineage. Held lots are looked up once, and only for lots with one.
    sql`(exists (select from lot_edge e where e.to_lot_id = b.lot_id)
      and b.lot_id in (select h.lot_id from held_lots(${day}) h))`,
  ]
}

export function notHeldByRule(day: string): Sql {
  return join(
    holdConditions(sql`${day}::date`).map((held) => sql`not ${held}`),
    ' and ',
  )
}

/** Date for evaluating hold rules in statements without a caller. */
export const ruleDay = sql`(now() at time zone 'Asia/Seoul')::date`

/**
 * Keys held today by the rules of a table, each with the reason and start date of its oldest rule.
 * Few enough for a hash join.
 */
export function currentRules(table: string, key: string): Sql {
  return sql`select distinct on (${raw(key)}) ${raw(key)}, reason, from_dt from ${raw(table)}
    where ${ruleDay} between from_dt and coalesce(to_dt, ${ruleDay}) order by ${raw(key)}, from_dt`
}

/**
 * Lots under a current rule with the columns of `currentRules`, including those made from a held
 * lot.
 */
export const heldLots = sql`select lot_id, reason, from_dt, recall_no
  from held_lots(${ruleDay})`

/**
 * Balances in condition HELD, missing or under a current rule, with the columns of `stock_balance`.
 * They are few among many and are found through the rules.
 */
export const heldBalances = sql`(
  select b.* from stock_balance b where b.balance_id in (
    select balance_id from stock_balance where condition_cd = 'HELD' and qty > 0
    union
    select balance_id from missing_stock where resolved_at is null
    union
    select x.balance_id from (${currentRules('cell_hold', 'wcode, cell_cd')}) h
    join stock_balance x using (wcode, cell_cd) where x.qty > 0
    union
    select x.balance_id from (${currentRules('zone_hold', 'wcode, zone_cd')}) h
    join cell using (wcode, zone_cd) join stock_balance x using (wcode, cell_cd) where x.qty > 0
    union
    select x.balance_id from (${currentRules('stock_hold', 'owner_cd, stock_cd')}) h
    cross join warehouse join stock_balance x using (wcode, owner_cd, stock_cd) where x.qty > 0
    union
    select x.balance_id from (${heldLots}) h
    join stock_balance x using (lot_id)
    where x.qty > 0))`
