import { deepStrictEqual } from 'node:assert/strict'
import fc from 'fast-check'
import sql from 'sql-template-tag'
import { sealLedger } from '#areas/inventory/server/ledger-keeper.ts'
import { verifyLedger } from '#areas/inventory/server/verify.ts'
import { testSite, type TestSite, type TestUser } from '#tests/support/app.ts'
import { modelItems, stockCommands } from './stock-commands.ts'
import { RealStock, StockModel } from './stock-model.ts'

/** What the items already hold when a run begins: runs share one store, whose ledger only grows. */
async function standing(site: TestSite): Promise<StockModel> {
  const model = new StockModel()
  const rows = await site.db.query<{ item: string; normal: number; held: number; taken: number }>(
    sql`select stock_cd item, coalesce(sum(qty) filter (where condition_cd = 'NORMAL'), 0) normal,
        coalesce(sum(qty) filter (where condition_cd = 'HELD'), 0) held,
        sum(alloc_qty + pick_qty) taken
      from stock_balance where stock_cd like 'LIFE-%' group by 1`,
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
}

/**
 * Runs at least so many random commands against a store and holds its books against simple
 * arithmetic after each, and against every check of the verifier every `verifyEvery` commands.
 * Throws with seed and path, and the shortest commands that fail; to shorten what only the verifier
 * finds, run that seed again with a small `verifyEvery`.
 */
export async function liveStock(
  commands: number,
  seed = Date.now() % 2 ** 31,
  verifyEvery = 1_000,
): Promise<LifeResult> {
  const site = await testSite()
  const started = performance.now()
  try {
    const user: TestUser = await site.login('admin')
    await site.db.execute(sql`
      insert into stock (owner_cd, stock_cd, stock_nm, valid_yn, lot_yn)
      select 'HANBIT', item, item, 'N', 'N' from unnest(${[...modelItems]}::text[]) item`)
    const real = new RealStock(site, user)
    const perRun = 60
    let lookedAt = 0
    const verify = async (): Promise<void> => {
      await sealLedger(site.db)
      const wrong = (await verifyLedger(site.db)).filter(({ breaches }) => breaches.length)
      deepStrictEqual(wrong, [])
      lookedAt = real.commands
    }
    const run = async (given: Iterable<fc.AsyncCommand<StockModel, RealStock>>) => {
      const model = await standing(site)
      await fc.asyncModelRun(() => ({ model, real }), given)
      // The whole ledger grows with every run, so it is added up once in a while, and at the end.
      if (real.commands >= lookedAt + verifyEvery) await verify()
    }
    // Chunk after chunk, each with a seed that follows from the first, until enough was done.
    for (let chunk = 0; real.commands < commands; chunk += 1) {
      await fc.assert(
        fc.asyncProperty(fc.commands(stockCommands, { maxCommands: perRun, size: 'max' }), run),
        { numRuns: 4, seed: seed + chunk, endOnFailure: false },
      )
    }
    await verify()
    return { commands: real.commands, seconds: (performance.now() - started) / 1000, seed }
  } finally {
    await site.close()
  }
}
