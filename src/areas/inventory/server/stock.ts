import sql, { empty, join, raw, type Sql } from 'sql-template-tag'
import { handleQuery, type QueryCall } from '#server/engine/handler.ts'
import { searchConditions } from '#server/engine/search-sql.ts'
import { quoteCodes } from '#server/engine/quote-codes.ts'
import { adjustStepFrom } from '../rules/adjust-status.ts'
import { heldBalances, heldLots, currentRules, ruleDay } from './active-holds.ts'
import { movedStock, ownMovements, stockMovements, validDateChanges } from '../operations/stock.ts'
import { balancesAs } from './stock-as-of.ts'
import { missingStock } from './missing-stock.ts'
import { reasonText } from './ledger-reasons.ts'

const holdReason = raw('coalesce(hc.reason, hz.reason, hs.reason, hl.reason)')

/** First reason balance `b` is not available, allocations aside; null if it is. */
const blocked = sql`case
  when mi.balance_id is not null then 'MISSING'
  when b.condition_cd not in ('NORMAL', 'SAMPLE') then b.condition_cd
  when b.bonded_cd = 'BONDED' then 'BONDED'
  when ${holdReason} is not null then 'RULE'
  when 'Y' in (c.lock_yn, z.lock_yn) then 'LOCKED'
  when l.valid_dt < ${ruleDay} then 'EXPIRED' end`

/**
 * Balances with all the columns `stockBalance` describes. Allocations and hold rules are known only
 * for current stock and are null for past stock. Every balance has a lot, an item and a cell. Outer
 * joins let the database skip tables whose columns are not selected.
 */
const selectRows = (balances: Sql, where = sql`b.qty > 0`) => sql`
  select b.balance_id::text balance_id, b.wcode, b.owner_cd, o.owner_nm, b.stock_cd, s.stock_nm,
    c.zone_cd, b.cell_cd, b.lot_id::text lot_id, l.lot_no, l.mark, l.plot, l.made_dt,
    l.received_dt, l.valid_dt, b.pallet_no, b.box_no, b.condition_cd, b.bonded_cd, b.cargo_no,
    b.qty, b.alloc_qty, b.pick_qty, b.qty - b.alloc_qty - b.pick_qty free_qty,
    case when b.alloc_qty is null then null
      when ${blocked} is not null then 0
      else b.qty - b.alloc_qty - b.pick_qty end available_qty,
    case when b.alloc_qty is not null then ${blocked} end block_cd,
    case when b.alloc_qty is not null then ${holdReason} end hold_reason,
    coalesce(hc.from_dt, hz.from_dt, hs.from_dt, hl.from_dt) rule_from_dt,
    case when b.alloc_qty is null then null when mi.balance_id is not null then 'MISSING'
      when b.condition_cd = 'HELD' then 'STOCK' when hc.reason is not null then 'CELL_RULE'
      when hz.reason is not null then 'ZONE_RULE' when hs.reason is not null then 'STOCK_RULE'
      when hl.recall_no is not null then 'RECALL' when hl.reason is not null then 'LOT_RULE'
      end hold_kind_cd,
    mi.reason missing_reason, mi.from_dt missing_from_dt,
    round(b.qty * s.cbm, 6) cbm, s.unit_cd, round(b.qty * nullif(s.weight_kg, 0), 3) kg
  from ${balances} b
  left join (${missingStock}) mi on mi.balance_id = b.balance_id
  left join owner o on o.owner_cd = b.owner_cd
  left join (lot l
    left join (${heldLots}) hl on hl.lot_id = l.lot_id)
    on l.lot_id = b.lot_id
  left join (stock s
    left join (${currentRules('stock_hold', 'owner_cd, stock_cd')}) hs
      on hs.owner_cd = s.owner_cd and hs.stock_cd = s.stock_cd)
    on s.owner_cd = b.owner_cd and s.stock_cd = b.stock_cd
  left join (cell c
    left join zone z on z.wcode = c.wcode and z.zone_cd = c.zone_cd
    left join (${currentRules('cell_hold', 'wcode, cell_cd')}) hc
      on hc.wcode = c.wcode and hc.cell_cd = c.cell_cd
    left join (${currentRules('zone_hold', 'wcode, zone_cd')}) hz
      on hz.wcode = c.wcode and hz.zone_cd = c.zone_cd)
    on c.wcode = b.wcode and c.cell_cd = b.cell_cd
  where ${where}`

