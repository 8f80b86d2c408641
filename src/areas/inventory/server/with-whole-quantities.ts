import sql, { join, raw, type Sql } from 'sql-template-tag'
import { columnName } from '#kernel/table.ts'
import { readGtins, matchesAnyItem } from '#areas/master/server/item-code.ts'
import { wholeUnitsOnly } from '#areas/master/rules/units.ts'
import { invalidRows } from '#server/base/app-error.ts'
import type { Handler, SaveCall } from '#server/engine/handler.ts'
import { inTransit } from './transit-rows.ts'

/**
 * Finds the item of a quantity `e` by the key columns of its row: SELECT of `no, col, owner_cd,
 * stock_cd, held`. `held` lists quantities that are allowed in full, because fractions from before
 * this rule must be able to leave.
 */
interface QuantitySource {
  readonly key: readonly string[]
  readonly find: Sql
}

const idSource = (column: string) =>
  raw(`case when e.${column} ~ '^[BT]?[0-9]{1,15}$' then ltrim(e.${column}, 'BT')::bigint end`)

const named = matchesAnyItem({ text: sql`e.code`, gtin: sql`e.gtin`, piece: sql`e.piece` })

/** The first match applies: a row of a manual allocation refers to a balance and a line. */
const sources: readonly QuantitySource[] = [
  {
    key: ['ALLOC_ID'],
    find: sql`select b.owner_cd, b.stock_cd, array[a.alloc_qty, a.pick_qty] held
      from allocation a join stock_balance b using (balance_id) where a.alloc_id = ${idSource('alloc_id')}`,
  },
  {
    key: ['TRANSFER_KEY'],
    find: sql`select b.owner_cd, b.stock_cd, array[b.qty] held from stock_balance b
      where e.transfer_key like 'B%' and b.balance_id = ${idSource('transfer_key')}
      union all
      select b.owner_cd, b.stock_cd, array[${inTransit}] from transit t
      join stock_balance b on b.balance_id = t.from_balance_id
      where e.transfer_key like 'T%' and t.transit_no = ${idSource('transfer_key')}`,
  },
  {
    key: ['BALANCE_ID', 'TO_STOCK_CD'],
    find: sql`select b.owner_cd, x.stock_cd,
        case x.stock_cd when b.stock_cd then array[b.qty] else array[]::numeric[] end held
      from stock_balance b cross join lateral (values (b.stock_cd), (e.to_stock_cd)) x(stock_cd)
      where b.balance_id = ${idSource('balance_id')}`,
  },
  {
    key: ['BALANCE_ID'],
    find: sql`select b.owner_cd, b.stock_cd, case e.col when 'COUNT_QTY' then array[]::numeric[]
        else array[b.qty, b.qty - b.alloc_qty - b.pick_qty] end held
      from stock_balance b where b.balance_id = ${idSource('balance_id')}`,
  },
  {
    key: ['RECEIPT_NO', 'LINE_NO'],
    find: sql`select l.owner_cd, l.stock_cd, case e.col when 'REJECT_NOW_QTY'
        then array[l.order_qty - l.receive_qty - l.reject_qty] else array[]::numeric[] end held
      from receipt_line l where l.receipt_no = e.receipt_no and l.line_no::text = e.line_no`,
  },
  {
    key: ['RECEIPT_NO', 'CODE'],
    find: sql`select k.owner_cd, k.stock_cd, array[]::numeric[] held from receipt r
      join stock k using (owner_cd) where r.receipt_no = e.receipt_no and ${named.any}`,
  },
  {
    key: ['SHIPMENT_NO', 'LINE_NO'],
    find: sql`select l.owner_cd, l.stock_cd, array[]::numeric[] held from shipment_line l
      where l.shipment_no = e.shipment_no and l.line_no::text = e.line_no`,
  },
  {
    key: ['SHIPMENT_NO', 'CODE'],
    find: sql`select l.owner_cd, l.stock_cd,
        array[l.pick_qty - l.check_qty, l.check_qty, l.pick_qty] held
      from shipment_line l join stock k on k.owner_cd = l.owner_cd and k.stock_cd = l.stock_cd
      where l.shipment_no = e.shipment_no and ${named.any}`,
  },
  {
    key: ['JOB_NO', 'CODE'],
    find: sql`select k.owner_cd, k.stock_cd, array[]::numeric[] held from stock k
      where k.owner_cd in (select owner_cd from count_line c where c.job_no = e.job_no)
        and ${named.any}`,
  },
  {
    key: ['SCM_NO', 'LINE_NO'],
    find: sql`select l.owner_cd, l.stock_cd, array[]::numeric[] held from scm_order_line l
      where l.scm_no = e.scm_no and l.line_no::text = e.line_no`,
  },
  {
    key: ['BOND_NO', 'LINE_NO'],
    find: sql`select l.owner_cd, l.stock_cd, array[]::numeric[] held from bonded_item l
      where l.bond_no = e.bond_no and l.line_no::text = e.line_no`,
  },
  {
    key: ['BOND_NO', 'STOCK_CD'],
    find: sql`select l.owner_cd, l.stock_cd, array(select b.qty from stock_balance b
        join bonded_cargo c on c.wcode = b.wcode and c.cargo_no = b.cargo_no
        where c.bond_no = l.bond_no and b.stock_cd = l.stock_cd) held
      from bonded_item l where l.bond_no = e.bond_no and l.stock_cd = e.stock_cd`,
  },
  {
    key: ['BASIS_ID', 'STOCK_CD'],
    find: sql`select g.owner_cd, g.stock_cd, array[g.qty - g.out_qty] held
      from bonded_basis_goods g where g.basis_id = ${idSource('basis_id')} and g.stock_cd = e.stock_cd`,
  },
  {
    key: ['OWNER_CD', 'STOCK_CD', 'TO_CELL_CD'],
    find: sql`select e.owner_cd, e.stock_cd, array[]::numeric[] held`,
  },
]

