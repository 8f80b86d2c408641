import { randomUUID } from 'node:crypto'
import sql from 'sql-template-tag'
import { addMonths, timestampAt } from '#kernel/calendar.ts'
import type { Value } from '#kernel/field.ts'
import { chargeLedger } from '#areas/billing/server/charge-worker.ts'
import { closeMonth } from '#areas/billing/operations/months.ts'
import { sealLedger } from '#areas/inventory/server/ledger-worker.ts'
import type { Database } from '#server/db/database.ts'
import { runProcedure } from '#server/engine/run-procedure.ts'
import { handlers } from '#server/site/registry.ts'
import { testPassword, testSite, type TestUser } from '#tests/support/app.ts'
import { addPrices, closeUntil } from '#tests/support/billing.ts'
import { card, fillMonth, month, owners, storage } from './billing-fill.ts'
import { makeFigure, type Figure } from './machine.ts'
import { runMonth } from './month.ts'

type Search = Record<string, Value>

async function timeWork<T>(work: () => Promise<T>): Promise<{ ms: number; made: T }> {
  const started = performance.now()
  const created = await work()
  return { ms: performance.now() - started, made: created }
}

async function chargeEverything(db: Database, store: string): Promise<number> {
  const count = async () => {
    const [row] = await db.query<{ n: number }>(sql`select count(*) n from charge`)
    return row?.n ?? 0
  }
  const first = await count()
  let all = -1
  const { ms } = await timeWork(async () => {
    for (let before = first; before !== all; before = await count()) {
      all = before
      await chargeLedger(db, 200)
    }
  })
  const rows = all - first
  console.log(
    `  ${store}: ${rows} charges in ${(ms / 1000).toFixed(1)} s, ${(rows / (ms / 1000)).toFixed(0)} a second`,
  )
  return rows
}

async function save(user: TestUser, procedure: string, rows: readonly Search[]): Promise<void> {
  const response = await user.save(procedure, rows)
  if (response.status !== 200) throw new Error(`${procedure}: ${JSON.stringify(response.body)}`)
}

async function openPage(user: TestUser, name: string, SEARCH: Search): Promise<void> {
  const response = await user.call(`/api/wms/${name}`, { SEARCH, WINDOW: { FIRST: 0, ROWS: 100 } })
  if (response.status !== 200) throw new Error(`${name}: ${JSON.stringify(response.body)}`)
}

async function measureScreens(user: TestUser): Promise<Figure[]> {
  const one = { OWNER_CD: 'BN07', BILL_MONTH: month }
  const [charge] = await user.query('billing/charges', { ...one, CAUSE_CD: 'LEAST' })
  const [invoice] = await user.query('billing/invoices', one)
  const numbered = { INVOICE_NO: invoice?.['INVOICE_NO'] ?? null }
  const requests: readonly (readonly [string, Search])[] = [
    ['billing/months', { BILL_MONTH: month }],
    ['billing/month-charges', one],
    ['billing/charges', { BILL_MONTH: month }],
    ['billing/charges', one],
    ['billing/charges', numbered],
    ['billing/why', { CHARGE_NO: charge?.['CHARGE_NO'] ?? 1 }],
    ['billing/unbilled', {}],
    ['billing/invoices', { BILL_MONTH: month }],
    ['billing/invoice-lines', numbered],
    ['billing/receivables', {}],
  ]
  const figures: Figure[] = []
  for (const [name, search] of requests) {
    const times: number[] = []
    for (let run = 0; run < 4; run += 1) {
      const { ms } = await timeWork(() => openPage(user, name, search))
      if (run > 0) times.push(ms)
    }
    figures.push(makeFigure(`${name} ${Object.keys(search).join(' ')}`, 300, times))
  }
  return figures
}

