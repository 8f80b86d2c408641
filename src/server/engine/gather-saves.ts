import { AsyncResource } from 'node:async_hooks'
import type { Database, Transaction } from '#server/db/database.ts'
import type { ProcedureHandler, SaveCall, SaveResult, SaveRow } from './handler.ts'
import { claimNewKeys, storeResponses, type KeyedSave } from './save-keys.ts'

export interface GatheredSave extends KeyedSave {
  readonly rows: readonly SaveRow[]
}

interface WaitingSave {
  readonly save: GatheredSave
  /** Documents and key that no two saves of a batch may have in common. */
  readonly claims: readonly string[]
  readonly runAlone: () => Promise<SaveResult>
  readonly done: PromiseWithResolvers<SaveResult>
}

/** Maximum number of concurrent transactions of one kind per server. */
const maxTransactions = 2
/**
 * Maximum number of saves per transaction. More would hold its locks longer without costing less
 * per save.
 */
const maxSaves = 40
const maxRows = 200

/**
 * Rolls back a batch with a key that was claimed before: one of its saves already has a response.
 */
class KeyClaimed extends Error {}

/** Saves of one procedure, warehouse, owner scope and day that wait for each other. */
class SaveGate {
  readonly #db: Database
  readonly #handler: ProcedureHandler
  readonly #emptied: () => void
  readonly #waiting: WaitingSave[] = []
  #running = 0

  constructor(db: Database, handler: ProcedureHandler, emptied: () => void) {
    this.#db = db
    this.#handler = handler
    this.#emptied = emptied
  }

  add(save: WaitingSave): void {
    this.#waiting.push(save)
    if (this.#running < maxTransactions) void this.#runAll()
  }

  async #runAll(): Promise<void> {
    this.#running += 1
    while (this.#waiting.length > 0) await this.#run(this.#nextBatch())
    this.#running -= 1
    if (this.#running === 0) this.#emptied()
  }

  #nextBatch(): WaitingSave[] {
    const batch: WaitingSave[] = []
    const claims = new Set<string>()
    let rows = 0
    for (let index = 0; index < this.#waiting.length && batch.length < maxSaves;) {
      const next = this.#waiting[index]
      if (!next) break
      rows += next.save.rows.length
      if (batch.length > 0 && rows > maxRows) break
      if (next.claims.some((claim) => claims.has(claim))) index += 1
      else {
        for (const claim of next.claims) claims.add(claim)
        batch.push(...this.#waiting.splice(index, 1))
      }
    }
    return batch
  }

  /**
   * Runs a batch in one transaction, or its halves if that fails, down to single saves. A rejected
   * save thus affects no other, and each error belongs to one save.
   */
  async #run(batch: readonly WaitingSave[]): Promise<void> {
    const [first, ...others] = batch
    if (!first) return
    if (others.length === 0) {
      await first.runAlone().then(first.done.resolve, first.done.reject)
      return
    }
    const results = await this.#runTogether(batch).catch(() => undefined)
    if (results) {
      for (const [index, { done }] of batch.entries()) done.resolve(results[index] ?? {})
      return
    }
    const middle = Math.ceil(batch.length / 2)
    await this.#run(batch.slice(0, middle))
    await this.#run(batch.slice(middle))
  }

  #runTogether(batch: readonly WaitingSave[]): Promise<readonly SaveResult[]> {
    const saves = batch.map(({ save }) => save)
    const { operation, gathering } = this.#handler
    return this.#db.transaction(async (tx) => {
      if (!(await claimNewKeys(tx, saves))) throw new KeyClaimed()
      const results = (await gathering?.run(saves.map((save) => toCall(tx, save)))) ?? []
      const records = results.flatMap((result, index) => {
        const save = saves[index]
        return save
          ? [{ ...save, operation: operation.name, rowCount: save.rows.length, result }]
          : []
      })
      if (records.length !== saves.length) throw new Error('one result per gathered save expected')
      storeResponses(tx, records)
      return results
    })
  }
}

function toCall(tx: Transaction, { caller, rows, idempotencyKey }: GatheredSave): SaveCall {
  return { ...caller, tx, rows, idempotencyKey, isRehearsal: false, confirmed: new Set() }
}

const gates = new WeakMap<Database, Map<string, SaveGate>>()

/**
 * Runs a save immediately, or together with waiting saves of the same kind if enough of them are
 * running. Saves that share a transaction pay for its locks, commit and statements only once.
 */
export function gatherSave(
  db: Database,
  handler: ProcedureHandler,
  save: GatheredSave,
  runAlone: () => Promise<SaveResult>,
): Promise<SaveResult> {
  const { operation, gathering } = handler
  const { scope, today, userId } = save.caller
  const kind = JSON.stringify([operation.name, scope.wcode, scope.owners, today])
  const ofStore = gates.get(db) ?? new Map<string, SaveGate>()
  gates.set(db, ofStore)
  const gate = ofStore.get(kind) ?? new SaveGate(db, handler, () => ofStore.delete(kind))
  ofStore.set(kind, gate)
  const done = Promise.withResolvers<SaveResult>()
  const documents = save.rows.map((row) => JSON.stringify(gathering?.documentKey(row)))
  gate.add({
    save,
    claims: [`${userId} ${save.idempotencyKey}`, ...new Set(documents)],
    // Another save can start this one and must not pass on its trace.
    runAlone: AsyncResource.bind(runAlone),
    done,
  })
  return done.promise
}
