import sql from 'sql-template-tag'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Value } from '#kernel/field.ts'
import { testSite, type SaveResponse, type TestSite, type TestUser } from '#tests/support/app.ts'
import { testStore } from '#tests/support/database.ts'
import { toRows, testDay } from '#tests/support/floor.ts'

type Row = Record<string, Value>

interface WarehouseWork {
  readonly user: TestUser
  receipt: string
  shipment: string
}

interface Step {
  readonly procedure: string
  readonly rows: (place: WarehouseWork) => Promise<Row[]> | Row[]
  readonly after?: (place: WarehouseWork, row: Row) => void
}

const key = 4712
let site: TestSite

beforeAll(async () => {
  site = await testSite()
  await site.db.script(`
    insert into user_warehouse (user_id, wcode) values ('second', 'W02');
    update auto_number_rule set period_pattern = 'WCODE-YYYYMMDD'
      where rule_cd in ('RECEIPT', 'SHIPMENT', 'INVENTORY');
    create function hold_save() returns trigger language plpgsql as $$
      begin
        perform set_config('lock_timeout', '0', true);
        perform pg_advisory_xact_lock_shared(${key});
        return null;
      end $$;
    create constraint trigger hold after update on idempotency deferrable initially deferred
      for each row when (new.user_id = 'admin') execute function hold_save()`)
})
afterAll(() => site.close())

const line = { STOCK_CD: 'PLAIN', ORDER_QTY: 50 }
const shipmentRows = ({ shipment }: WarehouseWork) => [{ SHIPMENT_NO: shipment }]

async function getStock({ user }: WarehouseWork): Promise<Row> {
  const [row] = await user.query('inventory/by-lot', { CELL_CD: 'A-001' })
  return { BALANCE_ID: row?.['BALANCE_ID'] ?? null, REASON: 'x' }
}

async function getPicks({ user, shipment }: WarehouseWork): Promise<Row[]> {
  const lines = await user.query('outbound/picking-lines', { SHIPMENT_NO: shipment })
  return lines.map((row) => ({
    ALLOC_ID: row['ALLOC_ID'] ?? null,
    PICKED_QTY: row['ALLOC_QTY'] ?? null,
  }))
}

const steps: readonly Step[] = [
  {
    procedure: 'inbound/save-receipts',
    rows: () => toRows({ RECEIPT_DT: testDay }, [line]),
    after: (place, row) => (place.receipt = String(row['RECEIPT_NO'])),
  },
  {
    procedure: 'inbound/receive',
    rows: ({ receipt }) => [{ RECEIPT_NO: receipt, LINE_NO: 1, CELL_CD: 'A-001', NOW_QTY: 20 }],
  },
  { procedure: 'inbound/receive-bulk', rows: ({ receipt }) => [{ RECEIPT_NO: receipt }] },
  {
    procedure: 'outbound/save-shipments',
    rows: () => toRows({ SHIPMENT_DT: testDay }, [{ ...line, ORDER_QTY: 2 }]),
    after: (place, row) => (place.shipment = String(row['SHIPMENT_NO'])),
  },
  { procedure: 'outbound/allocate', rows: shipmentRows },
  { procedure: 'outbound/mark-listed', rows: shipmentRows },
  { procedure: 'outbound/pick', rows: getPicks },
  {
    procedure: 'outbound/check-scan',
    rows: ({ shipment }) => [{ SHIPMENT_NO: shipment, CODE: 'PLAIN', QTY: 2 }],
  },
  { procedure: 'outbound/finish-check', rows: shipmentRows },
  { procedure: 'outbound/ship', rows: shipmentRows },
  {
    procedure: 'outbound/cancel-shipping',
    rows: ({ shipment }) => [{ SHIPMENT_NO: shipment, CANCEL_REASON: 'x' }],
  },
  {
    procedure: 'inventory/move',
    rows: async (place) => [{ ...(await getStock(place)), WORK_QTY: 3, TO_CELL_CD: 'A-002' }],
  },
  {
    procedure: 'inventory/hold',
    rows: async (place) => [{ ...(await getStock(place)), HOLD_CD: 'HOLD', WORK_QTY: 1 }],
  },
  {
    procedure: 'inventory/adjust',
    rows: async (place) => [{ ...(await getStock(place)), ADJUST_QTY: 1 }],
  },
  {
    procedure: 'inventory/reverse',
    rows: async ({ user }) => {
      const [row] = await user.query('inventory/movements', { MOVEMENT_CD: 'TRANSFER' })
      return [{ MOVEMENT_NO: row?.['MOVEMENT_NO'] ?? null, REASON: 'x' }]
    },
  },
]

/** Runs `second` while `first` has done everything but its commit. */
async function runWhileHeld(
  first: () => Promise<SaveResponse>,
  second: () => Promise<SaveResponse>,
) {
  const [locked, release] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const barrier = site.db.transaction(async (tx) => {
    await tx.query(sql`select pg_advisory_xact_lock(${key})`)
    locked.resolve()
    await release.promise
  })
  await locked.promise
  const held = first()
  const countHeld = async () => {
    const rows = await site.db.query(sql`
      select from pg_stat_activity
      where wait_event = 'advisory' and datname = current_database()`)
    return rows.length
  }
  try {
    await expect.poll(countHeld).toBe(1)
    const response = await second()
    return { answer: response, held }
  } finally {
    release.resolve()
    await barrier
  }
}

/** Lots belong to the owner: the first receipt of a lot waits for that of another warehouse. */
const sharesLots = 'inbound/receive'

test.runIf(testStore() === 'postgres')(
  'daily work of a warehouse waits for no other warehouse, if its numbers are its own',
  { timeout: 120_000 },
  async () => {
    const here: WarehouseWork = { user: await site.login('admin'), receipt: '', shipment: '' }
    const there: WarehouseWork = { ...here, user: await site.login('second', 'W02') }
    for (const { procedure, rows, after } of steps) {
      const [one, two] = [await rows(here), await rows(there)]
      const [first, second] = [
        () => here.user.save(procedure, one),
        () => there.user.save(procedure, two),
      ]
      const responses =
        procedure === sharesLots
          ? [await first(), await second()]
          : await runWhileHeld(first, second).then(async ({ answer, held }) => [await held, answer])
      expect([procedure, ...responses.map(({ status }) => status)]).toEqual([procedure, 200, 200])
      responses.forEach(({ body }, index) =>
        after?.(index === 0 ? here : there, body.data.rows[0] ?? {}),
      )
    }
  },
)
