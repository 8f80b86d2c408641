import sql from 'sql-template-tag'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { addDays, timestampAt } from '#kernel/calendar.ts'
import type { Value } from '#kernel/field.ts'
import { adjustStatus } from '#areas/inventory/rules/adjust-status.ts'
import { closedDate, closedRequest } from '#areas/inventory/server/closed-periods.ts'
import { testSite, type SaveResponse, type TestSite, type TestUser } from '#tests/support/app.ts'
import { closeVerified } from '#tests/support/close-verified.ts'
import { testStore } from '#tests/support/database.ts'
import {
  addItem,
  checkAll,
  toRows,
  expectStock,
  orderLine,
  addOrder,
  pickAll,
  putStock,
  rowErrors,
  runStep,
} from '#tests/support/floor.ts'
import { pastDates } from '#tests/support/past-dates.ts'

type Row = Record<string, Value>

const today = timestampAt(Date.now()).slice(0, 8)
const past = addDays(today, -40)
const closedTo = addDays(today, -30)

let site: TestSite
let admin: TestUser
let second: TestUser
let setDate: (date: string | null) => Promise<void>

beforeAll(async () => {
  site = await testSite()
  admin = await site.login('admin')
  second = await site.login('second')
  setDate = await pastDates(site.db)
})
afterAll(() => closeVerified(site))

async function mustSave(user: TestUser, procedure: string, ...rows: Row[]): Promise<SaveResponse> {
  const response = await user.save(procedure, rows)
  expect([procedure, response.status, response.body.rows ?? []]).toEqual([procedure, 200, []])
  return response
}

/** Waits until a statement of this database waits for a lock. */
const expectWaiting = () =>
  expect
    .poll(() =>
      site.db.query(sql`select from pg_locks where not granted and pid in (
        select l.pid from pg_locks l join pg_database d on d.oid = l.database
        where d.datname = current_database())`),
    )
    .toHaveLength(1)

const REASON = 'wrong'
const close = (NEXT_DT: string) =>
  admin.save('billing/close-period', [{ OWNER_CD: 'HANBIT', NEXT_DT, REASON }])
const reopen = () => mustSave(admin, 'billing/reopen-period', { OWNER_CD: 'HANBIT', REASON })

/** Work of a past date and the save that reverses it. */
interface PeriodDoor {
  readonly name: string
  readonly work: (item: string) => Promise<{ doc: string; procedure: string; row: Row }>
}

async function onStock(item: string, procedure: string, more: Row) {
  const BALANCE_ID = String(await putStock(site.db, { item, qty: 10 }))
  const { body } = await mustSave(admin, procedure, { BALANCE_ID, ...more })
  return String(body.data.rows[0]?.['DOC_NO'])
}

async function getMovement(doc: string): Promise<Value> {
  const [row] = await site.db.query<{ no: string }>(
    sql`select movement_no::text no from stock_movement where doc_no = ${doc}`,
  )
  return row?.no ?? null
}

async function receive(item: string, more: Row = {}): Promise<Row[]> {
  const RECEIPT_NO = await expectStock(admin, [orderLine(item, 5)], { RECEIPT_DT: past })
  const row = { RECEIPT_NO, LINE_NO: 1, CELL_CD: 'A-003', NOW_QTY: 3, ...more }
  await mustSave(admin, 'inbound/receive', row)
  return admin.query('inbound/received-movements', { RECEIPT_NO })
}

