import sql, { empty, type Sql } from 'sql-template-tag'
import { formatCount } from '#kernel/format-count.ts'
import { label } from '#kernel/label.ts'
import { outcomeText } from '#kernel/outcome-text.ts'
import type { Transaction } from '#server/db/database.ts'
import { invalidRows } from '#server/base/app-error.ts'
import {
  withGathering,
  handleProcedure,
  type SaveCall,
  type SaveResult,
  type SaveRow,
} from '#server/engine/handler.ts'
import { toRowErrors, recordsetSql } from '#server/engine/table-save.ts'
import {
  allocate,
  allocateAsPlanned,
  allocateLines,
  cancelAllocation,
} from '../operations/allocating.ts'
import { shipmentStatus, shipmentStepFrom } from '../rules/shipment-status.ts'
import { planAllocation, allocationsByLine, rejectOtherPlan } from './allocation-plan.ts'
import { isEligible } from './eligible.ts'
import { fillLines } from './fill-lines.ts'
import { joinLineStock, toLineNeeds } from './join-line-stock.ts'
import { lockShipments } from './lock-shipments.ts'
import { lockToAllocate } from './lock-to-allocate.ts'
import type { AllocationRequest } from './allocatable-stock.ts'

export const allocateHandler = withGathering(
  handleProcedure(allocate, async (call) => {
    const numbers = await lockToAllocate(call)
    await fillShipments(call, numbers)
    return describeShipments(call, numbers)
  }),
  { documentKey: ({ values }) => String(values['SHIPMENT_NO']), run: allocateTogether },
)

/** Allocates the shipments of several calls together, each for the user who made it. */
async function allocateTogether(calls: readonly SaveCall[]): Promise<SaveResult[]> {
  const [first] = calls
  if (!first) return []
  const all = { ...first, rows: calls.flatMap(({ rows }) => rows) }
  const numbers = await lockToAllocate(all)
  await fillShipments(all, numbers, { allocatedBy: usersByShipment(calls) })
  const states = await readStates(all.tx, numbers)
  return calls.map(({ rows }) => describeRows(rows, states))
}

function usersByShipment(calls: readonly SaveCall[]): Record<string, string> {
  const pairs = calls.flatMap(({ userId, rows }) =>
    rows.map(({ values }) => [String(values['SHIPMENT_NO']), userId]),
  )
  return Object.fromEntries(pairs)
}

export const allocateAsPlannedHandler = handleProcedure(allocateAsPlanned, async (call) => {
  const numbers = await lockToAllocate(call)
  const before = await allocationsByLine(call.tx, numbers)
  await fillShipments(call, numbers)
  const done = await describeShipments(call, numbers)
  if (call.isRehearsal) return { ...done, plan: await planAllocation(call, numbers, before) }
  await rejectOtherPlan(call, numbers)
  return done
})

export const allocateLinesHandler = handleProcedure(allocateLines, async (call) => {
  const numbers = await lockToAllocate(call)
  const given = recordsetSql(allocateLines.input, Object.keys(allocateLines.input), call.rows)
  const unknown = await call.tx.query<{ no: number }>(sql`
    select r.no from ${given} left join shipment_line l
      on l.shipment_no = r.shipment_no and l.line_no = r.line_no
    where l.line_no is null`)
  const errors = toRowErrors(unknown, call.rows, 'LINE_NO', () =>
    label('출고 행을 찾을 수 없습니다. 다시 조회하세요.', 'Line not found. Search again.'),
  )
  if (errors.length) throw invalidRows(errors)
  await fillShipments(call, numbers, {
    lines: sql`select r.shipment_no, r.line_no from ${given}`,
  })
  return describeShipments(call, numbers)
})

/**
 * Allocates until no shipment has to be released. Stock released by an all-or-nothing shipment
 * becomes available to the others.
 */
async function fillShipments(
  call: SaveCall,
  numbers: readonly string[],
  only: Pick<AllocationRequest, 'lines' | 'allocatedBy'> = {},
): Promise<void> {
  // Not awaited: it is sent in the same batch as the next query.
  const locked = lockStock(call.tx, numbers, only.lines)
  const remaining = new Set(numbers)
  for (;;) {
    const wanted = { numbers: [...remaining], today: call.today, ...only }
    await Promise.all([locked, fillLines(call, wanted)])
    const unfilled = await releaseUnfilled(call, [...remaining])
    if (unfilled.length === 0) break
    for (const number of unfilled) remaining.delete(number)
  }
}

