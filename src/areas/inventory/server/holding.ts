import sql, { type Sql } from 'sql-template-tag'
import { formatCount } from '#kernel/format-count.ts'
import { label } from '#kernel/label.ts'
import { invalidRows, type RowError } from '#server/base/app-error.ts'
import { handleProcedure, type ProcedureHandler, type SaveCall } from '#server/engine/handler.ts'
import {
  cellHold,
  itemHold,
  lotHold,
  zoneHold,
  type StockGroup,
} from '../operations/stock-groups.ts'
import { holdStock } from '../operations/stock-work.ts'
import { readSerials } from '../rules/serial-numbers.ts'
import { stockOfRows } from './moving.ts'
import { serialsColumn } from './serial-errors.ts'
import { isInScope, changeStock, type StockWork } from './work-engine.ts'
import { selectGroupStock } from './work-rows.ts'

/**
 * Normal stock can be held and held stock released. Both can be marked as damaged, and only damaged
 * stock can be repaired. Returned stock passes its inspection or is marked as damaged; releasing a
 * hold does not pass it. The condition of samples cannot be changed.
 */
const eligibleCondition = sql`case r.hold_cd when 'HOLD' then b.condition_cd = 'NORMAL'
  when 'RELEASE' then b.condition_cd = 'HELD' when 'REPAIR' then b.condition_cd = 'DAMAGED'
  when 'PASS' then b.condition_cd = 'INSPECT'
  else b.condition_cd in ('NORMAL', 'HELD', 'INSPECT') end`

/**
 * Selects the returns `h` whose pieces row `r` takes from balance `b` in inspection, each with its shipment
 * `s`. The pieces are those of the named serials, the entire balance, or those that passing the inspection
 * would grade.
 */
function openReturns(call: SaveCall, take: StockWork['take']): Sql {
  const pieces = typeof take === 'string' ? sql`b.qty` : take
  const named = call.rows.flatMap(({ no, values }) =>
    readSerials(String(values[serialsColumn] ?? '')).numbers.map((serial) => ({ no, serial })),
  )
  return sql`(
      select p.receipt_no from stock k cross join lateral passed_parts(b.balance_id, ${pieces}) p
      where (k.owner_cd, k.stock_cd) = (b.owner_cd, b.stock_cd) and k.serial_cd <> 'ALL'
      union
      select came.doc_no from stock k join serial n on n.balance_id = b.balance_id
      cross join lateral (select m.doc_no from serial_event e join stock_movement m using (movement_no)
        where e.serial_id = n.serial_id and m.movement_cd = 'RECEIPT' and m.to_place_cd = 'CELL'
        order by e.movement_no desc limit 1) came
      where (k.owner_cd, k.stock_cd) = (b.owner_cd, b.stock_cd) and k.serial_cd = 'ALL'
        and (n.serial_no in (select x.serial from ${namedSerials(named)} where x.no = r.no)
          or not exists (select from ${namedSerials(named)} where x.no = r.no))) q
    join receipt h on h.receipt_no = q.receipt_no and h.order_kind_cd = 'RETURN'
    left join shipment s on s.shipment_no = h.shipment_no`
}

const namedSerials = (named: readonly object[]): Sql =>
  sql`jsonb_to_recordset(${JSON.stringify(named)}::jsonb) x(no integer, serial text)`

const isSampleReturn = sql`coalesce('Y' in (h.sample_yn, s.sample_yn), false)`

const newCondition = (returns: Sql): Sql => sql`case r.hold_cd when 'HOLD' then 'HELD'
  when 'DAMAGE' then 'DAMAGED'
  else case when b.condition_cd = 'INSPECT' and exists (select from ${returns}
    where ${isSampleReturn}) then 'SAMPLE' else 'NORMAL' end end`

export const returnTexts = {
  expired: label(
    '유통기한이 지난 반품은 양품이 될 수 없습니다. 불량으로 변경하세요.',
    'A return that has expired cannot pass inspection. Mark it as damaged.',
  ),
  late: label(
    '반품기한이 지났습니다. 반품검품에서 타상품(X)으로 등록하세요.',
    'The return period is over. Register it as unexpected (X) in "Return inspection".',
  ),
  mixed: label(
    '샘플 반품과 일반 반품이 섞여 있습니다. 반품검품에서 반품번호별로 등록하세요.',
    'Returned samples and other returns are mixed. Register them by return in "Return inspection".',
  ),
} as const

/** Applies the rules of the inspection station to returned stock that bypasses it. */
async function rejectBadReturns(call: SaveCall, from: Sql, returns: Sql): Promise<void> {
  const found = await call.tx.query<{ no: number; violation: keyof typeof returnTexts }>(sql`
    select * from (
      select r.no, case
        when r.hold_cd = 'PASS' and coalesce(l.valid_dt < ${call.today}::date, false) then 'expired'
        when exists (select from ${returns} where exists (
          select from return_rule(b.owner_cd, b.stock_cd, case r.hold_cd when 'PASS' then 'A'
            else 'C' end) p
          where l.received_dt - warehouse_day(s.shipped_at) > p.limit_days)) then 'late'
        when r.hold_cd = 'PASS' and (select count(distinct ${isSampleReturn}) > 1
          from ${returns}) then 'mixed' end violation
      from ${from} and b.condition_cd = 'INSPECT' and r.hold_cd in ('PASS', 'DAMAGE')
        and b.qty > 0 and ${isInScope(call)}
      join lot l on l.lot_id = b.lot_id) v
    where violation is not null order by no`)
  const errors = new Map(
    found.map(({ no, violation }): [number, RowError] => [
      no,
      { row: no, column: 'HOLD_CD', text: returnTexts[violation] },
    ]),
  )
  if (errors.size > 0) throw invalidRows([...errors.values()])
}

async function changeCondition(call: SaveCall, from: Sql, take: StockWork['take'], column: string) {
  const returns = openReturns(call, take)
  await rejectBadReturns(call, from, returns)
  return changeStock(call, {
    kind: 'HOLD',
    from: sql`${from} and ${eligibleCondition}`,
    take,
    becomes: { condition_cd: newCondition(returns) },
    columns: [column, 'HOLD_CD'],
    noneMessage: label(
      '이 작업에 맞는 상태의 재고가 없습니다. 재고상태를 확인하세요.',
      'No stock is in the right condition for this action. Check the condition.',
    ),
    done: (count) =>
      label(
        `재고 ${formatCount(count)}건의 상태를 변경했습니다.`,
        `Condition of ${formatCount(count, 'stock record')} changed.`,
      ),
  })
}

const holdStockHandler = handleProcedure(holdStock, (call) =>
  changeCondition(call, stockOfRows(call, holdStock), sql`r.work_qty`, 'WORK_QTY'),
)

function holdGroup(group: StockGroup): ProcedureHandler {
  return handleProcedure(group.act, (call) =>
    changeCondition(call, selectGroupStock(call, group), 'whole', 'HOLD_CD'),
  )
}

export const holdingHandlers: readonly ProcedureHandler[] = [
  holdStockHandler,
  ...[cellHold, lotHold, itemHold, zoneHold].map(holdGroup),
]
