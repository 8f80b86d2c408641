import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { Client, type Outcome, type Row } from '#tests/torture/client.ts'
import { Dice } from '#tests/torture/floor/dice.ts'

/** Role of each user in turn. Customers only read. */
const roles = ['super', 'clerk', 'picker', 'admin', 'super', 'clerk', 'picker', 'admin', 'customer']

/** Reasons for which a server can temporarily reject a request (README of the server). */
const documented = new Set([
  'STORE_BUSY',
  'STORE_RESTARTING',
  'STORE_CONNECTIONS',
  'STORE_MEMORY',
  'STORE_LIMIT',
  'DISK_FULL',
])

const retryMs = 200
/**
 * Share of saves for which the user reloads the page before the response. Such a save may be
 * committed.
 */
const reloadShare = 0.05
/** Longer than any response takes while the database is unavailable. */
const patienceMs = 25_000

/** Item with more orders than stock. */
export const scarceItem = 'CLSCARCE'
const plentifulItems = Array.from({ length: 16 }, (_, index) => `CLPLENTY${index}`)
const owner = 'HANBIT'

interface Work {
  readonly procedure: string
  readonly rows: readonly Row[]
  /** Runs once the save is acknowledged. */
  readonly done?: (rows: readonly Row[]) => void
}

export interface SaveRecord {
  /** Text or document number by which the effect of the save is found in the database. */
  readonly mark: string
  readonly kind: 'adjust' | 'receipt' | 'receive' | 'order' | 'allocate'
  acknowledged: boolean
}

/**
 * Users who make movements at a set rate. They repeat a save with its key until they know its
 * outcome.
 */
export class Users {
  readonly saves: SaveRecord[] = []
  /** Times of acknowledged saves, from `performance.now()`. */
  readonly acknowledgedAt: number[] = []
  /** Responses that did not arrive: the time of the failure, and what arrived instead. */
  readonly lost: { readonly at: number; readonly how: string }[] = []
  /** Undocumented or missing error messages, with the number of occurrences. */
  readonly wrongWords = new Map<string, number>()
  readonly refusals = new Map<string, number>()
  /** Receipts missing from a list that was read after they were saved. */
  readonly missing: string[] = []
  readonly #clients: readonly Client[]
  readonly #balances: readonly string[]
  readonly #day: string
  readonly #receipts: string[] = []
  readonly #orders: string[] = []
  readonly #dice: Dice
  #isOver = false
  #deadline = Infinity
  #turns: Promise<unknown> = Promise.resolve()

  private constructor(
    clients: readonly Client[],
    setup: { balances: readonly string[]; day: string; seed: number },
  ) {
    this.#clients = clients
    this.#balances = setup.balances
    this.#day = setup.day
    this.#dice = new Dice(setup.seed)
  }

  static async login(
    url: string,
    { users, seed, scarce }: { users: number; seed: number; scarce: number },
  ): Promise<Users> {
    const admin = await Client.login([url])
    const items = [scarceItem, ...plentifulItems]
    await admin.saved(
      'master/save-stock',
      items.map((item) => ({ BATCH_FLAG: 'I', OWNER_CD: owner, STOCK_CD: item, STOCK_NM: item })),
    )
    const day = new Date(Date.now() + 9 * 3_600_000).toISOString().slice(0, 10).replaceAll('-', '')
    const receipt = { OWNER_CD: owner, RECEIPT_DT: day, OWNER_ORDER_NO: 'CL' }
    const [made] = await admin.saved('inbound/upload-receipts', [
      { ...receipt, STOCK_CD: scarceItem, ORDER_QTY: scarce },
      ...plentifulItems.map((item) => ({ ...receipt, STOCK_CD: item, ORDER_QTY: 1 })),
    ])
    await admin.saved('inbound/receive-bulk', [{ RECEIPT_NO: made?.['RECEIPT_NO'] ?? null }])
    await admin.saved('system/save-schedules', [everyMinute])
    const stock = await admin.query('inventory/stock-to-work', { STOCK_CD: 'CLPLENTY%' })
    const balances = stock.map((row) => String(row['BALANCE_ID']))
    if (balances.length === 0) throw new Error('there is no stock to work with')
    const clients: Client[] = []
    for (let index = 0; index < users; index += 1) {
      clients.push(await Client.login([url], roles[index % roles.length]))
    }
    return new Users(clients, { balances, day, seed })
  }

