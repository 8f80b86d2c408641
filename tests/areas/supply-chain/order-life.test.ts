import fc from 'fast-check'
import sql from 'sql-template-tag'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { testSite, type SaveResponse, type TestSite, type TestUser } from '#tests/support/app.ts'
import { closeVerified } from '#tests/support/close-verified.ts'
import { addItem, checkAll, orderLine, pickAll, putStock } from '#tests/support/floor.ts'
import { getOrderLines, orderNow, orderStep, createScmOrder, type Row } from './support.ts'

let site: TestSite
let user: TestUser
let item = ''

beforeAll(async () => {
  site = await testSite()
  user = await site.login('admin')
  item = await addItem(site.db, 'LIFE')
  await putStock(site.db, { item, qty: 100_000 })
})
afterAll(() => closeVerified(site))

/** `ORDER_LIVES=10000` runs the long test. */
const lives = Number(process.env['ORDER_LIVES'] ?? 12)
/** Number of orders simulated concurrently. */
const parallelLives = 6

type Kind = 'IN' | 'OUT'
type Event =
  | { readonly name: 'accept' | 'receive'; readonly share: number }
  | { readonly name: 'reject' | 'cancel' | 'off' | 'on' | 'move' | 'ship' | 'drop' }

const event: fc.Arbitrary<Event> = fc.oneof(
  fc.record({
    name: fc.constantFrom('accept' as const, 'receive' as const),
    share: fc.integer({ min: 1, max: 4 }),
  }),
  fc.record({
    name: fc.constantFrom('reject', 'cancel', 'off', 'on', 'move', 'ship', 'drop') as fc.Arbitrary<
      'reject' | 'cancel' | 'off' | 'on' | 'move' | 'ship' | 'drop'
    >,
  }),
)

interface OrderSnapshot {
  readonly head: Row
  readonly row: Row | undefined
  readonly documents: readonly { readonly doc_no: string; readonly state: string }[]
}

/** Applies an event to an order. A rejection is a valid outcome. */
async function runEvent(
  kind: Kind,
  order: string,
  { row, documents: [document] }: OrderSnapshot,
  one: Event,
): Promise<SaveResponse | undefined> {
  const open = Number(row?.['OPEN_QTY'] ?? 0)
  const number = document?.doc_no ?? ''
  switch (one.name) {
    case 'accept':
      return orderStep(user, 'accept-orders', order, {
        LINE_NO: 1,
        NOW_QTY: Math.ceil(open / one.share),
      })
    case 'reject':
      return orderStep(user, 'reject-orders', order, { REASON: 'test' })
    case 'cancel':
      return orderStep(user, 'cancel-orders', order)
    case 'off':
    case 'on':
      return orderStep(user, 'switch-orders', order, {
        ACTIVE_YN: one.name === 'on' ? 'Y' : 'N',
        REASON: 'test',
      })
    case 'move':
      return user.save('supply-chain/change-dates', [
        { SCM_NO: order, NEW_DT: '20290111', REASON: 'test' },
      ])
    case 'receive': {
      if (kind === 'OUT') return user.save('outbound/allocate', [{ SHIPMENT_NO: number }])
      const [remaining] = await user.query('inbound/receiving-lines', { RECEIPT_NO: number })
      const NOW_QTY = Math.ceil(Number(remaining?.['OPEN_QTY'] ?? 1) / one.share)
      const into = { RECEIPT_NO: number, LINE_NO: 1, CELL_CD: 'A-001', NOW_QTY }
      return user.save('inbound/receive', [into])
    }
    case 'ship': {
      if (kind === 'IN' || document?.state !== '20') return undefined
      await user.save('outbound/mark-listed', [{ SHIPMENT_NO: number }])
      await pickAll(user, number)
      await checkAll(user, number)
      await user.save('outbound/finish-check', [{ SHIPMENT_NO: number }])
      return user.save('outbound/ship', [{ SHIPMENT_NO: number }])
    }
    case 'drop': {
      const name = kind === 'IN' ? 'receipts' : 'shipments'
      const area = kind === 'IN' ? 'inbound' : 'outbound'
      const column = kind === 'IN' ? 'RECEIPT_NO' : 'SHIPMENT_NO'
      const [head] = await user.query(`${area}/${name}`, { [column]: number || 'NONE' })
      if (!head) return undefined
      const gone = { ...head, ROW_TYPE: 'H', BATCH_FLAG: 'D', DOC_REF: number }
      return user.save(`${area}/save-${name}`, [gone])
    }
  }
}

