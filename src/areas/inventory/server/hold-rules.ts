import sql, { empty, raw, type Sql } from 'sql-template-tag'
import { formatCount } from '#kernel/format-count.ts'
import { label, type Label } from '#kernel/label.ts'
import type { Procedure, Query } from '#kernel/operation.ts'
import { columnName, type Table } from '#kernel/table.ts'
import { masterHandlers, toOwner, toStock } from '#areas/master/server/master-handlers.ts'
import type { DataScope } from '#server/auth/caller.ts'
import type { Handler, SaveCall } from '#server/engine/handler.ts'
import { recordsetSql, type Reference, type RowRule } from '#server/engine/table-save.ts'
import {
  cellHoldRules,
  lotHoldRules,
  stockHoldRules,
  zoneHoldRules,
} from '../operations/hold-rules.ts'
import { cellHoldRule, lotHoldRule, stockHoldRule, zoneHoldRule } from '../tables/hold-rule.ts'
import { selectLotsMadeFrom } from './lot-lineage.ts'
import { ruleDay } from './active-holds.ts'

const endsBeforeStart: RowRule = {
  column: 'TO_DT',
  where: sql`r.to_dt < r.from_dt`,
  text: label('보류종료일이 시작일보다 빠릅니다.', 'The hold end date is before its start date.'),
}

const stock = sql`(select b.*, c.zone_cd from stock_balance b
  join cell c on c.wcode = b.wcode and c.cell_cd = b.cell_cd
  where b.qty > 0) b`

interface Rules {
  readonly table: Table
  readonly operations: { query: Query; save: Procedure }
  readonly references: readonly Reference[]
}

/** Whether a rule `of` holds balance `b`. A rule for a lot also holds the lots made from it. */
function matchesRule({ key }: Table, of: string): Sql {
  if (key.includes('LOT_NO')) {
    const rule = raw(of)
    return sql`b.lot_id in (${selectLotsMadeFrom(sql`
      select l.lot_id from lot l where l.owner_cd = ${rule}.owner_cd
        and l.stock_cd = ${rule}.stock_cd and upper(l.lot_no) = upper(${rule}.lot_no)`)})`
  }
  const names = key.filter((name) => name !== 'FROM_DT').map(columnName)
  return raw(names.map((name) => `b.${name} = ${of}.${name}`).join(' and '))
}

/** Rules for a place hold the stock of all owners. The session only sums its own. */
function isOfOwners({ owners }: DataScope): Sql {
  return owners === null ? sql`true` : sql`b.owner_cd = any(${[...owners]}::text[])`
}

/** Allocations made before a rule remain valid. Returns a notice that lists their shipments. */
async function alreadyAllocated(call: SaveCall, table: Table): Promise<Label | undefined> {
  const remaining = call.rows.filter(({ flag }) => flag !== 'D')
  if (remaining.length === 0) return undefined
  const names = table.key.filter((name) => name !== 'WCODE')
  const rows = remaining.map((row) => ({
    ...row,
    values: { ...row.values, WCODE: call.scope.wcode },
  }))
  const columns = [...new Set(['WCODE', ...names, 'TO_DT'])].filter((name) => name in table.fields)
  const isInForce = sql`${call.today}::date between r.from_dt and coalesce(r.to_dt, ${call.today}::date)`
  const allocatedShipments = await call.tx.query<{ shipment_no: string }>(sql`
    select distinct a.shipment_no from ${recordsetSql(table.fields, columns, rows)}
    join ${stock} on ${matchesRule(table, 'r')} and b.wcode = ${call.scope.wcode}
    join allocation a on a.balance_id = b.balance_id and a.alloc_qty + a.pick_qty > 0
    where ${isInForce} and a.shipment_no is not null order by 1`)
  if (allocatedShipments.length === 0) return undefined
  const first = allocatedShipments
    .slice(0, 3)
    .map((row) => row.shipment_no)
    .join(', ')
  return label(
    `${formatCount(call.rows.length)}건을 저장했습니다. 이미 할당된 출고 ${formatCount(allocatedShipments.length)}건은 할당이 유지됩니다: ${first}. 이 재고는 다음 단계로 진행할 수 없으니 피킹이나 할당을 취소하세요.`,
    `${formatCount(call.rows.length, 'row')} saved. ${formatCount(allocatedShipments.length, 'shipment stays', 'shipments stay')} allocated: ${first}. This stock cannot go to the next step: cancel the pick or allocation.`,
  )
}

/**
 * A recalled lot might not have been received yet, so an unknown lot only causes a notice about a
 * possible typing error.
 */
async function unknownLots(call: SaveCall, table: Table): Promise<Label | undefined> {
  const remaining = call.rows.filter(({ flag }) => flag !== 'D')
  if (!('LOT_NO' in table.fields) || remaining.length === 0) return undefined
  const found = await call.tx.query<{ lot_no: string }>(sql`
    select distinct r.lot_no from ${recordsetSql(table.fields, ['OWNER_CD', 'STOCK_CD', 'LOT_NO'], remaining)}
    where not exists (select from lot l where l.owner_cd = r.owner_cd and l.stock_cd = r.stock_cd
      and upper(l.lot_no) = upper(r.lot_no)) order by 1`)
  if (found.length === 0) return undefined
  const lots = found.map((row) => row.lot_no).join(', ')
  return label(
    `${formatCount(call.rows.length)}건을 저장했습니다. 아직 입고된 적이 없는 로트입니다: ${lots}. 번호를 확인하세요.`,
    `${formatCount(call.rows.length, 'row')} saved. Lots not received yet: ${lots}. Check the numbers.`,
  )
}

function ruleHandlers({ table, operations, references }: Rules): Handler[] {
  const hasItem = 'STOCK_CD' in table.fields
  const name = hasItem ? sql`, k.stock_nm` : empty
  const item = hasItem ? sql`join stock k using (owner_cd, stock_cd)` : empty
  return masterHandlers(table, operations, {
    references,
    rules: [endsBeforeStart],
    select: ({ scope }) => sql`select t.*${name}, h.held_qty from ${raw(table.name)} t ${item}
      cross join lateral (select coalesce(sum(b.qty), 0) held_qty from ${stock}
        where ${matchesRule(table, 't')} and ${isOfOwners(scope)}
          and ${ruleDay} between t.from_dt and coalesce(t.to_dt, ${ruleDay})) h`,
    afterSave: async (call) => (await alreadyAllocated(call, table)) ?? unknownLots(call, table),
  })
}

const rules: readonly Rules[] = [
  {
    table: cellHoldRule,
    operations: cellHoldRules,
    references: [{ columns: ['WCODE', 'CELL_CD'], table: 'cell' }],
  },
  {
    table: zoneHoldRule,
    operations: zoneHoldRules,
    references: [{ columns: ['WCODE', 'ZONE_CD'], table: 'zone' }],
  },
  { table: stockHoldRule, operations: stockHoldRules, references: [toOwner, toStock] },
  { table: lotHoldRule, operations: lotHoldRules, references: [toOwner, toStock] },
]

export const holdRuleHandlers: readonly Handler[] = rules.flatMap(ruleHandlers)
