import type { Database } from '#server/db/database.ts'
import { openNextServer, testSite, type TestSite } from '#tests/support/app.ts'
import { Approvers } from './approving.ts'
import { compareBooks, compareNamed, compareSerials } from './books.ts'
import { catalogue } from './catalogue.ts'
import { Checkers } from './checking.ts'
import { Counters } from './counting.ts'
import { Dice } from './dice.ts'
import { Floor, type Person, type Plan } from './floor.ts'
import { Pickers } from './picking.ts'
import { Receivers, type Departures } from './receiving.ts'
import { Planners, type Shipment } from './shipments.ts'
import { Keepers } from './keepers.ts'
import { Drivers } from './drivers.ts'
import { Refillers } from './refilling.ts'
import { SerialCounters } from './serial-counting.ts'
import { Returners } from './returning.ts'

const names = ['admin', 'second', 'third', 'fourth', 'fifth'] as const

/** Steps between two complete comparisons. */
const dayLength = 250

export interface FloorResult {
  readonly seed: number
  readonly steps: number
  readonly seconds: number
  readonly days: number
  readonly findings: Readonly<Record<string, number>>
  /** Findings by kind with examples and their traces, empty if there are none. */
  readonly report: string
  /** Differences that people caused and that no count removed, with their causes. */
  readonly allowed: readonly string[]
  readonly mistakes: Readonly<Record<string, number>>
  readonly answers: Readonly<Record<string, number>>
}

async function hire(site: TestSite): Promise<void> {
  await site.db.script(`
    insert into app_user (user_id, user_nm, password_hash, all_owners_yn)
      select id, id, password_hash, 'Y' from app_user, unnest(array['third', 'fourth', 'fifth']) id
      where user_id = 'admin';
    insert into user_role (user_id, role_cd)
      select id, 'ADMIN' from unnest(array['third', 'fourth', 'fifth']) id;
    insert into user_warehouse (user_id, wcode)
      select id, w from unnest(array['admin', 'second', 'third', 'fourth', 'fifth']) id,
        unnest(array['W01', 'W02']) w on conflict do nothing;
    update warehouse set adjust_limit_qty = 3;
    insert into cell (wcode, cell_cd, zone_cd, pick_seq, cell_type_cd, role_cd) values
      ('W01', 'D-1', 'A', 900, 'DOCK', 'BUFFER'), ('W01', 'F-1', 'A', 901, 'RACK', 'PICK'),
      ('W01', 'F-2', 'A', 902, 'RACK', 'PICK'), ('W01', 'F-3', 'A', 903, 'RACK', 'PICK')`)
}

/** Spreads the people and their warehouses over the servers. */
async function logIn(servers: readonly TestSite[], dice: Dice): Promise<Person[]> {
  const serverAt = (at: number) => servers[at % servers.length] as TestSite
  return Promise.all(
    names.map(async (name, index) => {
      const [W01, W02] = await Promise.all([
        serverAt(index).login(name, 'W01'),
        serverAt(index + 1).login(name, 'W02'),
      ])
      return { name, dice: dice.fork(index), sessions: { W01, W02 } }
    }),
  )
}

/**
 * Registers the items. Two of them share a barcode. If the item master rejects that, their pieces
 * are printed with different ones.
 */
async function registerItems(floor: Floor): Promise<void> {
  const [person] = floor.people
  if (!person) return
  for (const item of catalogue) {
    const row = {
      BATCH_FLAG: 'I',
      OWNER_CD: item.owner,
      STOCK_CD: item.code,
      STOCK_NM: item.code,
      LOT_YN: item.lots.length > 0 ? 'Y' : 'N',
      VALID_YN: item.lots.length > 0 ? 'Y' : 'N',
      ...(item.piece === 1000 ? {} : { UNIT_CD: 'KG' }),
      ...(item.isNamed ? { SERIAL_CD: 'ALL' } : {}),
    }
    const save = (BARCODE: string) =>
      floor.save(person, 'W01', 'master/save-stock', [{ ...row, BARCODE }])
    const response = await save(item.barcode)
    if (response.isDone) continue
    item.barcode = '8809900000101'
    const again = await save(item.barcode)
    if (!again.isDone) throw new Error(`item ${item.code}: ${response.text}; ${again.text}`)
  }
}

class FloorSimulation {
  readonly #floor: Floor
  readonly #receivers: Receivers
  readonly #keepers: Keepers
  readonly #planners: Planners
  readonly #pickers: Pickers
  readonly #checkers: Checkers
  readonly #counters: Counters
  readonly #approvers: Approvers
  readonly #drivers: Drivers
  readonly #refillers: Refillers
  readonly #returners: Returners
  readonly #serialCounters: SerialCounters
  days = 0

