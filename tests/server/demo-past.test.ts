import { randomUUID } from 'node:crypto'
import sql, { raw } from 'sql-template-tag'
import { expect, onTestFinished, test } from 'vitest'
import { addDays, timestampAt } from '#kernel/calendar.ts'
import { closeDays, sealLedger } from '#areas/inventory/server/ledger-worker.ts'
import { verifyLedger } from '#areas/inventory/server/verify.ts'
import type { Database } from '#server/db/database.ts'
import { loadDemo } from '#server/demo/load-demo.ts'
import { demoPastJob, planPast } from '#server/demo/past/past-job.ts'
import { Chance } from '#server/demo/past/chance.ts'
import { PastStep } from '#server/demo/past/past-step.ts'
import { pickStock } from '#server/demo/past/past-stock-work.ts'
import { runProcedure } from '#server/engine/run-procedure.ts'
import { JobRunner } from '#server/jobs/job-runner.ts'
import { cancelJob, listJobs } from '#server/jobs/job-queue.ts'
import { handlers } from '#server/site/registry.ts'
import { testDatabase } from '#tests/support/database.ts'
import { findEmptyScreens } from '#tests/support/empty-screens.ts'

/** Generating a demo history takes thousands of saves, which is slow on a busy machine. */
const timeout = 120_000

const today = timestampAt(Date.now()).slice(0, 8)

async function createDemoDatabase(): Promise<Database> {
  const db = await testDatabase({ referenceData: true })
  onTestFinished(() => db.close())
  await loadDemo(db)
  return db
}

async function makeHistory(db: Database, maxSteps = Infinity): Promise<void> {
  const stop = new AbortController()
  let steps = 0
  const progress = async (): Promise<void> => {
    steps += 1
    if (steps >= maxSteps) stop.abort(new Error('stopped'))
  }
  const job = { jobId: '', kind: '', payload: {}, userId: null, wcode: null, attempt: 1 }
  const created = demoPastJob.run({ db, job, signal: stop.signal, progress })
  if (maxSteps === Infinity) await created
  else await expect(created).rejects.toThrow('stopped')
}

async function expectSound(db: Database): Promise<void> {
  await sealLedger(db)
  const found = await verifyLedger(db)
  expect(found.filter(({ breaches }) => breaches.length > 0)).toEqual([])
  expect(found.find(({ name }) => name.includes('over all places'))?.looked).toBeGreaterThan(600)
}

/** Data that is not part of daily work but has its own screens. */
const rare = [
  'stock_group',
  'stock_unit',
  'stock_altcode',
  'stock_moq',
  'work_method',
  'dock_line',
  'cell_hold',
  'zone_hold',
  'stock_hold',
  'lot_hold',
  'label_print',
  'partner_message',
  'billing_terms',
  'price_line',
  'charge',
  'bill_month',
  "receipt where sample_yn = 'Y'",
  "shipment where sample_yn = 'Y' and state_cd = '60'",
  "stock_balance where condition_cd = 'SAMPLE' and qty > 0",
]

/** Screens without rows in a demo of eight days, with the reason. */
const emptyAtFirst = [
  // No user has worked yet, no job is running and nothing has failed.
  'ActiveJobList',
  'CmsErrorLogList',
  'CmsLoginRule',
  'CmsSecurityLog',
  // The demo does not query customs.
  'BondedCustomsList',
  // They need typed search values.
  'BillCompare',
  'PriceTrial',
  // Past months that are billed and paid: see `demo-past-bills.test.ts`.
  'CInvoice',
  'Invoice',
  'InvoiceStatement',
  'PaymentEntry',
  'PaymentHistory',
  'PaymentList',
  'PaymentMatch',
  'PaymentRefund',
  'Receivable',
  'TaxInvoiceSheet',
  // Stock older than eight days.
  'InventoryAging',
  'ScmLongTerm',
]

async function getEmpty(db: Database, tables: readonly string[]): Promise<string[]> {
  const found = await Promise.all(
    tables.map((table) => db.query(sql`select 1 from ${raw(table)} limit 1`)),
  )
  return tables.filter((_, index) => found[index]?.length === 0)
}

