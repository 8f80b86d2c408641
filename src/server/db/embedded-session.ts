import type { RawSession } from './cursor-stream.ts'
import { DatabaseError, StoreUnavailableError } from './database-error.ts'
import type { EmbeddedEngine } from './embedded-engine.ts'
import { scriptMessage, statementMessage } from './embedded-wire.ts'
import type { RawRows } from './raw-rows.ts'
import type { Statement, StatementResult } from './running-transaction.ts'
import { timeStatement } from './statement-times.ts'
import type { StoreLimits } from './store-limits.ts'

export type SessionProtocol = {
  readonly runAll: (
    statements: readonly Statement[],
  ) => Promise<PromiseSettledResult<StatementResult>[]>
  readonly exchange: (message: Uint8Array, limitMs: number) => Promise<StatementResult>
  readonly fetch: (message: Uint8Array) => Promise<RawRows>
}

export class EmbeddedSession implements RawSession {
  #talk: SessionProtocol
  #engine: EmbeddedEngine
  #limits: StoreLimits
  #release: () => void
  #startedIn: number
  #idle: NodeJS.Timeout | undefined
  #ended: Error | undefined

  constructor(
    protocol: SessionProtocol,
    engine: EmbeddedEngine,
    limits: StoreLimits,
    release: () => void,
  ) {
    this.#talk = protocol
    this.#engine = engine
    this.#limits = limits
    this.#release = release
    this.#startedIn = engine.generation
  }

  async #ask<T>(exchange: () => Promise<T>): Promise<T> {
    clearTimeout(this.#idle)
    if (this.#ended) throw this.#ended
    if (this.#engine.generation !== this.#startedIn) {
      throw new StoreUnavailableError('the database restarted during this transaction')
    }
    try {
      return await exchange()
    } finally {
      this.#idle = setTimeout(() => void this.#endIdle(), this.#limits.idleTransactionMs)
    }
  }

  /** Equivalent of `idle_in_transaction_session_timeout` on a server. */
  async #endIdle(): Promise<void> {
    this.#ended = new DatabaseError({
      code: '25P03',
      message: 'the transaction asked nothing for too long and was rolled back',
    })
    try {
      await this.#talk.exchange(scriptMessage('rollback'), this.#limits.watchdogMs)
    } catch {
      this.#giveUp()
    } finally {
      this.#release()
    }
  }

  runAll(statements: readonly Statement[]): Promise<PromiseSettledResult<StatementResult>[]> {
    const text = statements.map((statement) => statement.text).join('; ')
    return timeStatement(text, () => this.#ask(() => this.#talk.runAll(statements)))
  }

  async run(text: string, values: readonly unknown[]): Promise<StatementResult> {
    const [outcome] = await this.runAll([{ text, values }])
    if (outcome?.status === 'fulfilled') return outcome.value
    throw outcome?.reason ?? new StoreUnavailableError('the database said nothing')
  }

  fetch(text: string): Promise<RawRows> {
    return this.#ask(() => this.#talk.fetch(statementMessage(text, [])))
  }

  /**
   * No-op, because the engine cannot cancel a running statement. Steps are kept short for that
   * reason.
   */
  cancel(): Promise<void> {
    return Promise.resolve()
  }

  async script(text: string): Promise<void> {
    const message = scriptMessage(text)
    await this.#ask(() => this.#talk.exchange(message, this.#limits.maintenanceMs))
  }

  /**
   * Restarts the engine, because the next transaction must not inherit one that could not be rolled
   * back.
   */
  #giveUp(): void {
    if (this.#engine.generation === this.#startedIn) this.#engine.renew('a rollback failed')
  }

  release(isBroken: boolean): void {
    clearTimeout(this.#idle)
    if (isBroken && !this.#ended) this.#giveUp()
    // After an idle timeout, `#endIdle` releases the connection once the rollback is done.
    if (!this.#ended) this.#release()
  }
}