  constructor(floor: Floor, dice: Dice) {
    const departures: Departures = new Map()
    this.#floor = floor
    this.#receivers = new Receivers(floor, departures)
    this.#keepers = new Keepers(floor)
    this.#planners = new Planners(floor)
    this.#pickers = new Pickers(floor, this.#keepers)
    this.#checkers = new Checkers(
      floor,
      this.#keepers,
      departures,
      this.#receivers.returned,
      this.#planners.open,
    )
    this.#counters = new Counters(floor, dice.fork(99))
    this.#approvers = new Approvers(floor, this.#counters)
    this.#drivers = new Drivers(floor)
    this.#refillers = new Refillers(floor)
    this.#returners = new Returners(floor, this.#planners.open, departures)
    this.#serialCounters = new SerialCounters(floor)
  }

  #plan(person: Person): Plan | undefined {
    const way = person.dice.below(100)
    if (way < 10) return this.#receivers.plan(person)
    if (way < 22) return this.#keepers.plan(person)
    if (way < 28) return this.#drivers.plan(person)
    if (way < 31) return this.#serialCounters.plan(person)
    if (way < 50) return this.#planCount(person)
    if (way < 55) return this.#refillers.plan(person)
    if (way < 60) return this.#returners.plan(person)
    const { open } = this.#planners
    const shipment = person.dice.pick(open)
    if (way < 66 || !shipment) return this.#planners.planOrder(person)
    return this.#planShipment(person, shipment)
  }

  #planCount(person: Person): Plan | undefined {
    const job = person.dice.pick(this.#counters.jobs)
    if (!job || person.dice.chance(0.12)) return this.#counters.planJob(person)
    if (job.phase === 'counted') return this.#approvers.plan(person, job)
    // Any person can continue a count, but usually the person who started it does.
    const isStranger = person.name !== job.counter && job.phase === 'counting'
    return isStranger && person.dice.chance(0.5) ? undefined : this.#counters.planScan(person, job)
  }

  #planShipment(person: Person, shipment: Shipment): Plan | undefined {
    const { stage, number } = shipment
    const subjects = [number]
    const isBack = person.dice.chance(0.06)
    if (isBack && (stage === 'allocated' || stage === 'listed')) {
      return { subjects, run: () => this.#planners.cancelAllocation(person, shipment) }
    }
    if (stage === 'ordered') {
      return { subjects, run: () => this.#planners.allocate(person, shipment) }
    }
    if (stage === 'allocated') return { subjects, run: () => this.#planners.list(person, shipment) }
    if (stage === 'listed') return this.#pickers.plan(person, shipment)
    if (stage === 'picked') return this.#checkers.planPicked(person, shipment)
    if (stage === 'checked') return this.#checkers.planChecked(person, shipment)
    if (stage === 'shipped' && isBack) return this.#checkers.planShipped(person, shipment)
    return undefined
  }

  /** Runs one action of each person concurrently, on different subjects. */
  async round(): Promise<void> {
    const taken = new Set<string>()
    const plans: Plan[] = []
    for (const person of this.#floor.people) {
      for (let tries = 0; tries < 5; tries += 1) {
        const plan = this.#plan(person)
        if (!plan || plan.subjects.some((subject) => taken.has(subject))) continue
        for (const subject of plan.subjects) taken.add(subject)
        plans.push(plan)
        break
      }
    }
    await Promise.all(plans.map((plan) => plan.run()))
    this.#floor.building.settle()
    const { approvedCells } = this.#floor
    if (approvedCells.size > 0) await compareBooks(this.#floor, [...approvedCells])
    approvedCells.clear()
    this.#forgetOld()
  }

  #forgetOld(): void {
    const { open } = this.#planners
    const finished = open.filter(({ stage }) => stage === 'shipped' || stage === 'gone')
    for (const shipment of finished.slice(0, Math.max(0, finished.length - 8)))
      open.splice(open.indexOf(shipment), 1)
  }

  async endDay(): Promise<void> {
    this.days += 1
    // Test stores have no autovacuum. Plans for a small store read whole tables of a large one.
    if (Number.isInteger(Math.log2(this.days))) await this.#floor.db.script('analyze')
    await compareBooks(this.#floor)
    await compareNamed(this.#floor)
    await compareSerials(this.#floor, this.#checkers.left)
    this.#checkers.left.clear()
  }
}

const sortCounts = (counts: ReadonlyMap<string, number>): Record<string, number> =>
  Object.fromEntries([...counts].toSorted(([a], [b]) => (a < b ? -1 : 1)))

/**
 * Lets people work in a building for at least `steps` saves and compares the books with its shelves
 * after every approved count and every simulated day. Differences without a human error, and every
 * named check that fails, are findings. Several servers need PostgreSQL. `inspect` sees the store at
 * the end.
 */
export async function simulateFloor(
  steps: number,
  seed = Date.now() % 2 ** 31,
  serverCount = 1,
  inspect: (db: Database) => Promise<void> = async () => undefined,
): Promise<FloorResult> {
  const site = await testSite()
  const started = performance.now()
  const servers = [site]
  try {
    while (servers.length < serverCount) servers.push(await openNextServer(site))
    const dice = new Dice(seed)
    await hire(site)
    const floor = new Floor(site.db, await logIn(servers, dice))
    await registerItems(floor)
    const life = new FloorSimulation(floor, dice)
    while (floor.steps < steps) {
      await life.round()
      if (floor.steps >= (life.days + 1) * dayLength) await life.endDay()
    }
    await life.endDay()
    await inspect(site.db)
    const { findings, building } = floor
    return {
      seed,
      steps: floor.steps,
      days: life.days,
      seconds: (performance.now() - started) / 1000,
      findings: sortCounts(findings.counts),
      report: findings.report(),
      allowed: building.deviations().map(({ key, qty, causes }) => {
        return `${key} by ${qty / 1000}: ${causes.map(({ text }) => text).join('; ')}`
      }),
      mistakes: sortCounts(floor.mistakes),
      answers: sortCounts(floor.answers),
    }
  } finally {
    for (const server of servers.toReversed()) await server.close()
  }
}