export const stockRows = selectRows(sql`stock_balance`)

/** All current stock, or only the balances selected by a subquery. */
export function selectCurrentStock(balances?: Sql): Sql {
  return balances
    ? selectRows(sql`stock_balance`, sql`b.qty > 0 and b.balance_id in (${balances})`)
    : stockRows
}

export const selectHeldRows = selectRows(heldBalances)

/** Completely sent balances with a loss in transit that awaits approval. */
export const requestedRows = selectRows(
  sql`stock_balance`,
  sql`b.qty = 0 and b.balance_id in (select q.balance_id from adjust_request q
    where q.transit_no is not null and q.state_cd in (${quoteCodes(adjustStepFrom.decide)}))`,
)

/**
 * Stock now or at the searched timestamp, the source of every stock query. Past stock is restricted
 * to the caller's warehouse.
 */
export function searchedStock(call: QueryCall): Sql {
  return selectRows(balancesAs(call))
}

export const lotOrder =
  'v.owner_cd, v.stock_cd, v.valid_dt nulls last, v.received_dt, v.cell_cd, v.balance_id'

const movementHour = (alias: string) =>
  sql`to_char(${raw(alias)}.posted_at at time zone 'Asia/Seoul', 'HH24')`

/** Movements that took from or added to the searched stock. */
function movedStockOnly({ search }: QueryCall): Sql {
  const conditions = searchConditions(movedStock, search)
  if (conditions.length === 0) return empty
  return sql`where exists (select from stock_balance v
    where v.balance_id in (m.from_balance_id, m.to_balance_id) and ${join(conditions, ' and ')})`
}

const movementRows = ({ language }: QueryCall): Sql => sql`
  select m.movement_no, m.posted_at, m.business_dt, m.wcode, m.owner_cd, m.stock_cd, s.stock_nm,
    m.movement_cd, m.doc_no, m.doc_line, l.lot_no, l.valid_dt, l.received_dt,
    m.from_place_cd, f.cell_cd from_cell_cd, nullif(f.pallet_no, '') from_pallet_no, m.to_place_cd,
    t.cell_cd to_cell_cd, nullif(t.pallet_no, '') to_pallet_no, m.qty, s.unit_cd, m.cbm, ${reasonText('m.reason', language)} reason,
    m.reverses_no, m.user_id, ${movementHour('m')} hour_cd
  from stock_movement m
  join stock s on s.owner_cd = m.owner_cd and s.stock_cd = m.stock_cd
  left join stock_balance f on f.balance_id = m.from_balance_id
  left join stock_balance t on t.balance_id = m.to_balance_id
  left join lot l on l.lot_id = coalesce(t.lot_id, f.lot_id)`

export const stockMovementsHandler = handleQuery(
  stockMovements,
  'v.movement_no desc',
  (call) => sql`${movementRows(call)} ${movedStockOnly(call)}`,
  Object.keys(movedStock),
)

/** Exposes neither cells nor users. */
export const ownMovementsHandler = handleQuery(ownMovements, 'v.movement_no desc', movementRows)

export const validDateChangesHandler = handleQuery(
  validDateChanges,
  'v.movement_no desc',
  ({ language }) => sql`
    select m.movement_no, m.posted_at, m.wcode, m.owner_cd, m.stock_cd, l.lot_no,
      w.valid_dt from_valid_dt, l.valid_dt to_valid_dt, m.qty, t.cell_cd to_cell_cd,
      ${reasonText('m.reason', language)} reason, m.user_id,
      m.doc_no
    from stock_movement m
    join stock_balance f on f.balance_id = m.from_balance_id
    join stock_balance t on t.balance_id = m.to_balance_id
    join lot w on w.lot_id = f.lot_id
    join lot l on l.lot_id = t.lot_id
    where m.movement_cd = 'TRANSFER' and l.valid_dt is distinct from w.valid_dt`,
)
