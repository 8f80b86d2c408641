import { afterAll, beforeAll, expect, test } from 'vitest'
import sql from 'sql-template-tag'
import { allocateHandler } from '#areas/outbound/server/allocating.ts'
import { AppError } from '#server/base/app-error.ts'
import type { ProcedureHandler } from '#server/engine/handler.ts'
import { runProcedure } from '#server/engine/run-procedure.ts'
import { publishSaves } from '#server/events/publish-saves.ts'
import { testSite, type TestSite, type TestUser } from '#tests/support/app.ts'
import { closeVerified } from '#tests/support/close-verified.ts'
import { addItem, testDay, orderLine, addOrder, putStock } from '#tests/support/floor.ts'

let site: TestSite
let user: TestUser
let keys = 0

beforeAll(async () => {
  site = await testSite()
  user = await site.login('admin')
})
afterAll(() => closeVerified(site))

interface Save {
  readonly shipment: string
  readonly userId?: string
  readonly owners?: readonly string[] | null
  readonly key?: string
}

function nextKey(): string {
  keys += 1
  return `gathered-${keys}`
}

/** Sends all saves before the first has reached the database. Returns statuses or errors. */
async function saveAtOnce(
  saves: readonly Save[],
  handler: ProcedureHandler = allocateHandler,
): Promise<unknown[]> {
  const outcomes = await Promise.allSettled(
    saves.map(({ shipment, userId = 'admin', owners = null, key = nextKey() }) =>
      runProcedure(
        site.db,
        handler,
        { userId, scope: { wcode: 'W01', owners }, language: 'en', today: testDay },
        { rows: [{ NO: 1, SHIPMENT_NO: shipment }], idempotencyKey: key, dryRun: false },
      ),
    ),
  )
  return outcomes.map((outcome) => {
    if (outcome.status === 'fulfilled') return outcome.value.rows?.[0]?.['SHORT_QTY']
    const { reason } = outcome
    return reason instanceof AppError ? reason.status : reason
  })
}

async function createOrders(item: string, count: number): Promise<string[]> {
  const numbers: string[] = []
  for (let n = 0; n < count; n += 1) numbers.push(await addOrder(user, [orderLine(item, 1)]))
  return numbers
}

async function getTransactions(shipments: readonly string[]): Promise<number | undefined> {
  const [row] = await site.db.query<{ transactions: number }>(sql`
    select count(distinct xmin::text)::int transactions from allocation
    where shipment_no = any(${[...shipments]}::text[])`)
  return row?.transactions
}

test('waiting saves share a transaction and allocate exactly the stock', async () => {
  const item = await addItem(site.db, 'GATHER')
  await putStock(site.db, { item, qty: 7 })
  const numbers = await createOrders(item, 12)
  const short = await saveAtOnce(numbers.map((shipment) => ({ shipment })))
  expect(short.filter((qty) => qty === 0)).toHaveLength(7)
  expect(short.filter((qty) => qty === 1)).toHaveLength(5)
  // The first two run immediately, and the others wait for them.
  expect(await getTransactions(numbers)).toBeLessThanOrEqual(3)
})

test('each gathered save has its own user, rows, key and log entry', async () => {
  const item = await addItem(site.db, 'GATHER-USERS')
  await putStock(site.db, { item, qty: 100 })
  const numbers = await createOrders(item, 8)
  const saves = numbers.map((shipment, index) => ({
    shipment,
    userId: index % 2 === 0 ? 'admin' : 'second',
    key: nextKey(),
  }))
  expect(await saveAtOnce(saves)).toEqual(saves.map(() => 0))
  expect(await getTransactions(numbers)).toBeLessThanOrEqual(3)
  const stored = await site.db.query(sql`
    select a.shipment_no, a.created_by, l.row_count::int row_count, l.operation,
      i.answer #>> '{rows,0,SHORT_QTY}' short
    from allocation a
    join audit_log l on l.user_id = a.created_by and l.idempotency_key
      = (${JSON.stringify(Object.fromEntries(saves.map((save) => [save.shipment, save.key])))}::jsonb
        ->> a.shipment_no)
    join idempotency i on i.user_id = a.created_by and i.idempotency_key = l.idempotency_key
    where a.shipment_no = any(${numbers}::text[]) order by 1`)
  expect(stored).toEqual(
    saves.map(({ shipment, userId }) => ({
      shipment_no: shipment,
      created_by: userId,
      row_count: 1,
      operation: 'outbound/allocate',
      short: '0',
    })),
  )
})

