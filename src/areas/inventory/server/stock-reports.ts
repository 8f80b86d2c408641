import sql, { join, raw, type Sql } from 'sql-template-tag'
import {
  handleQuery,
  type CopiedQuery,
  type QueryCall,
  type QueryHandler,
} from '#server/engine/handler.ts'
import { blockedFields } from '../operations/report-fields.ts'
import { heldStock, ownBalances, stockBalances, stockByLot } from '../operations/stock.ts'
import {
  ageBounds,
  beyondLastBucket,
  bucketCode,
  expiredBucket,
  expiryBounds,
} from '../rules/day-buckets.ts'
import { getAsOfDate, getAsOfTimestamp } from './stock-as-of.ts'
import { selectHeldRows, lotOrder, searchedStock } from './stock.ts'
import { stockCopy, supplierColumns, supplierJoins } from './stock-copy.ts'
import { reasonText } from './ledger-reasons.ts'

/** Bucket code for a number of days; null for null. */
function bucketSql(days: Sql, ends: readonly number[], first?: Sql): Sql {
  const cases = ends.map((end) => sql`when ${days} <= ${raw(`${end} then '${bucketCode(end)}'`)}`)
  return sql`case when ${days} is null then null ${first ?? raw('')} ${join(cases, ' ')}
    else ${raw(`'${beyondLastBucket}'`)} end`
}

/**
 * Last date, before the searched timestamp, on which stock of a lot left this warehouse for good.
 */
function lastShipmentDate(before: Sql | undefined): Sql {
  return sql`(
    select max(m.business_dt) from stock_balance x
    join stock_movement m on m.from_balance_id = x.balance_id
    where x.lot_id = b.lot_id::bigint and x.wcode = b.wcode and m.movement_cd = 'SHIPMENT'
      and m.reverses_no is null
      and not exists (select from stock_movement y where y.reverses_no = m.movement_no
        ${before ? sql`and y.posted_at < ${before}` : raw('')})
      ${before ? sql`and m.posted_at < ${before}` : raw('')})`
}

const daysLeft = (call: QueryCall) => sql`(b.valid_dt - ${getAsOfDate(call)})`

function dayColumns(call: QueryCall): Sql {
  const left = daysLeft(call)
  const age = sql`(${getAsOfDate(call)} - b.received_dt)`
  return sql`${left} days_left,
    ${bucketSql(left, expiryBounds, sql`when ${left} < 0 then ${raw(`'${expiredBucket}'`)}`)} expiry_cd,
    ${age} age_days, ${bucketSql(age, ageBounds)} age_cd`
}

function agedColumns(call: QueryCall): Sql {
  return sql`${dayColumns(call)},
    round(${daysLeft(call)} * 100.0 / nullif(b.valid_dt - b.made_dt, 0), 1) life_rate,
    ${lastShipmentDate(getAsOfTimestamp(call.search))} last_out_dt`
}

/**
 * The same reasons as in `blocked` of stock rows. `BLOCK_HELD_QTY` contains the pieces of `HELD`.
 */
const reasons = Object.keys(blockedFields).flatMap((name) => {
  return /^BLOCK_(\w+)_QTY$/.exec(name)?.[1] ?? []
})

const blockedParts = join(
  reasons.map((reason) => {
    const name = raw(`block_${reason.toLowerCase()}_qty`)
    return sql`case when b.alloc_qty is null then null
      when b.block_cd = ${raw(`'${reason}'`)} then b.free_qty else 0 end ${name}`
  }),
)

const quantityColumns = sql`case when b.condition_cd = 'HELD' then b.qty else 0 end held_qty,
  b.qty - b.available_qty blocked_qty, ${blockedParts}`

function balanceRows(call: QueryCall): Sql {
  return sql`
    select b.*, ${quantityColumns}, ${agedColumns(call)}, ${supplierColumns}
    from (${searchedStock(call)}) b ${supplierJoins}`
}

