import { randomUUID } from 'node:crypto'
import sql from 'sql-template-tag'
import { sealLedger } from '#areas/inventory/server/ledger-worker.ts'
import { verifyLedger } from '#areas/inventory/server/verify.ts'
import { testDatabase, testDatabaseUrl } from '#tests/support/database.ts'
import { startServer } from '#tests/support/server-process.ts'
import { Client, runInParallel, percentile, type Row } from './client.ts'

const items = ['HOT1', 'HOT2', 'HOT3', 'HOT4', 'HOT5'] as const
const owner = 'GIFT'
const day = '20261120'
/** Stays below the number of concurrent requests that a server accepts from one session. */
const workersPerSession = 4

export interface HotAllocation {
  readonly requests: number
  readonly servers: number
  readonly workers: number
}

export interface HotResult {
  readonly sent: number
  readonly perSecond: number
  readonly p95Ms: number
  readonly refused: number
  readonly repeated: number
  readonly hungUp: number
  /** Number of transactions that allocated. Fewer than the orders if waiting saves share one. */
  readonly transactions: number
  /** Quantity allocated beyond the stock, over all items. Must be 0. */
  readonly oversold: number
  readonly promised: number
  readonly stock: number
  readonly findings: readonly string[]
}

/** Stocks three fifths of the ordered quantity, to leave the last orders short. */
async function prepare(
  client: Client,
  requests: number,
): Promise<{ orders: string[]; stock: number }> {
  const perItem = Math.ceil((requests / items.length) * 0.6)
  await client.saved(
    'master/save-stock',
    items.map((item) => ({ BATCH_FLAG: 'I', OWNER_CD: owner, STOCK_CD: item, STOCK_NM: item })),
  )
  const receipts = await client.saved(
    'inbound/upload-receipts',
    items.map((item) => ({
      OWNER_CD: owner,
      RECEIPT_DT: day,
      OWNER_ORDER_NO: 'HOT',
      STOCK_CD: item,
      ORDER_QTY: perItem,
    })),
  )
  await client.saved('inbound/receive-bulk', [{ RECEIPT_NO: receipts[0]?.['RECEIPT_NO'] ?? null }])
  const orders: string[] = []
  for (let from = 0; from < requests; from += 500) {
    const rows = Array.from({ length: Math.min(500, requests - from) }, (_, index): Row[] => {
      const ref = `N${from + index}`
      return [
        { ROW_TYPE: 'H', BATCH_FLAG: 'I', DOC_REF: ref, OWNER_CD: owner, SHIPMENT_DT: day },
        {
          ROW_TYPE: 'L',
          BATCH_FLAG: 'I',
          DOC_REF: ref,
          STOCK_CD: items[(from + index) % items.length] ?? '',
          ORDER_QTY: 1,
        },
      ]
    }).flat()
    const saved = await client.saved('outbound/save-shipments', rows)
    orders.push(...new Set(saved.map((row) => String(row['SHIPMENT_NO']))))
  }
  return { orders, stock: perItem * items.length }
}

/**
 * Allocates one-piece orders for five items with many workers over several servers of one
 * PostgreSQL. A tenth of the requests is sent twice concurrently with one key. One in twenty is
 * aborted before its response and retried. Exactly the available stock must be allocated in the
 * end.
 */
export async function competeForHotItems(size: HotAllocation): Promise<HotResult> {
  const db = await testDatabase()
  const env = { DATABASE_URL: testDatabaseUrl(db) }
  const servers = [await startServer({ env })]
  for (let more = 1; more < size.servers; more += 1) servers.push(await startServer({ env }))
  try {
    const urls = servers.map(({ url }) => url)
    const first = await Client.login(urls)
    const sessions = [first]
    while (sessions.length * workersPerSession < size.workers)
      sessions.push(await Client.login(urls))
    const { orders, stock } = await prepare(first, size.requests)
    const times: number[] = []
    const counts = { refused: 0, repeated: 0, hungUp: 0 }
    const started = performance.now()
    await runInParallel(orders, size.workers, async (number, worker) => {
      const client = sessions[worker % sessions.length] ?? first
      const place = Number(number.slice(-4))
      const rows = [{ SHIPMENT_NO: number }]
      const key = randomUUID()
      const isTwin = place % 10 === 3
      if (place % 20 === 7) {
        counts.hungUp += 1
        await client.save('outbound/allocate', rows, key, 1 + (place % 12))
      }
      const twins = isTwin ? [client.save('outbound/allocate', rows, key)] : []
      let outcome = await client.save('outbound/allocate', rows, key)
      for (const twin of await Promise.all(twins)) {
        counts.repeated += 1
        if (twin.status === 200 && outcome.status === 200 && twin.text !== outcome.text)
          throw new Error(`one key, two answers: ${twin.text} / ${outcome.text}`)
      }
      // Busy is not a final outcome. Retry with the same key.
      for (let tries = 0; outcome.status === 503 || outcome.status === 'silence'; tries += 1) {
        if (tries > 20) throw new Error(outcome.text)
        outcome = await client.save('outbound/allocate', rows, key)
      }
      times.push(outcome.ms)
      if (outcome.status !== 200) counts.refused += 1
    })
    const seconds = (performance.now() - started) / 1000
    const [made] = await db.query<{ promised: number; oversold: number }>(sql`
      select coalesce(sum(alloc_qty), 0) promised,
        coalesce(sum(greatest(alloc_qty - qty, 0)), 0) oversold
      from stock_balance where owner_cd = ${owner} and stock_cd like 'HOT%'`)
    const [shared] = await db.query<{ transactions: number }>(sql`
      select count(distinct xmin::text)::int transactions from idempotency
      where idempotency_key in (select idempotency_key from audit_log
        where operation = 'outbound/allocate')`)
    await sealLedger(db)
    const results = await verifyLedger(db)
    return {
      sent: orders.length + counts.repeated + counts.hungUp,
      perSecond: orders.length / seconds,
      p95Ms: percentile(times, 0.95),
      ...counts,
      transactions: shared?.transactions ?? Number.NaN,
      oversold: made?.oversold ?? Number.NaN,
      promised: made?.promised ?? Number.NaN,
      stock,
      findings: results.filter(({ breaches }) => breaches.length).map(({ name }) => name),
    }
  } finally {
    for (const server of servers) await server.discard()
    await db.close()
  }
}