const move = { WORK_QTY: 4, TO_CELL_CD: 'A-002' }
const doors: readonly PeriodDoor[] = [
  {
    name: 'cancelled shipping',
    work: async (item) => {
      await putStock(site.db, { item, qty: 10 })
      const doc = await addOrder(admin, [orderLine(item, 2)], { SHIPMENT_DT: past })
      for (const name of ['allocate', 'mark-listed']) await runStep(admin, name, doc)
      await pickAll(admin, doc)
      await checkAll(admin, doc)
      for (const name of ['finish-check', 'ship']) await runStep(admin, name, doc)
      const row = { SHIPMENT_NO: doc, CANCEL_REASON: REASON }
      return { doc, procedure: 'outbound/cancel-shipping', row }
    },
  },
  {
    name: 'cancelled receiving',
    work: async (item) => {
      const [row] = await receive(item)
      const doc = String(row?.['RECEIPT_NO'])
      return { doc, procedure: 'inbound/cancel-receiving', row: { ...row, REASON } }
    },
  },
  {
    name: 'cancelled rejection',
    work: async (item) => {
      const rows = await receive(item, { REJECT_NOW_QTY: 2, REJECT_REASON: 'wet' })
      const row = rows.find((candidate) => candidate['REJECT_NO'] !== null)
      const doc = String(row?.['RECEIPT_NO'])
      return { doc, procedure: 'inbound/cancel-receiving', row: { ...row, REASON } }
    },
  },
  {
    name: 'reversed move',
    work: async (item) => {
      const doc = await onStock(item, 'inventory/move', move)
      const row = { MOVEMENT_NO: await getMovement(doc), REASON }
      return { doc, procedure: 'inventory/reverse', row }
    },
  },
  {
    name: 'undone move',
    work: async (item) => {
      const doc = await onStock(item, 'inventory/move', move)
      return { doc, procedure: 'inventory/undo-work', row: { DOC_NO: doc } }
    },
  },
  {
    name: 'undone hold',
    work: async (item) => {
      const hold = { WORK_QTY: 4, HOLD_CD: 'HOLD', REASON: 'seen' }
      const doc = await onStock(item, 'inventory/hold', hold)
      return { doc, procedure: 'inventory/undo-work', row: { DOC_NO: doc } }
    },
  },
  {
    name: 'undone adjustment',
    work: async (item) => {
      const doc = await onStock(item, 'inventory/adjust', { ADJUST_QTY: -4, REASON: 'lost' })
      return { doc, procedure: 'inventory/undo-work', row: { DOC_NO: doc } }
    },
  },
]

describe.each(doors.map((door, index) => [door.name, door, `DOOR-${index}`] as const))(
  '%s of a closed period',
  (_, door, item) => {
    test('needs a reason and the approval of a second user, valid once', async () => {
      await setDate(past)
      await addItem(site.db, item)
      const { doc, procedure, row } = await door.work(item)
      await setDate(null)
      expect((await close(closedTo)).status).toBe(200)
      try {
        const refused = await admin.save(procedure, [row])
        expect(refused.status).toBe(409)
        const [[, , text] = []] = rowErrors(refused)
        const day = `${closedTo.slice(0, 4)}-${closedTo.slice(4, 6)}-${closedTo.slice(6)}`
        for (const part of [day, 'admin', doc]) expect(text).toContain(part)
        const bare = await admin.save('billing/request-correction', [{ DOC_NO: doc }])
        expect(bare.status).toBe(422)
        await mustSave(admin, 'billing/request-correction', { DOC_NO: doc, REASON })
        const [request] = await admin.query('billing/doc-requests', { DOC_NO: doc })
        const decision = { REQUEST_NO: request?.['REQUEST_NO'] ?? null }
        expect((await admin.save(procedure, [row])).status).toBe(409)
        expect((await admin.save('billing/approve-correction', [decision])).status).toBe(422)
        await mustSave(second, 'billing/approve-correction', decision)
        await mustSave(admin, procedure, row)
        const [used] = await admin.query('billing/doc-requests', { DOC_NO: doc })
        expect(used).toMatchObject({
          STATE_CD: adjustStatus.approved,
          REQUESTED_BY: 'admin',
          DECIDED_BY: 'second',
        })
        expect(used?.['USED_AT']).not.toBeNull()
      } finally {
        await reopen()
      }
    })
  },
)

describe('an approval', () => {
  test('applies to one document, once', async () => {
    await setDate(past)
    const one = await doors[0]!.work(await addItem(site.db, 'ONCE'))
    const other = await doors[0]!.work(await addItem(site.db, 'OTHER-ONE'))
    await setDate(null)
    await close(closedTo)
    await mustSave(admin, 'billing/request-correction', { DOC_NO: one.doc, REASON })
    const [request] = await admin.query('billing/doc-requests', { DOC_NO: one.doc })
    const decision = { REQUEST_NO: request?.['REQUEST_NO'] ?? null }
    await mustSave(second, 'billing/approve-correction', decision)
    const both = await admin.save(one.procedure, [one.row, other.row])
    expect(rowErrors(both).map(([row]) => row)).toEqual([2])
    await mustSave(admin, one.procedure, one.row)
    await expect(
      site.db.execute(sql`update doc_request set used_at = null
        where request_no = ${decision.REQUEST_NO}::bigint`),
    ).rejects.toMatchObject({ code: 'WM001' })
    await reopen()
  })

  test('requires a request that is not rejected, for a document of a closed period', async () => {
    await setDate(past)
    await addItem(site.db, 'REJECTED')
    const { doc, procedure, row } = await doors[1]!.work('REJECTED')
    await setDate(null)
    const request = { DOC_NO: doc, REASON }
    expect(rowErrors(await admin.save('billing/request-correction', [request]))).toHaveLength(1)
    await close(closedTo)
    await mustSave(admin, 'billing/request-correction', request)
    const [waiting] = await second.query('billing/doc-requests', { DOC_NO: doc })
    await mustSave(second, 'billing/reject-correction', {
      REQUEST_NO: waiting?.['REQUEST_NO'] ?? null,
    })
    expect((await admin.save(procedure, [row])).status).toBe(409)
    await reopen()
    await mustSave(admin, procedure, row)
  })
})

