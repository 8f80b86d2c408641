import sql from 'sql-template-tag'
import type { Value } from '#kernel/field.ts'
import type { TestSite, TestUser } from '#tests/support/app.ts'
import { chargeAll, closeUntil } from '#tests/support/billing.ts'
import { toRows, rowErrors } from '#tests/support/floor.ts'
import { moveToDate } from '#tests/support/simulated-days.ts'
import {
  compareInvoices,
  compareTrial,
  readRightTotals,
  type Finding,
  type RightTotals,
} from './compare.ts'
import { getDays } from './facts.ts'
import type { Life, Step } from './random-life.ts'

type Row = Record<string, Value>

/**
 * Simulates random owners on one site with one calendar. Findings are differences between product
 * and oracle.
 */
export class OwnerSimulation {
  readonly site: TestSite
  readonly user: TestUser
  readonly lives: readonly Life[]
  readonly findings: Finding[] = []
  compared = 0
  #last = 0
  #numbers = new Map<string, string>()

  constructor(site: TestSite, user: TestUser, lives: readonly Life[]) {
    this.site = site
    this.user = user
    this.lives = lives
  }

  async startLife(): Promise<void> {
    await this.site.db.script(`
      insert into zone (wcode, zone_cd, zone_nm, temperature_cd) values ('W01', 'C', 'C', 'COOL')
        on conflict do nothing;
      insert into cell (wcode, cell_cd, zone_cd, pick_seq) values ('W01', 'COOL-1', 'C', 901),
        ('W01', 'COOL-2', 'C', 902) on conflict do nothing`)
    for (const { owner, closeDay, taxWay, items, cards } of this.lives) {
      await this.site.db.execute(sql`insert into owner (owner_cd, owner_nm)
        values (${owner}, ${owner})`)
      const terms = { CLOSE_DAY: closeDay, TAX_CD: taxWay, SECOND_YN: 'N' }
      await this.saveOrThrow('billing/save-terms', [{ BATCH_FLAG: 'I', OWNER_CD: owner, ...terms }])
      for (const { code, cbm, kg, box, worth } of items) {
        await this.site.db.execute(sql`
          insert into stock (owner_cd, stock_cd, stock_nm, valid_yn, lot_yn, cbm, weight_kg, box_qty,
            unit_value)
          values (${owner}, ${code}, ${code}, 'N', 'N', ${cbm}, ${kg}, ${box}, ${worth})`)
      }
      await this.saveOrThrow('freight/save-price-line', [...cards])
    }
  }

  async save(name: string, rows: readonly Row[]): Promise<Row[] | undefined> {
    const response = await this.user.save(name, rows)
    return response.status === 200 ? response.body.data.rows : undefined
  }

  async saveOrThrow(name: string, rows: readonly Row[]): Promise<Row[]> {
    const response = await this.user.save(name, rows)
    if (response.status === 200) return response.body.data.rows
    const why = JSON.stringify([rows, rowErrors(response), response.body.message])
    throw new Error(`${name}: ${why}`)
  }

  /** Simulates the months, closing each in the first days of the next one. */
  async livePast(months: readonly string[]): Promise<void> {
    for (const [index, month] of months.entries()) {
      const days = getDays(month)
      const before = months[index - 1]
      await this.runDays(days.slice(0, 3))
      if (before !== undefined) await this.closeAll(before, months.slice(0, index))
      await this.runDays(days.slice(3))
      await closeUntil(this.site.db, days.at(-1) ?? '')
      await chargeAll(this.site.db)
    }
    const last = months.at(-1)
    if (last !== undefined) await this.closeAll(last, months)
  }

  private async runDays(days: readonly string[]): Promise<void> {
    for (const day of days) {
      let hasActed = false
      for (const { owner, steps } of this.lives) {
        for (const step of steps) {
          if (step.day !== day) continue
          hasActed = true
          await this.runStep(owner, step)
        }
      }
      if (!hasActed) continue
      this.#last = await moveToDate(this.site, day, this.#last)
      // Free days and months of storage are counted from the receipt date of the lot.
      await this.site.db.execute(sql`update lot set received_dt = ${day}::date
        where received_dt = warehouse_day(now())`)
    }
    await chargeAll(this.site.db)
  }