const keys = [...new Set(sources.flatMap(({ key }) => key))]

/**
 * Operations whose handlers check their rows with `wholeQuantity` or `wholeBox`, or save the
 * message as received. Documents with lines also check their own.
 */
const checkedByHandler = new Set([
  'master/save-stock',
  'master/save-stock-unit',
  'master/save-stock-moq',
  'master/save-pick-face',
  'master/upload-stock',
  'inventory/replenish-scan',
  'inbound/upload-receipts',
  'inbound/upload-partner-messages',
  'outbound/upload-shipments',
  'outbound/upload-partner-messages',
  'inventory/upload-partner-messages',
  'bonded/upload-cargos',
  'bonded/expect-booking',
  'supply-chain/upload-basic-data',
])

/**
 * Rejects entered fractions of items counted in pieces, in every operation on stock. Throws for an
 * operation whose item cannot be found, to prevent an unchecked operation.
 */
export function withWholeQuantities(handler: Handler): Handler {
  if (!('run' in handler)) return handler
  const { name, input, lines } = handler.operation
  const columns = Object.keys(input).filter((column) => input[column]?.pieces)
  if (columns.length === 0 || lines || checkedByHandler.has(name)) return handler
  const source = sources.find(({ key }) => key.every((column) => column in input))
  if (!source) throw new Error(`${name} has quantities, but no known item`)
  if (handler.gathering)
    throw new Error(`${name} has quantities, which gathered saves do not check`)
  return {
    ...handler,
    run: async (call: SaveCall) => {
      await rejectFractions(call, columns, source.find)
      return handler.run(call)
    },
  }
}

async function rejectFractions(call: SaveCall, columns: readonly string[], find: Sql) {
  const entered = call.rows.flatMap(({ no, flag, values }) => {
    if (flag === 'D') return []
    const own = Object.fromEntries(
      keys.map((name) => [columnName(name), values[name] == null ? null : String(values[name])]),
    )
    return columns.flatMap((col) => {
      const qty = Number(values[col] ?? 0)
      if (Number.isInteger(qty)) return []
      return [{ no, col, qty: String(values[col]), ...own, ...readGtins(String(values['CODE'])) }]
    })
  })
  if (entered.length === 0) return
  const types = join(
    [...keys.map(columnName), 'gtin', 'piece'].map((name) => raw(`${name} text`)),
    ', ',
  )
  const { owners } = call.scope
  const found = await call.tx.query<{ no: number; col: string }>(sql`
    select distinct e.no, e.col
    from jsonb_to_recordset(${JSON.stringify(entered)}::jsonb)
      e(no integer, col text, qty numeric, ${types})
    cross join lateral (${find}) s
    where is_whole_item(s.owner_cd, s.stock_cd)
      and (${owners === null} or s.owner_cd = any(${[...(owners ?? [])]}::text[])) and not exists (
      select from unnest(s.held) h(qty) where h.qty % 1 <> 0
        and (h.qty - case e.col when 'ADJUST_QTY' then -e.qty else e.qty end) % 1 = 0)
    order by 1, 2`)
  if (found.length > 0) {
    throw invalidRows(found.map(({ no, col }) => ({ row: no, column: col, text: wholeUnitsOnly })))
  }
}
