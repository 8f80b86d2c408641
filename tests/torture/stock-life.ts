import { deepStrictEqual } from 'node:assert/strict'
import fc from 'fast-check'
import sql from 'sql-template-tag'
import { sealLedger } from '#areas/inventory/server/ledger-worker.ts'
import { watchLedger } from '#areas/inventory/server/ledger-round.ts'
import { verifyLedger } from '#areas/inventory/server/verify.ts'
import { testPassword, testSite, type TestSite } from '#tests/support/app.ts'
import { stockCommands } from './stock-commands.ts'
import { RealStock, StockModel } from './stock-model.ts'
import { WireUser } from './wire-user.ts'

/** Number of concurrent histories. Each has its own items, to keep their books independent. */
const parallelHistories = 4
const perRun = 60
const checkEvery = 1_000
const fullEvery = 50_000

/** Initial stock of the items. Runs share one database whose ledger only grows. */
async function createInitialModel(real: RealStock): Promise<StockModel> {
  const model = new StockModel()
  const rows = await real.site.db.query<{
    item: string
    normal: number
    held: number
    taken: number
  }>(
    sql`select stock_cd item, coalesce(sum(qty) filter (where condition_cd = 'NORMAL'), 0) normal,
        coalesce(sum(qty) filter (where condition_cd = 'HELD'), 0) held,
        sum(alloc_qty + pick_qty) taken
      from stock_balance where wcode = 'W01' and owner_cd = 'HANBIT'
        and stock_cd = any(${[...real.items]}::text[]) group by 1`,
  )
  for (const { item, normal, held, taken } of rows) {
    Object.assign(model.books(item), { normal, held })
    model.takenBefore.set(item, taken)
  }
  return model
}

export interface LifeResult {
  readonly commands: number
  readonly seconds: number
  readonly seed: number
  readonly kinds: Readonly<Record<string, number>>
}

/** Verifies the ledger: new entries every thousand commands, everything from time to time. */
class LedgerVerifier {
  readonly #site: TestSite
  readonly #realStocks: readonly RealStock[]
  #lookedAt = 0
  #fullAt = 0
  #looking: Promise<void> | undefined

  constructor(site: TestSite, reals: readonly RealStock[]) {
    this.#site = site
    this.#realStocks = reals
  }

  get commands(): number {
    return this.#realStocks.reduce((sum, real) => sum + real.commands, 0)
  }

  /**
   * Runs one check at a time. A concurrent caller waits for the current check and gets its result.
   */
  async checkOccasionally(): Promise<void> {
    if (this.commands < this.#lookedAt + checkEvery) return this.#looking
    this.#lookedAt = this.commands
    this.#looking = this.#verifySome()
    await this.#looking
    this.#looking = undefined
  }

  async #verifySome(): Promise<void> {
    if (this.commands >= this.#fullAt + fullEvery) {
      this.#fullAt = this.commands
      return this.verify()
    }
    await sealLedger(this.#site.db)
    await watchLedger(this.#site.db)
    deepStrictEqual(await this.#site.db.query(sql`select * from ledger_finding`), [])
  }

  async verify(): Promise<void> {
    await sealLedger(this.#site.db)
    const wrong = (await verifyLedger(this.#site.db)).filter(({ breaches }) => breaches.length)
    deepStrictEqual(wrong, [])
  }
}

async function startLife(site: TestSite, url: string, life: number): Promise<RealStock> {
  const items = ['A', 'B', 'C'].map((name) => `LIFE-${life}-${name}`)
  await site.db.execute(sql`
    insert into stock (owner_cd, stock_cd, stock_nm, valid_yn, lot_yn)
    select 'HANBIT', item, item, 'N', 'N' from unnest(${items}::text[]) item`)
  return new RealStock(site, await WireUser.login(url, 'admin', testPassword), items)
}

/**
 * Runs at least `commands` random commands over real HTTP, in several simulated histories
 * concurrently. Compares the books with a model after every command. Checks new movements every
 * thousand commands and the entire ledger at the end. On failure, throws with the seed, the path
 * and the shortest failing sequence of commands. Each history derives its seed from the given one.
 */
export async function runStockLife(
  commands: number,
  seed = Date.now() % 2 ** 31,
): Promise<LifeResult> {
  const site = await testSite()
  const started = performance.now()
  const reals: RealStock[] = []
  try {
    const url = await site.app.listen({ port: 0, host: '127.0.0.1' })
    // A simulated history adjusts one balance more often than anyone may in a day without approval.
    await site.db.execute(sql`update warehouse set adjust_limit_qty = 1000000`)
    for (let life = 0; life < parallelHistories; life += 1)
      reals.push(await startLife(site, url, life))
    const watch = new LedgerVerifier(site, reals)
    let isOver = false
    // Run chunks, each with a derived seed, until enough commands are done.
    const runLife = async (real: RealStock, life: number): Promise<void> => {
      const run = async (given: Iterable<fc.AsyncCommand<StockModel, RealStock>>) => {
        const model = await createInitialModel(real)
        await fc.asyncModelRun(() => ({ model, real }), given)
        await watch.checkOccasionally()
      }
      const chunks = fc.commands(stockCommands, { maxCommands: perRun, size: 'max' })
      for (let chunk = life; watch.commands < commands && !isOver; chunk += parallelHistories) {
        await fc.assert(fc.asyncProperty(chunks, run), {
          numRuns: 4,
          seed: seed + chunk,
          endOnFailure: false,
        })
      }
    }
    const ends = await Promise.allSettled(
      reals.map((real, life) =>
        runLife(real, life).catch((error: unknown) => {
          isOver = true
          throw error
        }),
      ),
    )
    for (const end of ends) if (end.status === 'rejected') throw end.reason
    await watch.verify().catch((cause: unknown) => {
      throw new Error(`the ledger does not add up after the lives of seed ${seed}`, { cause })
    })
    const seconds = (performance.now() - started) / 1000
    return { commands: watch.commands, seconds, seed, kinds: getKinds(reals) }
  } finally {
    for (const real of reals) real.user.close()
    await site.close()
  }
}

function getKinds(reals: readonly RealStock[]): Record<string, number> {
  const sums: Record<string, number> = {}
  for (const { kinds } of reals) {
    for (const [kind, count] of kinds) sums[kind] = (sums[kind] ?? 0) + count
  }
  return Object.fromEntries(Object.entries(sums).toSorted(([a], [b]) => (a < b ? -1 : 1)))
}