interface Facts extends Record<string, unknown> {
  readonly accepted: string
  readonly done: string
  readonly moved: string
  readonly documents: OrderSnapshot['documents']
  readonly reported: string
}

/**
 * Computes the expected order from documents and ledger, without the totals stored in the database.
 */
async function expectAgreement(order: string): Promise<OrderSnapshot> {
  const [[facts], [row], head] = await Promise.all([
    site.db.query<Facts>(sql`
      select coalesce(sum(case d.state when '90' then 0 when '30' then least(d.done, d.qty)
          when '60' then d.done else d.qty end), 0) accepted,
        coalesce(sum(d.done), 0) done, coalesce(sum(m.qty), 0) moved,
        coalesce((select jsonb_agg(distinct jsonb_build_object('doc_no', k.doc_no,
            'state', k.doc_state_cd)) from scm_link_now k
          where k.scm_no = ${order} and k.doc_state_cd <> '90'), '[]') documents,
        (select now_is from scm_order_log where scm_no = ${order} and event_cd = 'STATE'
          order by log_no desc limit 1) reported
      from (select k.receipt_no doc, k.receipt_line line, r.state_cd state, l.order_qty qty, l.receive_qty done
        from scm_order_link k join receipt r using (receipt_no)
        join receipt_line l on l.receipt_no = k.receipt_no and l.line_no = k.receipt_line
        where k.scm_no = ${order}
        union all
        select k.shipment_no, k.shipment_line, s.state_cd, l.order_qty, l.ship_qty
        from scm_order_link k join shipment s using (shipment_no)
        join shipment_line l on l.shipment_no = k.shipment_no and l.line_no = k.shipment_line
        where k.scm_no = ${order}) d
      left join lateral (select sum(case when 'CELL' = case movement_cd when 'RECEIPT'
          then to_place_cd else from_place_cd end then qty else -qty end) qty
        from stock_movement where doc_no = d.doc and doc_line = d.line) m on true`),
    getOrderLines(user, order),
    orderNow(user, order),
  ])
  const documents = facts?.documents ?? []
  const [accepted, done] = [Number(facts?.accepted), Number(facts?.done)]
  expect(done).toBe(Number(facts?.moved))
  expect(row).toMatchObject({ ACCEPT_QTY: accepted, DONE_QTY: done })
  const [asked, rejected] = [Number(row?.['ORDER_QTY']), Number(row?.['REJECT_QTY'])]
  const isOver = head['STATE_CD'] === '90'
  expect(row?.['OPEN_QTY']).toBe(isOver ? 0 : asked - accepted - rejected)
  expect(accepted + rejected).toBeLessThanOrEqual(asked)
  const expectedState = (): string => {
    if (isOver) return accepted === 0 ? '90' : 'cancelled with documents'
    if (accepted + done === 0) return rejected === asked ? '80' : '05'
    if (done + rejected >= asked) return '30'
    return documents.some(({ state }) => state > '10') ? '20' : '10'
  }
  expect(head['STATE_CD']).toBe(expectedState())
  if (head['ACTIVE_YN'] === 'N') expect(['05', '10', '80', '90']).toContain(head['STATE_CD'])
  expect(facts?.reported).toBe(head['STATE_CD'])
  return { head, row, documents }
}

test(
  'order, document and ledger agree after any sequence of events',
  { timeout: 600_000 + lives * 10_000 },
  async () => {
    const life = fc.tuple(
      fc.constantFrom<Kind>('IN', 'OUT'),
      fc.integer({ min: 1, max: 60 }),
      fc.array(event, { minLength: 3, maxLength: 9 }),
    )
    const runLife = async (kind: Kind, qty: number, events: readonly Event[]): Promise<void> => {
      const order = await createScmOrder(user, kind, [orderLine(item, qty)], {
        REQUEST_DT: '20290110',
      })
      let seen = await expectAgreement(order)
      for (const planned of events) {
        const response = await runEvent(kind, order, seen, planned)
        if (response) expect([200, 409, 422]).toContain(response.status)
        seen = await expectAgreement(order)
      }
      const log = await user.query('supply-chain/order-history', {
        SCM_NO: order,
        EVENT_CD: 'STATE',
      })
      expect(log[0]?.['NOW_IS']).toBe(seen.head['STATE_CD'])
    }
    await fc.assert(
      fc.asyncProperty(
        fc.array(life, { minLength: parallelLives, maxLength: parallelLives }),
        async (together) => {
          await Promise.all(together.map(([kind, qty, events]) => runLife(kind, qty, events)))
        },
      ),
      { numRuns: Math.ceil(lives / parallelLives) },
    )
  },
)
