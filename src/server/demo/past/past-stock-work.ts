import sql, { type Sql } from 'sql-template-tag'
import { pastOwners } from './past-company.ts'
import { weekday } from '#kernel/calendar.ts'
import { columnValues, type PastRow, type PastStep } from './past-step.ts'
import { countStepFrom } from '#areas/inventory/rules/count-status.ts'
import { quoteCodes } from '#server/engine/quote-codes.ts'

const ownerCodes = pastOwners.map((owner) => owner.owner_cd)

export interface FreeStock extends Record<string, unknown> {
  balance_id: number
  owner_cd: string
  stock_cd: string
  cell_cd: string
  free: number
}

/** SQL condition: balance `b` has received nothing since the date of the step. */
function isUnchangedSinceStep({ place }: PastStep): Sql {
  if (!place.isPast) return sql`true`
  return sql`not exists (select from stock_movement m
    where m.to_balance_id = b.balance_id and m.posted_at >= day_end(${place.day}::date))`
}

export async function pickStock(step: PastStep, count: number, which: Sql): Promise<FreeStock[]> {
  const rows = await step.tx.query<FreeStock>(sql`
    select b.balance_id, b.owner_cd, b.stock_cd, b.cell_cd, b.qty::float8 free
    from stock_balance b
    where b.wcode = ${step.place.wcode} and b.owner_cd = any(${ownerCodes}::text[])
      and b.qty > 0 and b.alloc_qty + b.pick_qty = 0 and b.bonded_cd = 'FREE' and ${which}
      and ${isUnchangedSinceStep(step)}
    order by b.owner_cd, b.stock_cd, b.balance_id`)
  const chosen: FreeStock[] = []
  while (chosen.length < count && rows.length > 0) {
    chosen.push(...rows.splice(step.chance.between(0, rows.length - 1), 1))
  }
  return chosen
}

/** Returns the cell one level up, or one level down from the top level. */
export const nextCell = (cell: string): string =>
  cell.slice(0, -1) + (cell.endsWith('4') ? '3' : String(Number(cell.at(-1)) + 1))

const isNormal = sql`b.condition_cd = 'NORMAL'`

async function moveStock(step: PastStep): Promise<void> {
  const rows = await pickStock(step, 3, isNormal)
  await step.save(
    'inventory/move',
    { user: 'picker', at: '1630' },
    rows.map(({ balance_id: id, cell_cd: cell, free }): PastRow => {
      return {
        BALANCE_ID: String(id),
        WORK_QTY: free,
        TO_CELL_CD: nextCell(cell),
        REASON: '보충',
      }
    }),
  )
}

export async function holdStock(step: PastStep, count = 2): Promise<void> {
  const rows = await pickStock(step, count, isNormal)
  await step.save(
    'inventory/hold',
    { user: 'clerk', at: '1635' },
    rows.map(({ balance_id: id, free }): PastRow => {
      const REASON = step.chance.pick(['품질 검사', '화주 요청', '라벨 재작업'])
      return { BALANCE_ID: String(id), HOLD_CD: 'HOLD', WORK_QTY: free, REASON }
    }),
  )
}

async function releaseStock(step: PastStep): Promise<void> {
  const rows = await pickStock(step, 2, sql`b.condition_cd = 'HELD'`)
  await step.save(
    'inventory/hold',
    { user: 'clerk', at: '1640' },
    rows.map(({ balance_id: id, free }) => {
      return { BALANCE_ID: String(id), HOLD_CD: 'RELEASE', WORK_QTY: free, REASON: '검사 합격' }
    }),
  )
}

async function adjustStock(step: PastStep): Promise<void> {
  const rows = await pickStock(step, 2, isNormal)
  await step.save(
    'inventory/adjust',
    { user: 'clerk', at: '1645' },
    rows.map(({ balance_id: id }) => {
      return { BALANCE_ID: String(id), ADJUST_QTY: -1, REASON: step.chance.pick(['파손', '분실']) }
    }),
  )
}

/**
 * SQL condition: balance `b` is the only one in its cell, so the item code alone identifies the
 * counted stock.
 */
const isAloneInCell = sql`b.condition_cd = 'NORMAL' and not exists (select from stock_balance o
    where o.wcode = b.wcode and o.cell_cd = b.cell_cd and o.balance_id <> b.balance_id and o.qty > 0)
  and not exists (select from count_line l join count_job j using (job_no)
    where l.balance_id = b.balance_id and j.state_cd not in (${quoteCodes(countStepFrom.over)}))`

export async function planCount(
  step: PastStep,
  count: number,
): Promise<{ job: string; rows: FreeStock[] }> {
  const rows = await pickStock(step, count, isAloneInCell)
  const created = await step.save(
    'inventory/make-count',
    { user: 'super', at: '1650' },
    rows.map(({ cell_cd: CELL_CD }): PastRow => {
      return { METHOD_CD: 'CELL', ZONE_CD: CELL_CD.charAt(0), CELL_CD, COUNT_DT: step.place.day }
    }),
  )
  return { job: columnValues(created, 'JOB_NO')[0] ?? '', rows }
}

export async function countPlanned(
  step: PastStep,
  job: string,
  rows: readonly FreeStock[],
): Promise<void> {
  const odd = step.chance.between(0, rows.length - 1)
  for (const [index, { cell_cd: CELL_CD, stock_cd: CODE, free }] of rows.entries()) {
    const QTY = index === odd ? Math.max(0, free + step.chance.pick([-2, -1, 1])) : free
    const scan = { JOB_NO: job, CELL_CD, CODE, QTY }
    await step.save('inventory/count-scan', { user: 'picker', at: '1655' }, [scan])
  }
  const done = rows.length > 0 ? [{ JOB_NO: job }] : []
  await step.save('inventory/finish-count', { user: 'picker', at: '1730' }, done)
}

async function approveAdjustment(step: PastStep, job: string): Promise<void> {
  const lines = await step.tx.query<{ line_no: number }>(sql`
    select line_no from count_line where job_no = ${job} and diff_qty <> 0 order by 1`)
  await step.save(
    'inventory/approve-count',
    { user: 'super', at: '1745' },
    lines.map(({ line_no: LINE_NO }) => ({ JOB_NO: job, LINE_NO, REASON: '재고실사' })),
  )
}

export async function runStockWork(step: PastStep): Promise<void> {
  const day = weekday(step.place.day)
  if (day === 1) await moveStock(step)
  if (day === 2) await holdStock(step)
  if (day === 3) await adjustStock(step)
  if (day === 4) await releaseStock(step)
  if (day === 5) {
    const { job, rows } = await planCount(step, 4)
    await countPlanned(step, job, rows)
    if (job) await approveAdjustment(step, job)
  }
}