  private async runStep(owner: string, step: Step): Promise<unknown> {
    const number = 'ref' in step ? (this.#numbers.get(`${owner} ${step.ref}`) ?? '') : ''
    switch (step.kind) {
      case 'receive':
        return this.receive(owner, step)
      case 'receive-rest': {
        const [open] = await this.user.query('inbound/receiving-lines', { RECEIPT_NO: number })
        if (number === '' || !open) return undefined
        const row = { RECEIPT_NO: number, LINE_NO: 1, CELL_CD: 'A-003' }
        return this.save('inbound/receive', [{ ...row, NOW_QTY: open['OPEN_QTY'] ?? null }])
      }
      case 'cancel-receipt': {
        const search = { RECEIPT_NO: number }
        const [moved] = await this.user.query('inbound/received-movements', search)
        if (number === '' || !moved) return undefined
        const row = { MOVEMENT_NO: moved['MOVEMENT_NO'] ?? null, REASON: 'wrong delivery' }
        return this.save('inbound/cancel-receiving', [{ ...search, ...row }])
      }
      case 'ship':
        return this.ship(owner, step)
      case 'cancel-shipment': {
        const row = { SHIPMENT_NO: number, CANCEL_REASON: 'wrong order' }
        return number === '' ? undefined : this.save('outbound/cancel-shipping', [row])
      }
      case 'measure':
        return this.site.db.execute(sql`update stock set cbm = ${step.cbm}, updated_at = now()
          where stock_cd = ${step.item}`)
      case 'price':
        return this.agreePrices(owner, step.rows)
      case 'hand':
        return this.saveOrThrow('billing/write-charges', [
          {
            OWNER_CD: owner,
            CHARGE_CD: step.isCost ? 'ACTUAL' : 'EXTRA',
            PAPER_NO: 'P-1',
            SERVICE_DT: step.day,
            QTY: 1,
            UNIT_CD: 'DOC',
            UNIT_PRICE: step.amount,
            REASON: 'extra work',
          },
        ])
    }
  }

  private async receive(owner: string, step: Extract<Step, { kind: 'receive' }>): Promise<void> {
    const ordered = { STOCK_CD: step.item, ORDER_QTY: step.qty + step.rest }
    const [head] = await this.saveOrThrow(
      'inbound/save-receipts',
      toRows({ OWNER_CD: owner, RECEIPT_DT: step.day }, [ordered]),
    )
    const RECEIPT_NO = String(head?.['RECEIPT_NO'])
    this.#numbers.set(`${owner} ${step.ref}`, RECEIPT_NO)
    const place = { CELL_CD: step.cell, ...(step.pallet ? { PALLET_NO: step.pallet } : {}) }
    await this.saveOrThrow('inbound/receive', [
      { RECEIPT_NO, LINE_NO: 1, NOW_QTY: step.qty, ...place },
    ])
  }

  private async ship(owner: string, step: Extract<Step, { kind: 'ship' }>): Promise<void> {
    const lines = [{ STOCK_CD: step.item, ORDER_QTY: step.qty }]
    const [head] = await this.saveOrThrow(
      'outbound/save-shipments',
      toRows({ OWNER_CD: owner, SHIPMENT_DT: step.day }, lines),
    )
    const SHIPMENT_NO = String(head?.['SHIPMENT_NO'])
    this.#numbers.set(`${owner} ${step.ref}`, SHIPMENT_NO)
    if (!(await this.save('outbound/allocate', [{ SHIPMENT_NO }]))) return
    if (!(await this.save('outbound/mark-listed', [{ SHIPMENT_NO }]))) return
    const promised = await this.user.query('outbound/picking-lines', { SHIPMENT_NO })
    const picks = promised.map((row) => ({
      ALLOC_ID: row['ALLOC_ID'] ?? null,
      PICKED_QTY: row['ALLOC_QTY'] ?? null,
    }))
    if (!(await this.save('outbound/pick', picks))) return
    for (const row of await this.user.query('outbound/shipment-lines', { SHIPMENT_NO })) {
      if (!row['PICK_QTY']) continue
      const scan = { SHIPMENT_NO, CODE: row['STOCK_CD'] ?? null, QTY: row['PICK_QTY'] }
      await this.saveOrThrow('outbound/check-scan', [scan])
    }
    if (!(await this.save('outbound/finish-check', [{ SHIPMENT_NO }]))) return
    await this.save('outbound/ship', [{ SHIPMENT_NO }])
  }

  /**
   * Saves new versions of a price and posts every difference that they make in months already
   * billed.
   */
  private async agreePrices(owner: string, rows: readonly Row[]): Promise<void> {
    // The product is allowed to reject new measures for a closed month.
    if (!(await this.save('freight/save-price-line', rows))) return
    const isForAll = rows.some((row) => row['OWNER_CD'] === null)
    const owners = isForAll ? this.lives.map((life) => life.owner) : [owner]
    for (const each of owners) this.#rerated.add(each)
  }

  /** Owners with several versions of a price. */
  readonly #rerated = new Set<string>()

  private async rerate(owner: string): Promise<void> {
    const search = { OWNER_CD: owner }
    const found = await this.user.query('billing/rerate-diffs', search)
    if (found.length === 0) return
    const rows = found.map((row) => ({
      OWNER_CD: owner,
      BILL_MONTH: row['BILL_MONTH'] ?? null,
      PRICE_CD: row['PRICE_CD'] ?? null,
    }))
    await this.saveOrThrow('billing/post-rerate', rows)
    const left = await this.user.query('billing/rerate-diffs', search)
    if (left.length > 0) {
      this.findings.push({ owner, text: `re-rated twice: ${JSON.stringify(left)}` })
    }
  }

  private async closeAll(month: string, until: readonly string[]): Promise<void> {
    await chargeAll(this.site.db)
    const right = await readRightTotals(this.site)
    for (const life of this.lives) {
      const { owner } = life
      // Work cancelled after its month was re-rated also changes the amount.
      if (this.#rerated.has(owner)) await this.rerate(owner)
      for (const each of until) {
        this.findings.push(...(await compareTrial(this.user, owner, each, right)))
      }
      await this.close(owner, month, until, right)
      if (!life.reopened.includes(month)) continue
      const row = { OWNER_CD: owner, BILL_MONTH: month, REASON: 'checked again' }
      if (await this.save('billing/reopen-month', [row]))
        await this.close(owner, month, until, right)
    }
  }

  private async close(
    owner: string,
    month: string,
    until: readonly string[],
    right: RightTotals,
  ): Promise<void> {
    const row = { OWNER_CD: owner, BILL_MONTH: month, REASON: 'not measured' }
    const response = await this.user.save('billing/close-month', [row])
    const [refusal] = rowErrors(response)
    if (response.status !== 200 && refusal?.[1] !== 'BILL_MONTH') {
      throw new Error(`close-month: ${JSON.stringify(response.body)}`)
    }
    this.findings.push(...(await compareInvoices(this.site, owner, month, until, right)))
    this.compared += 1
  }
}