/** All documents with lines and all movements, without timestamps. */
async function getDocuments(db: Database): Promise<unknown[]> {
  return db.query(sql`
    select 'R' || receipt_no doc, state_cd, receipt_dt::text dt, owner_cd, stock_cd, order_qty,
      receive_qty, lot_no from receipt join receipt_line using (receipt_no, owner_cd)
    union all
    select 'S' || shipment_no, state_cd, shipment_dt::text, owner_cd, stock_cd, order_qty, ship_qty,
      null from shipment join shipment_line using (shipment_no, owner_cd)
    union all
    select 'M' || movement_no, movement_cd, business_dt::text, owner_cd, stock_cd, qty, null, doc_no
    from stock_movement where business_dt < ${today}::date
    order by 1, 5, 6`)
}

test(
  'the demo history is completed even if a user moves stock while it is generated',
  { timeout },
  async () => {
    const db = await createDemoDatabase()
    expect(await planPast(db, { seed: 'test', days: 4 })).toBe(true)
    await makeHistory(db, 18)
    // Moves all stock of one warehouse to another cell today.
    const move = handlers.find(({ operation }) => operation.name === 'inventory/move')
    if (!move || !('edits' in move)) throw new Error('no move')
    const balances = await db.query<{ balance_id: string; qty: number; cell_cd: string }>(sql`
    select b.balance_id::text, b.qty - b.alloc_qty - b.pick_qty qty, c.cell_cd
    from stock_balance b cross join lateral (
      select max(cell_cd) cell_cd from cell c where c.wcode = b.wcode and c.lock_yn = 'N'
        and c.cell_cd <> b.cell_cd) c
    where b.wcode = 'W01' and b.condition_cd = 'NORMAL' and b.qty > b.alloc_qty + b.pick_qty`)
    expect(balances.length).toBeGreaterThan(20)
    await runProcedure(
      db,
      move,
      { userId: 'admin', scope: { wcode: 'W01', owners: null }, language: 'ko', today },
      {
        rows: balances
          .slice(0, 200)
          .map(({ balance_id: BALANCE_ID, qty: WORK_QTY, cell_cd: TO_CELL_CD }) => ({
            BALANCE_ID,
            WORK_QTY,
            TO_CELL_CD,
          })),
        idempotencyKey: randomUUID(),
        dryRun: false,
      },
    )
    await makeHistory(db)
    await expectSound(db)
    const [days] = await db.query<{ closed: number }>(sql`
    select count(*)::integer closed from ledger_day where stock_dt < ${today}::date`)
    expect(days?.closed).toBe(4)
  },
)

