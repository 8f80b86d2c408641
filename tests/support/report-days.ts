import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import sql from 'sql-template-tag'
import { expect } from 'vitest'
import { addDays, timestampAt } from '#kernel/calendar.ts'
import type { Value } from '#kernel/field.ts'
import type { TestSite, TestUser } from './app.ts'
import { checkAll, expectStock, addOrder, getUnpicked, putStock, runStep } from './floor.ts'

type Row = Record<string, Value>

export const today = timestampAt(Date.now()).slice(0, 8)

const thousandths = fc.integer({ min: 1, max: 60_000 }).map((number) => number / 1000)
const commonFacts = {
  owner: fc.constantFrom('HANBIT', 'HANBIT', 'GIFT'),
  partner: fc.constantFrom('P1', 'P2', ''),
  day: fc.integer({ min: -6, max: 6 }).map((days) => addDays(today, days)),
  lines: fc.array(
    fc.record({ item: fc.constantFrom('PLAIN', 'OTHER', 'LOOSE'), qty: thousandths }),
    { minLength: 1, maxLength: 3 },
  ),
}
const receiptFacts = fc.record({
  ...commonFacts,
  lot: fc.constantFrom('L1', 'L2', ''),
  reached: fc.constantFrom('waits', 'part', 'rejected', 'all', 'all', 'taken back', 'called off'),
})
const shipmentFacts = fc.record({
  ...commonFacts,
  reached: fc.constantFrom(
    'waits',
    'allocated',
    'picked short',
    'packed',
    'shipped',
    'shipped',
    'taken back',
    'called off',
  ),
})

type Inward = typeof receiptFacts extends fc.Arbitrary<infer T> ? T : never
type Outward = typeof shipmentFacts extends fc.Arbitrary<infer T> ? T : never

export class ReportDays {
  readonly #user: TestUser
  readonly #site: TestSite

  constructor(site: TestSite, user: TestUser) {
    this.#site = site
    this.#user = user
  }

