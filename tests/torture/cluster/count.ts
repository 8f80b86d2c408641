import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import type { ClusterSite } from './site.ts'
import { scarceItem, scheduleCode, type SaveRecord } from './users.ts'

export interface EffectCounts {
  /** Acknowledged saves without an effect. */
  readonly lost: number
  /** Saves with more than one effect. */
  readonly doubled: number
  /** Allocated beyond the stock. */
  readonly oversold: number
  readonly schedulesMissed: number
  readonly schedulesDoubled: number
  readonly findings: string
}

const effects: Readonly<Record<SaveRecord['kind'], string>> = {
  adjust: `select reason mark, count(*)::int n from stock_movement where reason like 'CL-%' group by 1`,
  receipt: `select owner_order_no mark, count(*)::int n from receipt
    where owner_order_no like 'CL-%' group by 1`,
  receive: `select doc_no mark, count(*)::int n from stock_movement
    where movement_cd = 'RECEIPT' group by 1`,
  order: `select remark mark, count(*)::int n from shipment where remark like 'CL-%' group by 1`,
  allocate: `select h.shipment_no mark, count(*)::int n from allocation a
    join shipment_line h using (line_id) group by 1`,
}

/** Compares the acknowledged saves with the database, by separate SQL. */
async function countEffects(site: ClusterSite, saves: readonly SaveRecord[]) {
  let lost = 0
  let doubled = 0
  for (const [kind, text] of Object.entries(effects)) {
    if (kind === 'allocate') continue
    const rows = await site.ask(text)
    const times = new Map(rows.map(({ mark, n }) => [String(mark), Number(n)]))
    for (const save of saves) {
      if (save.kind !== kind) continue
      const created = times.get(save.mark) ?? 0
      if (save.acknowledged && created === 0) lost += 1
      if (created > 1) doubled += 1
    }
  }
  return { lost, doubled }
}

/**
 * Counts allocations of one-piece orders. There must be one per acknowledged save, up to the stock.
 */
async function countAllocations(site: ClusterSite, saves: readonly SaveRecord[]) {
  const [row] = await site.ask(
    `select coalesce(sum(qty), 0)::float8 stock, coalesce(sum(alloc_qty), 0)::float8 allocated,
       coalesce(sum(greatest(alloc_qty - qty, 0)), 0)::float8 oversold
     from stock_balance where stock_cd = $1`,
    [scarceItem],
  )
  const orders = saves.filter(({ kind }) => kind === 'allocate')
  const known = orders.filter(({ acknowledged }) => acknowledged).length
  const allocated = Number(row?.['allocated'])
  return {
    lost: Math.max(0, Math.min(known, Number(row?.['stock'])) - allocated),
    doubled: Math.max(0, allocated - orders.length),
    oversold: Number(row?.['oversold']),
  }
}

/**
 * Checks that every minute from the first run to the last check of the schedules has exactly one
 * run.
 */
async function countSchedules(site: ClusterSite) {
  const [row] = await site.ask(
    `with run as (
       select due_at, count(*)::int n from schedule_run where schedule_cd = $1 group by 1),
     due as (
       select generate_series(min(due_at), now() - interval '30 seconds', interval '1 minute') at
       from run)
     select (select count(*)::int from due where not exists (
         select from run where run.due_at = due.at)) missed,
       (select count(*)::int from run where n > 1) doubled`,
    [scheduleCode],
  )
  return { schedulesMissed: Number(row?.['missed']), schedulesDoubled: Number(row?.['doubled']) }
}

function verify(site: ClusterSite): string {
  const script = fileURLToPath(new URL('../../../src/server/verify.ts', import.meta.url))
  const env = { ...process.env, DATABASE_URL: site.primaryUrl, LISTEN_URL: '' }
  const answer = spawnSync(process.execPath, [script], { env, encoding: 'utf8' })
  const lines = `${answer.stdout}${answer.stderr}`.trim().split('\n')
  return lines.filter((line) => !line.startsWith('✓')).join('\n')
}

export async function countAll(
  site: ClusterSite,
  saves: readonly SaveRecord[],
): Promise<EffectCounts> {
  const single = await countEffects(site, saves)
  const { oversold, lost, doubled } = await countAllocations(site, saves)
  return {
    lost: single.lost + lost,
    doubled: single.doubled + doubled,
    oversold,
    ...(await countSchedules(site)),
    findings: verify(site),
  }
}