async function closeNow(db: Database, BILL_MONTH: string): Promise<void> {
  const handler = handlers.find(({ operation }) => operation === closeMonth)
  if (!handler || !('run' in handler)) throw new Error('no handler closes months')
  const caller = {
    userId: 'admin',
    scope: { wcode: 'W01', owners: null },
    language: 'ko' as const,
    today: `${addMonths(`${BILL_MONTH}01`, 1)}`,
  }
  const rows = [{ OWNER_CD: 'GIFT', BILL_MONTH, REASON: 'bench' }]
  const request = { rows, idempotencyKey: randomUUID(), dryRun: false }
  await runProcedure(db, handler, caller, request)
}

/**
 * Receives, ships and bills a month of a wholesaler with the rate card of ten charges. Measures
 * charges per second and the closing of the month, on the store in `STORE`.
 */
async function billOrders(store: string): Promise<Figure> {
  const site = await testSite()
  try {
    const today = timestampAt(Date.now()).slice(0, 8)
    const from_dt = `${today.slice(0, 6)}01`
    await addPrices(
      site.db,
      ...[...card, storage].map((line) => ({ ...line, owner_cd: 'GIFT', from_dt })),
    )
    const url = await site.app.listen({ port: 0, host: '127.0.0.1' })
    await runMonth(url, store, testPassword)
    await sealLedger(site.db)
    await closeUntil(site.db, today)
    await chargeEverything(site.db, store)
    // Moves the charge worker to the end of the month, because the remaining days have no
    // movements.
    await site.db.execute(sql`update charge_follow
      set stock_dt = (date_trunc('month', now()) + interval '1 month - 1 day')::date`)
    const { ms } = await timeWork(() => closeNow(site.db, today.slice(0, 6)))
    console.log(`  ${store}: the month of orders closed in ${(ms / 1000).toFixed(2)} s`)
    return makeFigure(`${store}: the month of orders closed`, 60_000, [ms])
  } finally {
    await site.close()
  }
}

export async function measureOrders(stores: readonly string[]): Promise<Figure[]> {
  const figures: Figure[] = []
  for (const [name, store] of [
    ['embedded', 'embedded'],
    ['postgres', 'PostgreSQL'],
  ] as const) {
    if (!stores.includes(name)) continue
    process.env['STORE'] = name
    figures.push(await billOrders(store))
  }
  return figures
}

/**
 * Measures a month of a million movements and 31 closed days of 20,000 balances on PostgreSQL:
 * charging, closing, re-rating with new versions of two prices, and queries.
 */
export async function measureBilling(): Promise<Figure[]> {
  process.env['STORE'] = 'postgres'
  const site = await testSite()
  try {
    const user = await site.login('admin')
    await fillMonth(site.db)
    await chargeEverything(site.db, 'PostgreSQL')
    await site.db.script('analyze')
    const months = Array.from({ length: owners }, (_, n) => ({
      OWNER_CD: `BN${String(n).padStart(2, '0')}`,
      BILL_MONTH: month,
    }))
    const closed = await timeWork(() => save(user, 'billing/close-month', months))
    const figures = [makeFigure('the month closed', 60_000, [closed.ms])]
    console.log(`  closed in ${(closed.ms / 1000).toFixed(1)} s`)
    const [work] = card
    if (!work) throw new Error('a card without lines')
    await addPrices(
      site.db,
      { ...work, version_no: 2, unit_price: 16 },
      { ...storage, version_no: 2, unit_price: 600 },
    )
    const seen = await timeWork(() => user.query('billing/rerate-diffs', { BILL_MONTH: month }))
    figures.push(makeFigure(`re-rated: ${seen.made.length} differences`, 60_000, [seen.ms]))
    console.log(`  re-rated in ${(seen.ms / 1000).toFixed(1)} s`)
    const posted = await timeWork(() =>
      save(
        user,
        'billing/post-rerate',
        seen.made.map(({ OWNER_CD = null, BILL_MONTH = null, PRICE_CD = null }) => {
          return { OWNER_CD, BILL_MONTH, PRICE_CD }
        }),
      ),
    )
    figures.push(makeFigure('differences posted', 60_000, [posted.ms]))
    figures.push(...(await measureScreens(user)))
    return figures
  } finally {
    await site.close()
  }
}