/** Locks the balances that can be allocated, in key order, before they are read. */
export async function lockStock(
  tx: Transaction,
  numbers: readonly string[],
  lines?: Sql,
): Promise<void> {
  const named = lines ? sql`and (l.shipment_no, l.line_no) in (${lines})` : empty
  await tx.execute(sql`
    select 1 from stock_balance where balance_id in (
      select b.balance_id from stock_balance b
      join (select distinct s.wcode, l.owner_cd, l.stock_cd
            from shipment_line l join shipment s using (shipment_no)
            where l.shipment_no = any(${[...numbers]}::text[]) ${named}) w
        using (wcode, owner_cd, stock_cd)
      where b.qty > b.alloc_qty + b.pick_qty)
    order by balance_id for no key update`)
}

/**
 * Releases partly filled all-or-nothing shipments, except those released for picking. Returns the
 * shipments to drop. These are the ones that the stock now free cannot fill. If there are none, it
 * is the later half. The earlier ones can be filled once the later ones no longer compete.
 */
async function releaseUnfilled(
  { tx, today }: SaveCall,
  numbers: readonly string[],
): Promise<string[]> {
  const rows = await tx.query<{ shipment_no: string }>(sql`
    select s.shipment_no from shipment s
    where s.shipment_no = any(${numbers}::text[]) and s.partial_yn = 'N' and s.listed_at is null
      and exists (select from shipment_line l
        where l.shipment_no = s.shipment_no and l.alloc_qty < l.order_qty)
    order by s.shipment_dt, s.shipment_no`)
  const unfilled = rows.map((row) => row.shipment_no)
  if (unfilled.length === 0) return []
  await releaseAllocations(tx, unfilled)
  const unfillable = await tx.query<{ shipment_no: string }>(sql`
    select distinct l.shipment_no from shipment_line l join shipment s using (shipment_no)
    where l.shipment_no = any(${unfilled}::text[]) and l.order_qty > coalesce((
      select sum(b.qty - b.alloc_qty - b.pick_qty) from ${joinLineStock(today)}
      where ${isEligible(toLineNeeds(today))}), 0)`)
  if (unfillable.length) return unfillable.map((row) => row.shipment_no)
  return unfilled.slice(Math.floor(unfilled.length / 2))
}

function releaseAllocations(tx: Transaction, numbers: readonly string[]): Promise<number> {
  return tx.execute(sql`
    update allocation set alloc_qty = 0
    where shipment_no = any(${numbers}::text[]) and alloc_qty > 0`)
}

interface AllocatedShipment extends Record<string, unknown> {
  readonly shipment_no: string
  readonly state_cd: string
  readonly short: number
}

async function readStates(
  tx: Transaction,
  numbers: readonly string[],
): Promise<ReadonlyMap<string, AllocatedShipment>> {
  const rows = await tx.query<AllocatedShipment>(sql`
    select s.shipment_no, s.state_cd, sum(l.order_qty - l.alloc_qty) short
    from shipment s join shipment_line l using (shipment_no)
    where s.shipment_no = any(${[...numbers]}::text[]) group by 1, 2`)
  return new Map(rows.map((row) => [row.shipment_no, row]))
}

export async function describeShipments({ tx, rows }: SaveCall, numbers: readonly string[]) {
  return describeRows(rows, await readStates(tx, numbers))
}

function describeRows(
  rows: readonly SaveRow[],
  states: ReadonlyMap<string, AllocatedShipment>,
): SaveResult {
  const numbers = new Set(rows.map(({ values }) => String(values['SHIPMENT_NO'])))
  const short = [...numbers].filter((number) => (states.get(number)?.short ?? 0) > 0).length
  const full = numbers.size - short
  return {
    rows: rows.map(({ no, values }) => {
      const after = states.get(String(values['SHIPMENT_NO']))
      return { ROW: no, STATE_CD: after?.state_cd ?? null, SHORT_QTY: after?.short ?? 0 }
    }),
    message: outcomeText(
      [
        full,
        label(
          `${formatCount(numbers.size)}건 중 ${formatCount(full)}건을 모두 할당했습니다.`,
          `${formatCount(full)} of ${formatCount(numbers.size, 'shipment')} fully allocated.`,
        ),
      ],
      [short, label(`${formatCount(short)}건이 부족합니다.`, `${formatCount(short)} short.`)],
    ),
  }
}

export const cancelAllocationHandler = handleProcedure(cancelAllocation, async (call) => {
  const numbers = await lockShipments(call, shipmentStepFrom.cancelAllocation)
  await releaseAllocations(call.tx, numbers)
  await call.tx.execute(sql`
    update shipment set listed_at = null where shipment_no = any(${numbers}::text[])`)
  return {
    rows: call.rows.map((row) => ({ ROW: row.no, STATE_CD: shipmentStatus.open })),
    message: label(
      `${formatCount(numbers.length)}건의 할당을 취소했습니다.`,
      `${formatCount(numbers.length, 'allocation')} cancelled.`,
    ),
  }
})
