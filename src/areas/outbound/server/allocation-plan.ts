import { createHash } from 'node:crypto'
import sql, { type Sql } from 'sql-template-tag'
import { label } from '#kernel/label.ts'
import type { Transaction } from '#server/db/database.ts'
import { AppError } from '#server/base/app-error.ts'
import type { SaveCall, SaveResult } from '#server/engine/handler.ts'
import { wireRows } from '#server/engine/run-query.ts'
import { allocationPlan } from '../operations/allocating.ts'
import { conditionFlags, firstReasonSql, firstRemedySql } from './eligible.ts'
import { joinLineStock, toLineNeeds } from './join-line-stock.ts'
import { shortageReason } from './shortage-reason.ts'

/** Maximum number of excluded balances listed for a line. The line's reason counts all of them. */
const maxWithheld = 20

export const planTexts = {
  whole: label('부분출고 불가: ', 'Partial shipment not allowed: '),
  givenUp: label(
    '부분출고 불가 출고라 할당하지 않음',
    'Not allocated: partial shipment not allowed',
  ),
  allowPartial: label(
    '부분출고 허용 또는 부족 행 해결',
    'Allow partial shipment or fill the short line',
  ),
  elsewhere: label('다른 출고에 할당: ', 'Allocated to another shipment: '),
  cancelOther: label('그 출고의 할당취소', 'Cancel that allocation'),
  absent: label('재고에 없음', 'Not in stock'),
  receive: label('입고 또는 발주 필요', 'Receive or order more'),
}

/** An allocation to a line. Quantities are text to preserve their precision in the round trip. */
interface PlannedAllocation extends Record<string, unknown> {
  readonly shipment_no: string
  readonly line_no: number
  readonly balance_id: string
  readonly alloc_qty: string
}

export function allocationsByLine(
  tx: Transaction,
  numbers: readonly string[],
): Promise<PlannedAllocation[]> {
  return tx.query<PlannedAllocation>(sql`
    select shipment_no, line_no, balance_id::text, alloc_qty::text from allocation
    where shipment_no = any(${[...numbers]}::text[]) and alloc_qty > 0
    order by shipment_no, line_no, balance_id`)
}

function planFingerprint(allocations: readonly PlannedAllocation[]): string {
  const allocationValues = allocations.map((allocation) => Object.values(allocation))
  return createHash('sha256').update(JSON.stringify(allocationValues)).digest('hex').slice(0, 32)
}

/** Throws AppError 409 if the result differs from the plan that was shown. */
export async function rejectOtherPlan(call: SaveCall, numbers: readonly string[]): Promise<void> {
  const shown = call.rows.map(({ values }) => values['PLAN_MARK']).find((mark) => mark !== null)
  if (shown === planFingerprint(await allocationsByLine(call.tx, numbers))) return
  throw new AppError(
    409,
    'PLAN_CHANGED',
    label(
      '그 사이 재고나 출고가 변경되어 미리보기와 결과가 다릅니다. 새 미리보기를 확인한 뒤 할당하세요.',
      'Stock or shipments have changed since the preview. Check the new preview, then allocate.',
    ),
  )
}

/**
 * Result of an allocation per line: changes since `before`, shortages with their reason, and
 * excluded stock with its reason and remedy.
 */
export async function planAllocation(
  call: SaveCall,
  numbers: readonly string[],
  before: readonly PlannedAllocation[],
): Promise<NonNullable<SaveResult['plan']>> {
  const rows = await call.tx.query(sql`
    select v.*, k.stock_nm from (
      ${findAllocatedSince(numbers, before)} union all
      ${shortLines(call, numbers)} union all
      ${selectWithheldStock(call, numbers)}) v
    join stock k using (owner_cd, stock_cd)
    order by v.shipment_no, v.line_no, v.part, v.turn`)
  return {
    mark: planFingerprint(await allocationsByLine(call.tx, numbers)),
    rows: wireRows(allocationPlan, rows),
  }
}