const copiedTypes: CopiedQuery['types'] = {
  ...Object.fromEntries(
    Object.entries(stockCopy.columns)
      .filter(([name]) => name !== stockCopy.key)
      .map(([name, type]) => [name.toUpperCase(), type]),
  ),
  HELD_QTY: 'numeric',
  ...Object.fromEntries(Object.keys(blockedFields).map((name) => [name, 'numeric' as const])),
  LIFE_RATE: 'numeric',
  DAYS_LEFT: 'integer',
  AGE_DAYS: 'integer',
  EXPIRY_CD: 'text',
  AGE_CD: 'text',
}

/** Uses integers, because DuckDB divides decimals inexactly. */
function copiedLifeRate(call: QueryCall): Sql {
  const [left, life] = [daysLeft(call), sql`(b.valid_dt - b.made_dt)`]
  return sql`case when ${life} > 0 then
    sign(${left}) * ((abs(${left}) * 2000 + ${life}) // (2 * ${life})) * 0.1 end life_rate`
}

/** Excludes the last shipment, which is looked up in the ledger. */
const copiedStock: CopiedQuery = {
  copy: stockCopy,
  types: copiedTypes,
  select: (call) => sql`
    select b.*, ${quantityColumns}, ${dayColumns(call)}, ${copiedLifeRate(call)} from ${raw(stockCopy.name)} b`,
}

const columnsWithFewValues =
  `WCODE OWNER_CD ZONE_CD CONDITION_CD BONDED_CD UNIT_CD SUPPLIER_CD EXPIRY_CD AGE_CD
  HOLD_REASON`.split(/\s+/)

export const stockBalancesHandler: QueryHandler = {
  ...handleQuery(stockBalances, lotOrder, balanceRows),
  lowCardinalityColumns: columnsWithFewValues,
  indexedColumns: ['OWNER_CD', 'STOCK_CD'],
  copied: copiedStock,
}

/** Joins the report-only columns only when the search uses them. */
export const stockByLotHandler = handleQuery(stockByLot, lotOrder, (call) => {
  const isPlain = Object.keys(call.search).every((name) => {
    return (call.search[name] ?? null) === null || name === 'AS_OF' || name in stockByLot.output
  })
  return isPlain ? searchedStock(call) : balanceRows(call)
})

const ownRows = handleQuery(
  ownBalances,
  'v.owner_cd, v.stock_cd, v.valid_dt nulls last, v.received_dt, v.lot_id',
  (call) => sql`
    select b.wcode, b.owner_cd, b.owner_nm, b.stock_cd, b.stock_nm, b.lot_no, b.mark, b.plot,
      b.made_dt, b.received_dt, b.valid_dt, b.condition_cd, b.bonded_cd, b.cargo_no, b.lot_id,
      b.qty, b.alloc_qty, b.pick_qty, b.available_qty, b.cbm, b.unit_cd, b.kg, ${agedColumns(call)}
    from (${searchedStock(call)}) b`,
)

/** Exposes neither cells nor users. */
export const ownBalancesHandler: QueryHandler = {
  ...ownRows,
  indexedColumns: ['OWNER_CD', 'STOCK_CD'],
  copied: copiedStock,
}

/**
 * Start date of a hold: for missing stock its short pick, for stock in condition HELD the last hold
 * of its lot, for other stock its oldest rule. Stock received on hold uses its receipt.
 */
export const heldStockHandler = handleQuery(
  heldStock,
  lotOrder,
  ({ language }) => sql`
    select b.*,
      case when b.missing_reason is not null then b.missing_reason
        when b.condition_cd = 'HELD' then h.reason else b.hold_reason end hold_why,
      case when b.missing_reason is not null then b.missing_from_dt
        when b.condition_cd = 'HELD' then h.business_dt else b.rule_from_dt end held_since_dt
    from (${selectHeldRows}) b
    left join lateral (
      select ${reasonText('m.reason', language)} reason, m.business_dt from stock_balance x
      join stock_movement m on m.to_balance_id = x.balance_id
      left join stock_balance f on f.balance_id = m.from_balance_id
      where x.lot_id = b.lot_id::bigint and x.wcode = b.wcode and x.condition_cd = 'HELD'
        and f.condition_cd is distinct from 'HELD'
      order by m.movement_no desc limit 1) h on b.condition_cd = 'HELD'`,
)
