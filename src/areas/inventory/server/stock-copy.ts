import sql, { raw, type Sql } from 'sql-template-tag'
import type { DecidingRule, SharedType, RowCopy } from '#server/columns/row-copy.ts'
import { missingStock } from './missing-stock.ts'
import { currentRules, heldLots, ruleDay } from './active-holds.ts'
import { selectCurrentStock } from './stock.ts'

const texts =
  `wcode owner_cd owner_nm stock_cd stock_nm zone_cd cell_cd lot_id lot_no mark plot pallet_no box_no
  condition_cd bonded_cd cargo_no block_cd hold_reason unit_cd supplier_cd supplier_nm`.split(/\s+/)
const dates = ['made_dt', 'received_dt', 'valid_dt']
const quantities = ['qty', 'alloc_qty', 'pick_qty', 'free_qty', 'available_qty']

const columnsOfType = (names: readonly string[], type: SharedType) =>
  Object.fromEntries(names.map((name) => [name, type] as const))

/** Adds the supplier of the lot's first receipt to stock rows `b`. */
export const supplierColumns = raw('r.supplier_cd, p.supplier_nm')
export const supplierJoins = sql`
  left join lot_origin g on g.lot_id = b.lot_id::bigint
  left join receipt r on r.receipt_no = g.receipt_no
  left join supplier p on p.owner_cd = r.owner_cd and p.supplier_cd = r.supplier_cd`

/**
 * Current stock with its availability and supplier. Columns that depend on the date are not copied.
 */
export const stockCopy: RowCopy = {
  name: 'stock',
  table: 'stock_balance',
  key: 'balance_id',
  columns: {
    balance_id: 'bigint',
    ...columnsOfType(texts, 'text'),
    ...columnsOfType(dates, 'date'),
    ...columnsOfType(quantities, 'numeric(15,3)'),
    // With up to 18 digits, sums take a tenth of the time.
    cbm: 'numeric(18,6)',
    kg: 'numeric(18,3)',
  },
  rows: (keys) => sql`
    select b.*, ${supplierColumns} from (${selectCurrentStock(keys)}) b ${supplierJoins}`,
  rules: sql`
    select 'LOT' kind, lot_id::text a, null b, concat_ws(' ', reason, from_dt, recall_no) mark
    from (${heldLots}) l
    union all
    select 'ITEM', owner_cd, stock_cd, concat_ws(' ', reason, from_dt)
    from (${currentRules('stock_hold', 'owner_cd, stock_cd')}) s
    union all
    select 'CELL', wcode, cell_cd, concat_ws(' ', reason, from_dt)
    from (${currentRules('cell_hold', 'wcode, cell_cd')}) c
    union all
    select 'ZONE', wcode, zone_cd, concat_ws(' ', reason, from_dt)
    from (${currentRules('zone_hold', 'wcode, zone_cd')}) z
    union all
    select 'MISSING', balance_id::text, null, '' from (${missingStock}) m`,
  affected: (rules, day) => {
    const keys = (kind: string) => columnPairs(rules.filter((rule) => rule.kind === kind))
    return sql`
      select b.balance_id from ${keys('LOT')} join stock_balance b on b.lot_id = k.a::bigint
      union all
      select b.balance_id from ${keys('ITEM')} cross join warehouse w join stock_balance b
        on b.wcode = w.wcode and b.owner_cd = k.a and b.stock_cd = k.b and b.qty > 0
      union all
      select b.balance_id from ${keys('CELL')} join stock_balance b
        on b.wcode = k.a and b.cell_cd = k.b and b.qty > 0
      union all
      select b.balance_id from ${keys('ZONE')}
        join cell c on c.wcode = k.a and c.zone_cd = k.b
        join stock_balance b on b.wcode = c.wcode and b.cell_cd = c.cell_cd and b.qty > 0
      union all
      select k.a::bigint from ${keys('MISSING')}
      union all
      select b.balance_id from lot l join stock_balance b using (lot_id)
      where l.valid_dt >= ${day}::date and l.valid_dt < ${ruleDay}`
  },
}

function columnPairs(rules: readonly DecidingRule[]): Sql {
  return sql`unnest(${rules.map(({ a }) => a)}::text[], ${rules.map(({ b }) => b)}::text[]) k(a, b)`
}