  async prepare(): Promise<void> {
    await this.#site.db.script(`
      insert into supplier (owner_cd, supplier_cd, supplier_nm)
        select o, p, p from unnest(array['HANBIT', 'GIFT']) o, unnest(array['P1', 'P2']) p;
      insert into ship_to (owner_cd, ship_to_cd, ship_to_nm)
        select o, p, p from unnest(array['HANBIT', 'GIFT']) o, unnest(array['P1', 'P2']) p;
      insert into stock (owner_cd, stock_cd, stock_nm, valid_yn, lot_yn, cbm, unit_cd)
        values ('GIFT', 'OTHER', 'OTHER', 'N', 'N', 0.5, 'M'),
          ('GIFT', 'LOOSE', 'LOOSE', 'N', 'N', 0.001, 'KG'),
          ('HANBIT', 'LOOSE', 'LOOSE', 'N', 'N', 0.002, 'KG');
      update stock set weight_kg = 1.234 where stock_cd = 'OTHER';
      update stock set unit_cd = 'M' where stock_cd in ('PLAIN', 'OTHER')`)
    for (const owner of ['HANBIT', 'GIFT']) {
      for (const item of ['PLAIN', 'OTHER', 'LOOSE']) {
        await putStock(this.#site.db, { owner, item, qty: item === 'LOOSE' ? 40 : 400 })
      }
    }
  }

  async simulate(seed: number, count: number): Promise<void> {
    for (const receipt of fc.sample(receiptFacts, { numRuns: count, seed }))
      await this.#receive(receipt)
    for (const shipment of fc.sample(shipmentFacts, { numRuns: count, seed }))
      await this.#ship(shipment)
  }

  async saveOrThrow(procedure: string, rows: readonly Row[]): Promise<void> {
    const { status, body } = await this.#user.save(procedure, rows, randomUUID())
    expect([procedure, status, body.rows ?? []]).toEqual([procedure, 200, []])
  }

  async #receive({ owner, partner, day, lines, lot, reached }: Inward): Promise<void> {
    const typed = lines.map(({ item, qty }) => ({ STOCK_CD: item, ORDER_QTY: qty }))
    const head = { OWNER_CD: owner, SUPPLIER_CD: partner || null, RECEIPT_DT: day }
    const number = await expectStock(this.#user, typed, head)
    if (reached === 'called off') return this.#callOff('inbound/save-receipts', number)
    if (reached === 'waits') return
    const open = await this.#user.query('inbound/receiving-lines', { RECEIPT_NO: number })
    const share = (qty: Value | undefined, of: number) => Math.ceil(Number(qty) * of * 1000) / 1000
    const rows = open.map((line, index) => ({
      RECEIPT_NO: number,
      LINE_NO: line['LINE_NO'] ?? null,
      CELL_CD: `A-00${index + 1}`,
      LOT_NO: lot || null,
      NOW_QTY: reached === 'all' || reached === 'taken back' ? line['OPEN_QTY'] : 0,
    }))
    const parts = rows.map((row, index) => {
      const qty = open[index]?.['OPEN_QTY']
      if (reached === 'part') return { ...row, NOW_QTY: share(qty, 0.4) }
      if (reached !== 'rejected') return row
      return { ...row, REJECT_NOW_QTY: share(qty, 0.3), REJECT_REASON: 'wet' }
    })
    await this.saveOrThrow('inbound/receive', parts as Row[])
    if (reached !== 'taken back') return
    const done = await this.#user.query('inbound/received-movements', { RECEIPT_NO: number })
    await this.saveOrThrow('inbound/cancel-receiving', [{ ...done[0], REASON: 'wrong' }])
  }

  async #ship({ owner, partner, day, lines, reached }: Outward): Promise<void> {
    const typed = lines.map(({ item, qty }) => ({ STOCK_CD: item, ORDER_QTY: qty }))
    const head = { OWNER_CD: owner, SHIP_TO_CD: partner || null, SHIPMENT_DT: day }
    const number = await addOrder(this.#user, typed, head)
    if (reached === 'called off') return this.#callOff('outbound/save-shipments', number)
    if (reached === 'waits') return
    await runStep(this.#user, 'allocate', number)
    const [now] = await this.#user.query('outbound/shipments', { SHIPMENT_NO: number })
    if (reached === 'allocated' || !Number(now?.['ALLOC_QTY'])) return
    await runStep(this.#user, 'mark-listed', number)
    const picks = (await getUnpicked(this.#user, number)).map((allocation, index) => ({
      ALLOC_ID: allocation['ALLOC_ID'] ?? null,
      PICKED_QTY:
        reached === 'picked short' && index === 0
          ? Math.ceil(Number(allocation['ALLOC_QTY']) * 500) / 1000
          : (allocation['ALLOC_QTY'] ?? null),
      REASON: 'short',
      SHORTAGE_CD: 'LEFT',
    }))
    await this.saveOrThrow('outbound/pick', picks)
    if (reached === 'packed') await this.#pack(number)
    await checkAll(this.#user, number)
    await runStep(this.#user, 'finish-check', number)
    if (reached === 'packed') return
    await runStep(this.#user, 'ship', number)
    if (reached === 'taken back') await runStep(this.#user, 'cancel-shipping', number)
  }

  /** Packs half of each line into a shared box and the rest into a separate box. */
  async #pack(SHIPMENT_NO: string): Promise<void> {
    await this.#site.db.execute(sql`
      insert into shipment_box (shipment_no, box_no, created_by, updated_by)
      select distinct l.shipment_no, x.box_no, 'admin', 'admin'
      from shipment_line l, lateral (values ('ALL ' || l.shipment_no),
        ('B' || l.line_no || ' ' || l.shipment_no)) x(box_no)
      where l.shipment_no = ${SHIPMENT_NO} and l.pick_qty > 0`)
    await this.#site.db.execute(sql`
      insert into shipment_box_line (shipment_no, box_no, line_no, qty)
      select l.shipment_no, x.box_no, l.line_no, l.pick_qty / 2
      from shipment_line l, lateral (values ('ALL ' || l.shipment_no),
        ('B' || l.line_no || ' ' || l.shipment_no)) x(box_no)
      where l.shipment_no = ${SHIPMENT_NO} and l.pick_qty >= 0.002`)
  }

  #callOff(procedure: string, DOC_REF: string): Promise<void> {
    return this.saveOrThrow(procedure, [{ ROW_TYPE: 'H', DOC_REF, BATCH_FLAG: 'D', VERSION: 1 }])
  }
}
