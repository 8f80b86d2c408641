import sql from 'sql-template-tag'
import type { Value } from '#kernel/field.ts'
import type { PartnerKind } from '#areas/master/server/partner-kind.ts'
import { findProfile } from '#areas/master/server/partner-profile.ts'
import { partnerUser, receiveDelivery } from '#areas/master/server/partner-receive.ts'
import type { Database, Transaction } from '#server/db/database.ts'
import type { Caller } from '#server/auth/caller.ts'
import type { ProcedureHandler, SaveResult } from '#server/engine/handler.ts'
import { runProcedure } from '#server/engine/run-procedure.ts'
import { handlers } from '#server/site/registry.ts'
import type { Chance } from './chance.ts'

export type PastRow = Record<string, Value>

const procedures = new Map(
  handlers.flatMap((handler) => ('edits' in handler ? [[handler.operation.name, handler]] : [])),
)

function findProcedure(name: string): ProcedureHandler {
  const found = procedures.get(name)
  if (!found) throw new Error(`no procedure ${name}`)
  return found
}

/**
 * A store backed by one transaction: everything saved through it is committed or rolled back
 * together.
 */
function storeInTransaction(db: Database, tx: Transaction): Database {
  const store: Database = {
    kind: db.kind,
    query: (statement) => tx.query(statement),
    execute: (statement) => tx.execute(statement),
    transaction: (work) => work(tx),
    script: (text) => tx.script(text),
    stream: (statement, options) => db.stream(statement, options),
    read: (work) => work(store),
    listen: (channel, onMessage) => db.listen(channel, onMessage),
    notify: (channel, payload) => tx.notify(channel, payload),
    health: () => db.health(),
    checkpoint: () => db.checkpoint(),
    close: () => db.close(),
  }
  return store
}

export interface TimedUser {
  readonly user: string
  /** `HHmm` on the clock of the warehouse; ignored for today. */
  readonly at: string
}

export interface StepPlace {
  readonly wcode: string
  readonly day: string
  readonly name: string
  /** Work in the demo history has a simulated time on its date; today's work uses the real time. */
  readonly isPast: boolean
  /**
   * Whether the date is in the last week. On these dates several users confirm work in small
   * portions.
   */
  readonly isRecent: boolean
}

/**
 * One step of the history, on one date in one warehouse. All saves of its users share one
 * transaction.
 */
export class PastStep {
  readonly tx: Transaction
  readonly place: StepPlace
  readonly chance: Chance
  readonly #store: Database
  #saves = 0

  constructor(db: Database, tx: Transaction, place: StepPlace, chance: Chance) {
    this.tx = tx
    this.place = place
    this.chance = chance
    this.#store = storeInTransaction(db, tx)
  }

  /** Saves rows as a screen would, for a user at a time of the date. Skips empty input. */
  async save(name: string, act: TimedUser, rows: readonly PastRow[]): Promise<SaveResult> {
    if (rows.length === 0) return {}
    this.#setClock(act.at)
    return runProcedure(this.#store, findProcedure(name), this.#caller(act), {
      rows,
      idempotencyKey: this.#nextKey(),
      dryRun: false,
    })
  }

  /** Processes a one-line message from a partner's system, by the partner's profile. */
  async processPartnerMessage(
    profileCode: string,
    owner: string,
    kind: PartnerKind,
    number: string,
    line: Readonly<Record<string, string>>,
  ): Promise<void> {
    const scope = { wcode: this.place.wcode, owners: null }
    const profile = await findProfile(this.tx, scope, owner, profileCode)
    if (!profile) throw new Error(`no partner profile ${profileCode}`)
    const caller = this.#caller({ user: partnerUser(profile), at: '' })
    const delivery = { number, raw: JSON.stringify(line), lines: [line] }
    await receiveDelivery(this.#store, kind, profile, caller, delivery)
  }

  /**
   * Sets the simulated time for the next saves of the transaction. Today's saves use the real time.
   */
  #setClock(at: string): void {
    if (!this.place.isPast) return
    const time = `${at.slice(0, 2)}:${at.slice(2)}:${this.chance.between(10, 59)}`
    this.tx.later(sql`
      select set_config('wms.moment',
        ((${this.place.day}::date + ${time}::time) at time zone 'Asia/Seoul')::text, true)`)
  }

  #caller({ user }: TimedUser): Caller {
    const { wcode, day } = this.place
    return { userId: user, scope: { wcode, owners: null }, language: 'ko', today: day }
  }

  #nextKey(): string {
    const { wcode, day, name } = this.place
    this.#saves += 1
    return `demo-past-${day}-${wcode}-${name}-${this.#saves}`
  }
}

export function columnValues(result: SaveResult, column: string): string[] {
  return [...new Set((result.rows ?? []).map((row) => String(row[column])))].toSorted()
}

/** Splits the rows into consecutive parts, one per user and time. The first part is the largest. */
export function splitWork<Row>(
  rows: readonly Row[],
  acts: readonly TimedUser[],
): (readonly [TimedUser, readonly Row[]])[] {
  let from = 0
  return acts.map((act, index) => {
    const count = Math.ceil(((rows.length - from) * 1.2) / (acts.length - index + 0.2))
    const some = rows.slice(from, from + count)
    from += some.length
    return [act, some] as const
  })
}
