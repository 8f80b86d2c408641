import { setImmediate as yieldToOthers } from 'node:timers/promises'
import sql from 'sql-template-tag'
import { addDays, timestampAt } from '#kernel/calendar.ts'
import { analyzeChanged, summariseRanges } from '#server/db/analyze-tables.ts'
import type { Database, Transaction } from '#server/db/database.ts'
import type { JobHandler } from '#server/jobs/job.ts'
import { AppError } from '#server/base/app-error.ts'
import { enqueueJob } from '#server/jobs/job-queue.ts'
import { Chance } from './chance.ts'
import {
  billMonths,
  addBillingOfToday,
  chargePast,
  isBillDay,
  isPayDay,
  payBills,
} from './past-billing.ts'
import { pastOwners } from './past-company.ts'
import { countDays, isHoliday } from './past-days.ts'
import { receiveInitialStock, runInboundDay } from './past-inbound.ts'
import { addPastMasters } from './past-masters.ts'
import { addPastPrices } from './past-prices.ts'
import { checkShipments, addOrders, pickOrdersOfDay, shipShipments } from './past-outbound.ts'
import { addRemainingWork } from './past-remaining-work.ts'
import { hasUserWork, StepSkipped, wouldGoNegative, userWorkExists } from './skip-conflicts.ts'
import { PastStep } from './past-step.ts'
import { runStockWork } from './past-stock-work.ts'
import { addReceiptsOfToday, addShipmentsOfToday, addStockWorkOfToday } from './past-today.ts'

const kind = 'demo-past'

export interface PastOptions {
  /** The same seed generates the same company. */
  readonly seed: string
  readonly days: number
}

/**
 * Schedules the job that generates the history of a newly loaded demo company. Returns false if the
 * site has other data or closed dates.
 */
export async function planPast(db: Database, { seed, days }: PastOptions): Promise<boolean> {
  const today = timestampAt(Date.now()).slice(0, 8)
  return db.transaction(async (tx) => {
    const [site] = await tx.query<{ is_taken: boolean }>(sql`
      select exists (select from demo_past) or exists (select from ledger_day)
        or ${userWorkExists}
        or not exists (select from warehouse where wcode = 'W01')
        or not exists (select from warehouse where wcode = 'W02') is_taken`)
    if (site?.is_taken !== false) return false
    const jobId = await enqueueJob(tx, { kind, payload: {}, userId: 'admin' })
    const first = addDays(today, -days)
    await tx.execute(sql`
      insert into demo_past (job_id, seed, first_dt, last_dt, day_dt)
      values (${jobId}::uuid, ${seed}, ${first}::date, ${addDays(today, -1)}::date, ${first}::date)`)
    return true
  })
}

/**
 * Parses the setting for the number of days of history; `0` means none. Defaults to four months.
 */
export function parsePastDays(setting: string | undefined): number {
  return /^\d{1,3}$/.test(setting ?? '') ? Number(setting) : 120
}

interface Progress extends Record<string, unknown> {
  seed: string
  first_dt: string
  last_dt: string
  day_dt: string
  step_no: number
}

type StepRun = (step: PastStep) => Promise<void>

interface NamedStep {
  readonly name: string
  readonly work: StepRun
}

/**
 * Step names seed the random numbers. Renaming a step would change the company that a seed
 * generates.
 */
const toNamedSteps = (works: Readonly<Record<string, StepRun>>): NamedStep[] =>
  Object.entries(works).map(([name, work]) => ({ name, work }))
const dayWork = toNamedSteps({
  inbound: runInboundDay,
  orders: addOrders,
  picking: pickOrdersOfDay,
  checking: checkShipments,
  shipping: shipShipments,
  stockWork: runStockWork,
})
const todayWork = toNamedSteps({
  receiptsOfToday: addReceiptsOfToday,
  shipmentsOfToday: addShipmentsOfToday,
  stockOfToday: addStockWorkOfToday,
  restOfToday: addRemainingWork,
  billsOfToday: addBillingOfToday,
})
const billWork = toNamedSteps({ billMonths })
const payWork = toNamedSteps({ payBills })
const firstWork = pastOwners.map((owner): NamedStep => {
  return { name: `fillUp-${owner.owner_cd}`, work: (step) => receiveInitialStock(step, owner) }
})

interface DayStep extends NamedStep {
  readonly wcode: string
}

const toBothWarehouses = (works: readonly NamedStep[]): DayStep[] =>
  ['W01', 'W02'].flatMap((wcode) => works.map((work) => ({ ...work, wcode })))

function getStepsOfDay({ first_dt: first, last_dt: last, day_dt: day }: Progress): DayStep[] {
  const isPast = day <= last
  const works = isPast ? (isHoliday(day) ? [] : dayWork) : todayWork
  const bills = isPast && isBillDay(day) ? billWork : []
  const payments = isPast && isPayDay(day) ? payWork : []
  return [
    ...toBothWarehouses([...(day === first ? firstWork : []), ...works]),
    ...toBothWarehouses([...bills, ...payments]),
  ]
}