test('each gathered save notifies users with access to its owner, with its user and key', async () => {
  const item = await addItem(site.db, 'GATHER-EVENTS')
  await putStock(site.db, { item, qty: 100 })
  await putStock(site.db, { item: 'PLAIN', qty: 100, owner: 'GIFT' })
  const gift = [orderLine('PLAIN', 1)]
  const saves: (Required<Pick<Save, 'shipment' | 'userId' | 'key'>> & { owner: string })[] = []
  for (const shipment of await createOrders(item, 5)) {
    saves.push({ shipment, userId: 'admin', key: nextKey(), owner: 'HANBIT' })
    const other = await addOrder(user, gift, { OWNER_CD: 'GIFT' })
    saves.push({ shipment: other, userId: 'second', key: nextKey(), owner: 'GIFT' })
  }
  const [published] = publishSaves([allocateHandler], site.db)
  const short = await saveAtOnce(saves, published as ProcedureHandler)
  expect(short).toEqual(saves.map(() => 0))
  const numbers = saves.map(({ shipment }) => shipment)
  expect(await getTransactions(numbers)).toBeLessThanOrEqual(3)
  const keyList = saves.map(({ key }) => key)
  const events = await site.db.query(sql`
    select content ->> 'KEY' "key", content ->> 'BY' "by", wcode, owner_cds,
      content -> 'TABLES' "tables" from event_log
    where content ->> 'KEY' = any(${keyList}::text[])
    order by array_position(${keyList}::text[], content ->> 'KEY')`)
  expect(events).toEqual(
    saves.map(({ key, userId, owner }) => ({
      key,
      by: userId,
      wcode: 'W01',
      owner_cds: [owner],
      tables: expect.arrayContaining(['allocation', 'shipment_line', 'stock_balance']),
    })),
  )
})

test('a rejected save does not affect those that waited with it', async () => {
  const item = await addItem(site.db, 'GATHER-ERRORS')
  await putStock(site.db, { item, qty: 100 })
  const numbers = await createOrders(item, 10)
  const saves: Save[] = numbers.map((shipment) => ({ shipment }))
  saves[4] = { shipment: 'missing' }
  saves[7] = { shipment: numbers[7] ?? '', owners: ['GIFT'] }
  const outcomes = await saveAtOnce(saves)
  expect(outcomes).toEqual([0, 0, 0, 0, 409, 0, 0, 409, 0, 0])
})

test('a repeated key has one effect and the same response, even within one batch', async () => {
  const item = await addItem(site.db, 'GATHER-KEYS')
  await putStock(site.db, { item, qty: 2 })
  const numbers = await createOrders(item, 6)
  const saves = numbers.map((shipment) => ({ shipment, key: nextKey() }))
  const twice = await saveAtOnce(saves.flatMap((save) => [save, save]))
  for (let index = 0; index < twice.length; index += 2) expect(twice[index]).toBe(twice[index + 1])
  expect(await saveAtOnce(saves)).toEqual(twice.filter((_, index) => index % 2 === 0))
  const reused = { shipment: numbers[0] ?? '', key: saves[1]?.key ?? '' }
  expect(await saveAtOnce([...saves, reused])).toEqual([
    ...twice.filter((_, index) => index % 2 === 0),
    422,
  ])
})