describe('a period', () => {
  test('closes past dates in order and is reopened newest first', async () => {
    const earlier = addDays(closedTo, -10)
    expect((await close(today)).status).toBe(422)
    expect((await close(earlier)).status).toBe(200)
    expect((await close(earlier)).status).toBe(422)
    expect((await close(closedTo)).status).toBe(200)
    const getClosedDates = async () => {
      const rows = await admin.query('billing/doc-periods', { OWNER_CD: 'HANBIT' })
      return rows.map((row) => row['CLOSED_TO_DT'])
    }
    expect(await getClosedDates()).toEqual([closedTo])
    const bare = await admin.save('billing/reopen-period', [{ OWNER_CD: 'HANBIT' }])
    expect(bare.status).toBe(422)
    await reopen()
    expect(await getClosedDates()).toEqual([earlier])
    await reopen()
    expect(await getClosedDates()).toEqual([null])
    const none = await admin.save('billing/reopen-period', [{ OWNER_CD: 'HANBIT', REASON }])
    expect(none.status).toBe(409)
  })

  test('affects neither other owners nor work after its date', async () => {
    await setDate(past)
    await addItem(site.db, 'LATER')
    await setDate(null)
    const { procedure, row } = await doors[4]!.work('LATER')
    await mustSave(admin, 'billing/close-period', {
      OWNER_CD: 'GIFT',
      NEXT_DT: closedTo,
      REASON,
    })
    await close(closedTo)
    await mustSave(admin, procedure, row)
    await reopen()
  })
})

describe('a document dated in a closed period', () => {
  const shipment = { save: 'save-shipments', no: 'SHIPMENT_NO', date: 'SHIPMENT_DT' }
  const receipt = { save: 'save-receipts', no: 'RECEIPT_NO', date: 'RECEIPT_DT' }
  const kinds = [
    { ...shipment, area: 'outbound', list: 'shipments' },
    { ...receipt, area: 'inbound', list: 'receipts' },
  ]

  test.each(kinds)(
    'is not created or dated there: $list',
    async ({ area, save, list, no, date }) => {
      await addItem(site.db, no)
      const create = (day: string) =>
        admin.save(`${area}/${save}`, toRows({ [date]: day }, [orderLine(no, 2)]))
      const change = async (number: Value, more: Row) => {
        const [head] = await admin.query(`${area}/${list}`, { [no]: number })
        const flags = { ROW_TYPE: 'H', BATCH_FLAG: 'U', DOC_REF: String(number) }
        return admin.save(`${area}/${save}`, [{ ...head, ...flags, ...more }])
      }
      const [late, open] = [await create(past), await create(today)].map(
        ({ body }) => body.data.rows[0]?.[no] ?? null,
      )
      await close(closedTo)
      try {
        for (const response of [await create(past), await change(open ?? null, { [date]: past })]) {
          expect(rowErrors(response)).toEqual([[1, date, closedDate.ko]])
        }
        const edited = await change(late ?? null, { REMARK: 'late' })
        expect(rowErrors(edited)).toEqual([])
        expect(rowErrors(await create(addDays(closedTo, 1)))).toEqual([])
      } finally {
        await reopen()
      }
      expect(rowErrors(await create(past))).toEqual([])
    },
  )
})