/** Runs one step and advances the stored position. */
async function runStep(db: Database, tx: Transaction, at: Progress, step: DayStep): Promise<void> {
  const isPast = at.day_dt <= at.last_dt
  const isRecent = isPast && countDays(at.day_dt, at.last_dt) <= 7
  const day = isPast ? at.day_dt : timestampAt(Date.now()).slice(0, 8)
  const { wcode, name, work } = step
  const chance = new Chance(at.seed, String(countDays(at.first_dt, at.day_dt)), wcode, name)
  await work(new PastStep(db, tx, { wcode, day, name, isPast, isRecent }, chance))
  const [isShort] = await Promise.all([
    isPast && wouldGoNegative(tx, wcode, day),
    tx.execute(sql`update demo_past set step_no = step_no + 1`),
  ])
  if (isShort) throw new StepSkipped()
}

async function readProgress(tx: Transaction): Promise<Progress | undefined> {
  const [at] = await tx.query<Progress>(sql`
    select seed, to_char(first_dt, 'YYYYMMDD') first_dt, to_char(last_dt, 'YYYYMMDD') last_dt,
      to_char(day_dt, 'YYYYMMDD') day_dt, step_no from demo_past for update`)
  return at
}

function skipStep(db: Database): Promise<Progress | undefined> {
  return db.transaction(async (tx) => {
    const at = await readProgress(tx)
    await tx.execute(sql`update demo_past set step_no = step_no + 1`)
    return at
  })
}

async function resume(db: Database): Promise<Progress | undefined> {
  try {
    return await resumeOnce(db)
  } catch (error) {
    // Skip even if no user has worked: the demo itself also adds stock later, through documents
    // open today or customs clearance.
    if (error instanceof StepSkipped) return skipStep(db)
    // Rows that users have changed can be rejected. Any other error is a bug of this job.
    const isRefused = error instanceof AppError && error.rows.length > 0
    if (!isRefused || !(await hasUserWork(db))) throw error
    return skipStep(db)
  }
}

function resumeOnce(db: Database): Promise<Progress | undefined> {
  return db.transaction(async (tx) => {
    // Commit without waiting for the disk, because a step lost in a power cut is repeated. Users'
    // saves still wait.
    tx.later(sql`select set_config('synchronous_commit', 'off', true)`)
    const at = await readProgress(tx)
    if (!at) return undefined
    if (at.day_dt === at.first_dt && at.step_no === 0) {
      await addPastMasters(tx)
      await addPastPrices(tx, at.first_dt)
    }
    const step = getStepsOfDay(at)[at.step_no]
    if (step) await runStep(db, tx, at, step)
    else if (at.day_dt > at.last_dt) return undefined
    else {
      await tx.execute(sql`update demo_past set day_dt = day_dt + 1, step_no = 0`)
      await tx.query(sql`select close_stock_day(interval '0')`)
    }
    return at
  })
}

/**
 * Numbers of generated days after which the tables are analyzed again, because they grow from
 * empty.
 */
const analyzeAfterDays = new Set([1, 2, 4, 8, 16, 32, 64])

/** Returns whether to calculate charges after this date: weekly and before months are billed. */
function isChargeDay({ day_dt: day, last_dt: last }: Progress): boolean {
  return isHoliday(day) || isBillDay(addDays(day, 1)) || day >= last
}

/**
 * Generates the demo history step by step. If cancelled between two steps, the data is consistent
 * up to that point.
 */
export const demoPastJob: JobHandler = {
  kind,
  bound: 'site',
  maxAttempts: 5,
  run: async ({ db, signal, progress }) => {
    let lastReport: readonly [number, string] = [0, '']
    // Let other work use the store between steps.
    const pause = async (): Promise<void> => {
      signal.throwIfAborted()
      await progress(...lastReport)
      await yieldToOthers()
    }
    await chargePast(db, pause)
    for (;;) {
      signal.throwIfAborted()
      const at = await resume(db)
      if (!at) return null
      const { first_dt: first, last_dt: last, day_dt: day } = at
      const done = countDays(first, day) - 1
      const text = `${day.slice(0, 4)}-${day.slice(4, 6)}-${day.slice(6)}`
      lastReport = [(100 * done) / (countDays(first, last) + 1), text]
      const isOver = getStepsOfDay(at)[at.step_no] === undefined
      if (isOver && isChargeDay(at)) await chargePast(db, pause)
      if (at.step_no === 0)
        await (analyzeAfterDays.has(done) ? analyzeChanged : summariseRanges)(db)
      await pause()
    }
  },
}