function findAllocatedSince(numbers: readonly string[], before: readonly PlannedAllocation[]): Sql {
  return sql`
    select shipment_no, line_no, b.owner_cd, b.stock_cd,
      coalesce(a.alloc_qty, 0) - coalesce(p.alloc_qty, 0) plan_qty, null::numeric short_qty,
      null::numeric kept_qty, null::text reason, null::text freed_by, c.zone_cd, b.cell_cd,
      lot.lot_no, lot.mark, lot.valid_dt, lot.received_dt, b.pallet_no, b.box_no, 1 part,
      row_number() over (order by z.pick_seq, c.pick_seq, b.cell_cd, balance_id) turn
    from (select * from allocation
      where shipment_no = any(${[...numbers]}::text[]) and alloc_qty > 0) a
    full join jsonb_to_recordset(${JSON.stringify(before)}::jsonb)
      p(shipment_no text, line_no int, balance_id bigint, alloc_qty numeric)
      using (shipment_no, line_no, balance_id)
    join stock_balance b using (balance_id)
    join lot using (lot_id)
    join cell c on c.wcode = b.wcode and c.cell_cd = b.cell_cd
    join zone z on z.wcode = c.wcode and z.zone_cd = c.zone_cd
    where coalesce(a.alloc_qty, 0) <> coalesce(p.alloc_qty, 0)`
}

function shortLines({ today, language }: SaveCall, numbers: readonly string[]): Sql {
  const whole = sql`case when s.partial_yn = 'N' then ${planTexts.whole[language]}::text else '' end`
  return sql`
    select l.shipment_no, l.line_no, l.owner_cd, l.stock_cd, null::numeric,
      l.order_qty - l.alloc_qty, null::numeric, ${whole} || ${shortageReason(today, language)}
        || case when t.qty > 0 and l.order_qty > t.qty
          then ${` · ${planTexts.absent[language]} `}::text || (l.order_qty - t.qty)::float else '' end,
      case when l.order_qty > t.qty then ${planTexts.receive[language]}::text end,
      null, null, null, null, null::date, null::date, null, null, 2, 0
    from shipment_line l join shipment s using (shipment_no)
    -- All stock of the item. A shortage beyond it can only be filled by a receipt.
    cross join lateral (select coalesce(sum(b.qty), 0) qty from stock_balance b
      where b.wcode = s.wcode and b.owner_cd = l.owner_cd and b.stock_cd = l.stock_cd) t
    where l.shipment_no = any(${[...numbers]}::text[]) and l.order_qty > l.alloc_qty`
}

function selectWithheldStock({ today, language }: SaveCall, numbers: readonly string[]): Sql {
  const text = (key: keyof typeof planTexts) => sql`${planTexts[key][language]}::text`
  return sql`
    select shipment_no, line_no, owner_cd, stock_cd, null::numeric, null::numeric, kept_qty,
      coalesce(reason, case when is_free then ${text('givenUp')}
        else ${text('elsewhere')} || other_no end),
      coalesce(freed_by, case when is_free then ${text('allowPartial')}
        else ${text('cancelOther')} end),
      zone_cd, cell_cd, lot_no, mark, valid_dt, received_dt, pallet_no, box_no, 3, turn
    from (
      select g.*, row_number() over (partition by shipment_no, line_no
        order by kept_qty desc, cell_cd, balance_id) turn
      from (
        select l.shipment_no, l.line_no, l.owner_cd, l.stock_cd, b.balance_id, c.zone_cd, b.cell_cd,
          lot.lot_no, lot.mark, lot.valid_dt, lot.received_dt, b.pallet_no, b.box_no,
          ${firstReasonSql(language)} reason, ${firstRemedySql(language)} freed_by,
          b.qty > b.alloc_qty + b.pick_qty is_free, o.other_no,
          case when b.qty > b.alloc_qty + b.pick_qty then b.qty - b.alloc_qty - b.pick_qty
            else o.qty end kept_qty
        from shipment_line l join shipment s using (shipment_no)
        cross join lateral ${joinLineStock(today)}
        cross join lateral (${conditionFlags(toLineNeeds(today))}) f
        cross join lateral (
          select min(a.shipment_no) || case when count(distinct a.shipment_no) > 1
              then ' +' || count(distinct a.shipment_no) - 1 else '' end other_no,
            sum(a.alloc_qty + a.pick_qty) qty
          from allocation a where a.balance_id = b.balance_id
            and a.shipment_no <> l.shipment_no and a.alloc_qty + a.pick_qty > 0) o
        where l.shipment_no = any(${[...numbers]}::text[]) and l.order_qty > l.alloc_qty) g
      where kept_qty > 0) t
    where turn <= ${maxWithheld}`
}