describe('a request dated in a closed period', () => {
  const receipt = { inOut: 'inbound', list: 'receipts', no: 'RECEIPT_NO', date: 'RECEIPT_DT' }
  const shipment = { inOut: 'outbound', list: 'shipments', no: 'SHIPMENT_NO', date: 'SHIPMENT_DT' }
  const kinds = [
    { ...shipment, save: 'outbound/request-shipments', more: {} },
    { ...receipt, save: 'inbound/request-receipts', more: {} },
    { ...receipt, save: 'returns/request-returns', more: { RETURN_KIND_CD: 'BLIND' } },
  ]

  test.each(kinds)(
    'is rejected or moved to a later date, but not accepted: $save',
    async ({ inOut, list, no, date, save, more }) => {
      const item = await addItem(site.db, `ASKED-${kinds.findIndex((kind) => kind.save === save)}`)
      const request = async (): Promise<Value> => {
        const rows = toRows({ [date]: past, ...more }, [orderLine(item, 2)])
        return (await mustSave(admin, save, ...rows)).body.data.rows[0]?.[no] ?? null
      }
      const [moved, declined] = [await request(), await request()]
      const decide = (number: Value, decision: Row = {}) =>
        admin.save(`${inOut}/decide-requests`, [{ [no]: number, REJECT_YN: 'N', ...decision }])
      await close(closedTo)
      try {
        expect(rowErrors(await decide(moved))).toEqual([[1, date, closedRequest.ko]])
        expect(rowErrors(await decide(declined, { REJECT_YN: 'Y', REASON }))).toEqual([])
        const [head] = await admin.query(`${inOut}/${list}`, { [no]: moved })
        const flags = { ROW_TYPE: 'H', BATCH_FLAG: 'U', DOC_REF: String(moved) }
        await mustSave(admin, save, { ...head, ...more, ...flags, [date]: today })
        expect(rowErrors(await decide(moved))).toEqual([])
      } finally {
        await reopen()
      }
    },
  )
})

test('the database reverses closed work only with an approval', async () => {
  await setDate(past)
  await addItem(site.db, 'GUARDED')
  const { doc } = await doors[4]!.work('GUARDED')
  await setDate(null)
  await close(closedTo)
  const reversal = sql`
    insert into stock_movement (business_dt, wcode, owner_cd, stock_cd, movement_cd, doc_no,
      doc_line, from_place_cd, from_balance_id, to_place_cd, to_balance_id, qty, cbm, weight_kg,
      reason, reverses_no, idempotency_key, user_id)
    select ${today}::date, wcode, owner_cd, stock_cd, movement_cd, doc_no, doc_line, to_place_cd,
      to_balance_id, from_place_cd, from_balance_id, qty, cbm, weight_kg, 'wrong', movement_no,
      idempotency_key, user_id
    from stock_movement where doc_no = ${doc}`
  await expect(site.db.execute(reversal)).rejects.toMatchObject({ code: 'WM004' })
  for (const change of [
    sql`delete from doc_period`,
    sql`update doc_period set closed_to_dt = closed_to_dt - 1`,
    sql`insert into doc_period (wcode, owner_cd, closed_to_dt, closed_by)
      values ('W01', 'HANBIT', ${closedTo}::date - 1, 'admin')`,
    sql`insert into doc_period (wcode, owner_cd, closed_to_dt, closed_by)
      values ('W01', 'HANBIT', ${today}::date, 'admin')`,
  ]) {
    await expect(site.db.execute(change)).rejects.toMatchObject({ code: 'WM001' })
  }
  await expect(
    site.db.execute(sql`insert into doc_request (wcode, owner_cd, doc_no, reason, state_cd,
        requested_by, decided_by, decided_at)
      values ('W01', 'HANBIT', ${doc}, 'wrong', '20', 'admin', 'admin', now())`),
  ).rejects.toMatchObject({ constraint: 'doc_request_second_user' })
  await reopen()
})

test.each(
  [doors[0]!, doors[2]!, doors[4]!].map((door, index) => [door.name, door, index] as const),
)('%s waits for a close in progress and is rejected by it', async (_, door, at) => {
  await setDate(past)
  const { procedure, row } = await door.work(await addItem(site.db, `WAITS-${at}`))
  await setDate(null)
  const [locked, sent] = [Promise.withResolvers<undefined>(), Promise.withResolvers<undefined>()]
  const closing = site.db.transaction(async (tx) => {
    await tx.execute(sql`select 1 from owner where owner_cd = 'HANBIT' for no key update`)
    locked.resolve(undefined)
    await sent.promise
    await tx.execute(sql`
        insert into doc_period (wcode, owner_cd, closed_to_dt, closed_by)
        values ('W01', 'HANBIT', ${closedTo}::date, 'admin')`)
  })
  await locked.promise
  const reversal = admin.save(procedure, [row])
  if (testStore() === 'postgres') await expectWaiting()
  sent.resolve(undefined)
  await closing
  expect((await reversal).status).toBe(409)
  await reopen()
})