test(
  'a demo company gets its history in the background and has open work today',
  { timeout },
  async () => {
    const db = await createDemoDatabase()
    const [{ filed } = { filed: 0 }] = await db.query<{ filed: number }>(sql`
    select count(*) filed from bonded_line`)
    expect(await planPast(db, { seed: 'test', days: 8 })).toBe(true)
    const errors: unknown[] = []
    const runner = new JobRunner(db, [demoPastJob], (error) => errors.push(error))
    await runner.start()
    onTestFinished(() => runner.stop())
    const isOver = async () => {
      const [job] = await listJobs(db, 'admin')
      return { state: job?.state_cd, error: job?.error_text }
    }
    await expect.poll(isOver, { timeout: 100_000 }).toEqual({ state: 'DONE', error: null })
    expect(errors).toEqual([])
    // Every user restricted to owners has at least one.
    const blind = await db.query(sql`
    select user_id from app_user u where all_owners_yn = 'N'
      and not exists (select from user_owner o where o.user_id = u.user_id)`)
    expect(blind).toEqual([])
    await expectSound(db)

    // Every date is closed, and work on it has that date's timestamps.
    const days = await db.query(
      sql`select to_char(stock_dt, 'YYYYMMDD') dt from ledger_day order by 1`,
    )
    expect(days.map(({ dt }) => dt)).toEqual(
      [8, 7, 6, 5, 4, 3, 2, 1].map((ago) => addDays(today, -ago)),
    )
    const [clock] = await db.query(sql`
    select count(*) filter (where warehouse_day(posted_at) <> business_dt) off_day,
      count(distinct business_dt) filter (where movement_cd = 'SHIPMENT') shipping_days,
      (select count(*) from shipment where shipped_at is not null
        and warehouse_day(shipped_at) < warehouse_day(created_at)) shipped_before,
      (select count(*) from pick_record where pick_dt <> warehouse_day(picked_at)) picked_off
    from stock_movement where business_dt < ${today}::date`)
    expect(clock).toMatchObject({ off_day: 0, shipped_before: 0, picked_off: 0 })
    expect(Number(clock?.['shipping_days'])).toBeGreaterThan(4)
    const [kinds] = await db.query(sql`
    select (select count(distinct owner_cd) from shipment where shipped_at < day_end(${today}::date - 1)) owners,
      (select count(*) from receipt_reject) rejects, (select count(*) from shipment_match) serials,
      (select count(*) from shipment where state_cd = '90') cancels,
      (select count(*) from count_line where diff_qty <> 0 and work_no is not null) differences`)
    expect(kinds?.['owners']).toBe(5)
    for (const kind of ['rejects', 'serials', 'cancels', 'differences']) {
      expect([kind, Number(kinds?.[kind])]).not.toEqual([kind, 0])
    }

    // Users pick what they took from the work list, in working time of that date.
    const [labor] = await db.query(sql`
    select count(distinct user_id) users, count(*) filter (where busy_seconds > 60) busy,
      count(*) filter (where warehouse_day(claimed_at) <> warehouse_day(seen_at)) off_day,
      (select count(*) from move_task where state_cd = '10') moves
    from claim where claimed_at < day_end(${today}::date - 1)`)
    expect(labor).toMatchObject({ users: 3, off_day: 0 })
    expect(Number(labor?.['busy'])).toBeGreaterThan(20)
    expect(Number(labor?.['moves'])).toBeGreaterThan(3)

    // Wine in the demo history is duty-paid and came from receipts. Bonded cargo only comes from
    // the initial demo.
    const [wine] = await db.query(sql`
    select count(*) filter (where b.bonded_cd <> 'FREE') bonded,
      count(*) filter (where m.movement_cd = 'RECEIPT') received,
      (select count(*) from bonded_line) filed
    from stock_movement m
    join stock_balance b on b.balance_id in (m.from_balance_id, m.to_balance_id)
    where m.owner_cd = 'VINUM' and m.business_dt < ${today}::date`)
    expect(wine).toMatchObject({ bonded: 0, filed })
    expect(Number(wine?.['received'])).toBeGreaterThan(0)

    // Today's work is open at every step in both warehouses.
    const waiting = await db.query<{ wcode: string; states: string[] }>(sql`
    select wcode, array_agg(distinct kind || state_cd order by kind || state_cd) states from (
      select wcode, 'R' kind, state_cd from receipt union all
      select wcode, 'S', state_cd from shipment union all
      select wcode, 'C', state_cd from count_job union all
      select wcode, 'A', state_cd from adjust_request union all
      select to_wcode, 'T', '10' from transit where arrived_qty < sent_qty) q
    where state_cd not in ('90', '60') and (kind <> 'C' or state_cd <> '50')
    group by 1 order by 1`)
    const all = ['R05', 'R10', 'R20', 'S05', 'S10', 'S15', 'S20', 'S30', 'S40', 'S50']
    for (const { wcode, states } of waiting) {
      expect([wcode, states]).toEqual([
        wcode,
        expect.arrayContaining(['A10', 'C10', 'C30', 'T10', ...all]),
      ])
    }
    expect(waiting).toHaveLength(2)
    expect(await getEmpty(db, rare)).toEqual([])
    // Eight days of history reach into the previous month at the start of a month.
    const unbilled = Number(today.slice(6)) > 8 ? ['UnbilledWork'] : []
    const cancelled = await db.query(sql`
      select 1 from stock_movement where movement_cd = 'RECEIPT' and reverses_no is not null
        and to_char(business_dt, 'YYYYMM') = ${today.slice(0, 6)} limit 1`)
    const cancels = cancelled.length > 0 ? [] : ['ReceiptCancelReport']
    const expected = [...emptyAtFirst, ...unbilled, ...cancels].toSorted()
    expect(await findEmptyScreens(db, ['W01', 'W02'])).toEqual(expected)
    expect(await planPast(db, { seed: 'test', days: 8 })).toBe(false)
  },
)

