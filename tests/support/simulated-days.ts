import fc from 'fast-check'
import sql from 'sql-template-tag'
import { testPassword, type TestSite } from '#tests/support/app.ts'
import { stockCommands } from '#tests/torture/stock-commands.ts'
import { RealStock, StockModel } from '#tests/torture/stock-model.ts'
import { WireUser } from '#tests/torture/wire-user.ts'
import { toUnits } from './summary-model.ts'

const triggers = [
  ['stock_movement', 'stock_movement_append_only'],
  ['stock_measure', 'stock_measure_guard'],
] as const

/**
 * Moves everything posted after a movement, and measures entered today, to another date. The
 * database assigns the timestamps, so they are changed with its guards disabled. The last movement
 * is just before midnight.
 */
export async function moveToDate(site: TestSite, day: string, after: number): Promise<number> {
  return site.db.transaction(async (tx) => {
    for (const [table, name] of triggers) {
      await tx.script(`alter table ${table} disable trigger ${name}`)
    }
    const [last] = await tx.query<{ no: number }>(sql`
      select coalesce(max(movement_no), 0) no from stock_movement`)
    const to = last?.no ?? 0
    await tx.execute(sql`
      update stock_movement set business_dt = ${day}::date,
        posted_at = day_end(${day}::date) - interval '100 milliseconds'
          - make_interval(secs => 7 * (${to} - movement_no))
      where movement_no > ${after}`)
    // Receipt lines also store the date on which they were last received.
    await tx.execute(sql`
      update receipt_line l set receive_dt = (
        select max(m.business_dt) from stock_movement m
        where m.movement_cd = 'RECEIPT' and m.doc_no = l.receipt_no and m.doc_line = l.line_no
          and m.reverses_no is null
          and not exists (select from stock_movement x where x.reverses_no = m.movement_no))
      where l.receive_dt is not null`)
    await tx.execute(sql`update stock_measure set from_dt = ${day}::date
      where from_dt = warehouse_day(now())`)
    for (const [table, name] of triggers) {
      await tx.script(`alter table ${table} enable trigger ${name}`)
    }
    return to
  })
}

/**
 * Generates days with receiving, ordering, moving, holding, adjusting and shipping, and reversals
 * of these.
 */
export async function simulateDays(
  site: TestSite,
  items: readonly string[],
  days: readonly string[],
  seed: number,
  beside: (day: string, at: number) => Promise<unknown>,
  after: number,
): Promise<number> {
  const url = await site.app.listen({ port: 0, host: '127.0.0.1' })
  const real = new RealStock(site, await WireUser.login(url, 'admin', testPassword), items)
  const model = new StockModel()
  let last = after
  for (const [index, day] of days.entries()) {
    const commands = fc.commands(stockCommands, { maxCommands: 16, size: 'max' })
    for (const given of fc.sample(commands, { numRuns: 1, seed: seed + index })) {
      await fc.asyncModelRun(() => ({ model, real }), given)
    }
    await beside(day, index)
    last = await moveToDate(site, day, last)
  }
  real.user.close()
  return last
}

/** Sum of the movements of an item on a date, in billionths. */
export interface Flow {
  receipt: bigint
  shipment: bigint
  adjust: bigint
  transfer: bigint
}

/** Flows of every item and date of a warehouse from single movements, keyed by `day owner item`. */
export async function computeFlows(site: TestSite, wcode: string): Promise<Map<string, Flow>> {
  const rows = await site.db.query<{ key: string; kind: string; qty: string }>(sql`
    select to_char(m.posted_at at time zone 'Asia/Seoul', 'YYYYMMDD') || ' ' || b.owner_cd || ' '
        || b.stock_cd "key", m.movement_cd kind,
      case when b.balance_id = m.to_balance_id then m.qty else -m.qty end::text qty
    from stock_movement m
    join stock_balance b on b.balance_id in (m.to_balance_id, m.from_balance_id)
    where b.wcode = ${wcode}`)
  const flows = new Map<string, Flow>()
  for (const { key, kind, qty } of rows) {
    const flow = flows.get(key) ?? { receipt: 0n, shipment: 0n, adjust: 0n, transfer: 0n }
    const moved = toUnits(qty) ?? 0n
    if (kind === 'RECEIPT') flow.receipt += moved
    else if (kind === 'SHIPMENT') flow.shipment -= moved
    else if (kind === 'ADJUST') flow.adjust += moved
    else flow.transfer += moved
    flows.set(key, flow)
  }
  return flows
}