  /** Starts the work. Idle users send `rate` saves per second in total. */
  start(rate: number): void {
    const everyMs = (this.#clients.length / rate) * 1000
    this.#turns = Promise.all(
      this.#clients.map(async (client, index) => {
        await pause(this.#dice.next() * everyMs)
        for (let next = performance.now(); !this.#isOver; next += everyMs) {
          await this.#takeTurn(client, roles[index % roles.length] ?? '')
          next = Math.max(next, performance.now() - everyMs)
          await pause(Math.max(0, next + everyMs - performance.now()))
        }
      }),
    )
  }

  /** Stops starting saves and waits at most two minutes until the outcome of all is known. */
  async finish(): Promise<void> {
    this.#isOver = true
    this.#deadline = performance.now() + 120_000
    await this.#turns
  }

  async #takeTurn(client: Client, role: string): Promise<void> {
    if (role === 'customer') {
      const outcome = await client.search('inventory/own-movements', { BUSINESS_DT: this.#day })
      if (outcome.status !== 200) this.#recordRefusal(outcome)
      return
    }
    const number = this.saves.length
    const chosen = this.#choose(role, `CL-${number}`)
    if (!chosen) return
    const save: SaveRecord = { ...chosen.record, acknowledged: false }
    this.saves.push(save)
    await this.#settle(client, chosen.work, save)
  }

  #choose(role: string, mark: string) {
    if (role === 'clerk') return this.#dice.chance(0.5) ? this.#receipt(mark) : this.#order(mark)
    if (role === 'picker') return this.#receive()
    return this.#allocate(role) ?? this.#adjust(mark)
  }

  #adjust(mark: string) {
    const BALANCE_ID = this.#dice.pick(this.#balances) ?? ''
    const work: Work = {
      procedure: 'inventory/adjust',
      rows: [{ BALANCE_ID, ADJUST_QTY: 1, REASON: mark }],
    }
    return { work, record: { mark, kind: 'adjust' as const } }
  }

  #receipt(mark: string) {
    const receipt = { OWNER_CD: owner, RECEIPT_DT: this.#day, OWNER_ORDER_NO: mark }
    const work: Work = {
      procedure: 'inbound/upload-receipts',
      rows: [{ ...receipt, STOCK_CD: this.#dice.pick(plentifulItems) ?? '', ORDER_QTY: 1 }],
      done: (rows) => void this.#receipts.push(String(rows[0]?.['RECEIPT_NO'])),
    }
    return { work, record: { mark, kind: 'receipt' as const } }
  }

  #receive() {
    const mark = this.#receipts.shift()
    if (mark === undefined) return undefined
    const work: Work = { procedure: 'inbound/receive-bulk', rows: [{ RECEIPT_NO: mark }] }
    return { work, record: { mark, kind: 'receive' as const } }
  }

  #order(mark: string) {
    const row = { BATCH_FLAG: 'I', DOC_REF: mark }
    const work: Work = {
      procedure: 'outbound/save-shipments',
      rows: [
        { ...row, ROW_TYPE: 'H', OWNER_CD: owner, SHIPMENT_DT: this.#day, REMARK: mark },
        { ...row, ROW_TYPE: 'L', STOCK_CD: scarceItem, ORDER_QTY: 1 },
      ],
      done: (rows) => void this.#orders.push(String(rows[0]?.['SHIPMENT_NO'])),
    }
    return { work, record: { mark, kind: 'order' as const } }
  }

  #allocate(role: string) {
    const mark = role === 'admin' ? this.#orders.shift() : undefined
    if (mark === undefined) return undefined
    const work: Work = { procedure: 'outbound/allocate', rows: [{ SHIPMENT_NO: mark }] }
    return { work, record: { mark, kind: 'allocate' as const } }
  }

  async #settle(client: Client, work: Work, save: SaveRecord): Promise<void> {
    const key = randomUUID()
    if (this.#dice.chance(reloadShare)) {
      await client.save(work.procedure, work.rows, key, this.#dice.between(5, 100))
    }
    while (performance.now() < this.#deadline) {
      const outcome = await client.save(work.procedure, work.rows, key, patienceMs)
      if (outcome.status === 200) {
        save.acknowledged = true
        this.acknowledgedAt.push(performance.now())
        work.done?.(outcome.rows)
        if (save.kind === 'receipt') await this.#expectListed(client, outcome.rows)
        return
      }
      if (!this.#recordRefusal(outcome)) return
      await pause(retryMs)
    }
  }

  /** Any server can respond, and the list can be from the standby. */
  async #expectListed(client: Client, [saved]: readonly Row[]): Promise<void> {
    const RECEIPT_NO = String(saved?.['RECEIPT_NO'])
    const outcome = await client.search('inbound/receipts', { RECEIPT_NO })
    if (outcome.status !== 200) this.#recordRefusal(outcome)
    else if (outcome.rows.length !== 1) this.missing.push(RECEIPT_NO)
  }

  /** Returns whether the same request can succeed later. */
  #recordRefusal(outcome: Outcome): boolean {
    const { status, code, isOurs, text } = outcome
    const add = (to: Map<string, number>, name: string) => to.set(name, (to.get(name) ?? 0) + 1)
    if (!isOurs && (status === 'silence' || status >= 502)) {
      const how = status === 'silence' ? 'no response' : `load balancer ${status}`
      this.lost.push({ at: performance.now(), how })
      add(this.refusals, how)
      return true
    }
    if (status === 503 && documented.has(code)) {
      add(this.refusals, `503 ${code}`)
      return true
    }
    add(this.wrongWords, `${status} ${code}: ${text.slice(0, 200)}`)
    return status === 500 || status === 503
  }
}

export const scheduleCode = 'CLUSTER'

const everyMinute = {
  BATCH_FLAG: 'I',
  SCHEDULE_CD: scheduleCode,
  SCHEDULE_NM: scheduleCode,
  KIND_CD: 'PURGE',
  ARGUMENT: '90',
  MINUTE_CRON: '*',
  HOUR_CRON: '*',
  DAY_CRON: '*',
  MONTH_CRON: '*',
  WEEKDAY_CRON: '*',
}