test(
  'the same seed generates the same company, even after an interruption',
  { timeout },
  async () => {
    const [withoutPause, stopped, other] = await Promise.all([
      createDemoDatabase(),
      createDemoDatabase(),
      createDemoDatabase(),
    ])
    for (const db of [withoutPause, stopped]) await planPast(db, { seed: 'one', days: 3 })
    await planPast(other, { seed: 'two', days: 3 })
    await makeHistory(withoutPause)
    for (const steps of [1, 4, 9]) await makeHistory(stopped, steps)
    await expectSound(stopped)
    await makeHistory(stopped)
    await makeHistory(other)
    const documents = await getDocuments(withoutPause)
    expect(documents.length).toBeGreaterThan(1_000)
    expect(await getDocuments(stopped)).toEqual(documents)
    expect(await getDocuments(other)).not.toEqual(documents)
    // Running it again has no effect.
    await makeHistory(stopped)
    expect(await getDocuments(stopped)).toEqual(documents)
  },
)

test(
  'a cancelled demo history keeps its data, and its dates are closed afterwards',
  { timeout },
  async () => {
    const db = await createDemoDatabase()
    await planPast(db, { seed: 'one', days: 4 })
    await makeHistory(db, 20)
    // The date being generated and later ones are not closed yet.
    const open = await closeDays(db, 0)
    expect(open).toBe(0)
    const [job] = await listJobs(db, 'admin')
    expect(await db.transaction((tx) => cancelJob(tx, 'admin', job?.job_id ?? ''))).toBe(true)
    await closeDays(db, 0)
    const [last] = await db.query(sql`select to_char(max(stock_dt), 'YYYYMMDD') dt from ledger_day`)
    expect(last?.['dt']).toBe(addDays(today, -1))
    await expectSound(db)
    // Nothing is written to closed dates.
    const before = await getDocuments(db)
    await expect(makeHistory(db)).rejects.toMatchObject({ code: 'WM001' })
    expect(await getDocuments(db)).toEqual(before)
  },
)

test('a timestamp outside the demo history is rejected', async () => {
  const db = await createDemoDatabase()
  const reportProgress = (timestamp: string) =>
    db.transaction(async (tx) => {
      await tx.query(sql`select set_config('wms.moment', ${timestamp}, true)`)
      await tx.execute(sql`
        insert into audit_log (user_id, operation, row_count, idempotency_key)
        values ('admin', 'x', 1, 'x')`)
    })
  await expect(reportProgress('2026-01-02 10:00+09')).rejects.toThrow('only the past of a demo')
  await planPast(db, { seed: 'one', days: 3 })
  // A date other than the one being generated is rejected as well.
  await expect(reportProgress('2026-01-02 10:00+09')).rejects.toThrow('only the past of a demo')
})

test('stock received today is not used on a past date', async () => {
  const db = await createDemoDatabase()
  const takePlace = (isPast: boolean) =>
    db.transaction((tx) => {
      const day = addDays(today, isPast ? -2 : 0)
      const place = { wcode: 'W01', day, name: 'stockWork', isPast, isRecent: false }
      return pickStock(new PastStep(db, tx, place, new Chance('test')), 1_000, sql`true`)
    })
  // Cleared stock of the demo's bonded wine.
  expect((await takePlace(false)).map(({ owner_cd: owner }) => owner)).toContain('VINUM')
  expect(await takePlace(true)).toEqual([])
})

test('a site with its own data gets no demo history', async () => {
  const db = await createDemoDatabase()
  const save = handlers.find(({ operation }) => operation.name === 'inbound/save-receipts')
  if (!save || !('edits' in save)) throw new Error('there is no such procedure')
  const head = { ROW_TYPE: 'H', BATCH_FLAG: 'I', DOC_REF: 'OWN', OWNER_CD: 'HANBIT' }
  const line = { ROW_TYPE: 'L', BATCH_FLAG: 'I', DOC_REF: 'OWN', STOCK_CD: 'SKU100200' }
  const scope = { wcode: 'W01', owners: null }
  await runProcedure(
    db,
    save,
    { userId: 'clerk', scope, language: 'ko', today },
    {
      rows: [
        { ...head, RECEIPT_DT: today },
        { ...line, ORDER_QTY: 3 },
      ],
      idempotencyKey: randomUUID(),
      dryRun: false,
    },
  )
  expect(await planPast(db, { seed: 'one', days: 3 })).toBe(false)
  expect(await listJobs(db, 'admin')).toEqual([])
})
