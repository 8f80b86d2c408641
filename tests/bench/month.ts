import { existsSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { gunzipSync } from 'node:zlib'
import type { Value } from '#kernel/field.ts'
import { parseCsv } from '#server/files/csv-parser.ts'
import { runInParallel } from '#tests/torture/client.ts'
import { TimedUser } from './timed-user.ts'

const monthFile = fileURLToPath(
  new URL('../../../shared/data/orders-2010-12.csv.gz', import.meta.url),
)

export const hasMonth = existsSync(monthFile)

type Row = Record<string, Value>

interface MonthLine {
  readonly order: string
  readonly item: string
  readonly name: string
  readonly qty: number
  readonly customer: string
}

/** Reads the item lines of the month, without returns, postage and lines without a quantity. */
function readMonth(maxOrders: number): MonthLine[] {
  const text = gunzipSync(readFileSync(monthFile)).toString()
  const [, ...rows] = parseCsv(text)
  const lines = rows.flatMap((cells): MonthLine[] => {
    const [order = '', item = '', name = '', qty = '', , , customer = ''] = cells
    const isGoods = /^\d/.test(order) && /^\d/.test(item) && Number(qty) > 0
    return isGoods ? [{ order, item: item.toUpperCase(), name, qty: Number(qty), customer }] : []
  })
  const orders = new Set([...new Set(lines.map(({ order }) => order))].slice(0, maxOrders))
  return lines.filter(({ order }) => orders.has(order))
}

interface Step {
  readonly name: string
  readonly lines: number
  readonly ms: number
  readonly goalMs?: number
}

const owner = 'GIFT'
const counterUserId = 'COUNTER'
const day = '20261220'

function takeWave(numbers: [number: string, lines: number][], wanted: number) {
  const taken: string[] = []
  let lines = 0
  while (numbers.length > 0 && lines < wanted) {
    const [number, count] = numbers.shift() ?? ['', 0]
    taken.push(number)
    lines += count
  }
  return { taken, lines }
}

/**
 * Runs a month of a real wholesaler through every step over HTTP. Receives stock, saves orders,
 * lists, picks, checks scan by scan and ships. Allocates in waves of one, ten and the remaining
 * thousands of lines. Prints each step and throws if one is rejected.
 */
export async function runMonth(url: string, store: string, password?: string): Promise<void> {
  const user = await TimedUser.login(url, password)
  const lines = readMonth(Number(process.env['MONTH_ORDERS'] ?? Infinity))
  const steps: Step[] = []
  const timeWork = async (
    name: string,
    count: number,
    work: () => Promise<unknown>,
    goalMs?: number,
  ) => {
    const started = performance.now()
    await work()
    const ms = performance.now() - started
    steps.push({ name, lines: count, ms, ...(goalMs === undefined ? {} : { goalMs }) })
    console.log(`  ${name}: ${count} lines in ${(ms / 1000).toFixed(2)} s`)
  }
  await addMasters(user, lines)
  await receiveAll(user, lines, timeWork)
  const orders = new Map<string, number>()
  await timeWork('orders saved', lines.length, async () => {
    const { answer } = await user.save(
      'outbound/upload-shipments',
      lines.map(({ order, item, name, qty, customer }) => ({
        OWNER_CD: owner,
        SHIPMENT_DT: day,
        OWNER_ORDER_NO: order,
        STOCK_CD: item,
        STOCK_NM: name || item,
        ORDER_QTY: qty,
        SHIP_TO_CD: customer || counterUserId,
      })),
    )
    for (const row of answer.data.rows) {
      const number = String(row['SHIPMENT_NO'])
      orders.set(number, (orders.get(number) ?? 0) + 1)
    }
  })
  const numbers = [...orders.keys()]
  await allocateWaves(user, [...orders], store, timeWork)
  const saveEach = (name: string) => () =>
    user.save(
      `outbound/${name}`,
      numbers.map((SHIPMENT_NO) => ({ SHIPMENT_NO })),
    )
  await timeWork('picking lists', lines.length, saveEach('mark-listed'))
  await pickAll(user, timeWork)
  await checkAll(user, numbers, timeWork)
  await timeWork('checks finished', lines.length, saveEach('finish-check'))
  await timeWork('shipped (posted)', lines.length, saveEach('ship'))
  printSteps(store, steps)
}

type Timed = (
  name: string,
  count: number,
  work: () => Promise<unknown>,
  goalMs?: number,
) => Promise<void>

async function addMasters(user: TimedUser, lines: readonly MonthLine[]): Promise<void> {
  const names = new Map(lines.map(({ item, name }) => [item, name]))
  await user.save(
    'master/upload-stock',
    [...names].map(([STOCK_CD, name]) => ({
      OWNER_CD: owner,
      STOCK_CD,
      STOCK_NM: name || STOCK_CD,
      GOODS_YN: 'Y',
    })),
  )
  const customers = [...new Set(lines.map(({ customer }) => customer || counterUserId))]
  await user.save(
    'master/save-ship-to',
    customers.map((code) => ({
      BATCH_FLAG: 'I',
      OWNER_CD: owner,
      SHIP_TO_CD: code,
      SHIP_TO_NM: `고객 ${code}`,
    })),
  )
}

/**
 * Receives the demand of the month for each item in many small deliveries, which creates many lots.
 */
async function receiveAll(user: TimedUser, lines: readonly MonthLine[], timed: Timed) {
  const wanted = new Map<string, number>()
  for (const { item, qty } of lines) wanted.set(item, (wanted.get(item) ?? 0) + qty)
  const half = (qty: number) => Math.ceil(qty / 2)
  const receipts = ['A', 'B'].flatMap((part) =>
    [...wanted].map(([STOCK_CD, qty]) => ({
      OWNER_CD: owner,
      RECEIPT_DT: day,
      OWNER_ORDER_NO: `MONTH-${part}`,
      STOCK_CD,
      ORDER_QTY: half(qty),
    })),
  )
  const { answer } = await user.save('inbound/upload-receipts', receipts)
  const numbers = [...new Set(answer.data.rows.map((row) => String(row['RECEIPT_NO'])))]
  await timed(
    'received and posted',
    receipts.length,
    () =>
      user.save(
        'inbound/receive-bulk',
        numbers.map((RECEIPT_NO) => ({ RECEIPT_NO })),
      ),
    3000,
  )
}

async function allocateWaves(
  user: TimedUser,
  remaining: [string, number][],
  store: string,
  timed: Timed,
): Promise<void> {
  const goals = [
    [1_000, 1_000],
    [10_000, store === 'PostgreSQL' ? 6_000 : 10_000],
  ] as const
  for (const [wanted, goal] of goals) {
    const { taken, lines } = takeWave(remaining, wanted)
    const rows = taken.map((SHIPMENT_NO) => ({ SHIPMENT_NO }))
    if (rows.length)
      await timed('allocated', lines, () => user.save('outbound/allocate', rows), goal)
  }
  const { taken, lines } = takeWave(remaining, Infinity)
  const rows = taken.map((SHIPMENT_NO) => ({ SHIPMENT_NO }))
  if (rows.length) await timed('allocated', lines, () => user.save('outbound/allocate', rows))
}

async function pickAll(user: TimedUser, timed: Timed): Promise<void> {
  const { rows } = await user.query('outbound/picking-lines', { OWNER_CD: owner })
  const picks = rows.map((row): Row => {
    return { ALLOC_ID: row['ALLOC_ID'] ?? null, PICKED_QTY: row['ALLOC_QTY'] ?? null }
  })
  await timed('picked', picks.length, () => user.save('outbound/pick', picks))
}

/**
 * Four stations in parallel. An item on several lines of an order is scanned once with its total.
 */
async function checkAll(user: TimedUser, numbers: readonly string[], timed: Timed): Promise<void> {
  const scans: Row[] = []
  for (const number of numbers) {
    const { rows } = await user.query('outbound/shipment-lines', { SHIPMENT_NO: number })
    const sums = new Map<string, number>()
    for (const row of rows) {
      const item = String(row['STOCK_CD'])
      sums.set(item, (sums.get(item) ?? 0) + Number(row['PICK_QTY']))
    }
    for (const [CODE, QTY] of sums) if (QTY > 0) scans.push({ SHIPMENT_NO: number, CODE, QTY })
  }
  await timed('checked, scan by scan', scans.length, () =>
    runInParallel(scans, 4, async (scan) => {
      await user.save('outbound/check-scan', [scan])
    }),
  )
}

function printSteps(store: string, steps: readonly Step[]): void {
  console.log(`${store}: what                      lines   seconds   lines/s      goal`)
  for (const { name, lines, ms, goalMs } of steps) {
    const cells = [
      String(lines).padStart(8),
      (ms / 1000).toFixed(2).padStart(10),
      (lines / (ms / 1000)).toFixed(0).padStart(10),
      goalMs === undefined ? '' : `${(goalMs / 1000).toFixed(0)} s`.padStart(10),
    ]
    console.log(name.padEnd(32) + cells.join(''))
  }
}
