import { setTimeout as pause } from 'node:timers/promises'
import type { ServerResponse } from 'node:http'
import type { FastifyInstance } from 'fastify'

/**
 * Requests in progress, and whether the server is about to stop. While it drains, it still serves
 * requests but reports itself as not ready, so that load balancers use other servers.
 */
export class Drain {
  readonly #open = new Set<ServerResponse>()
  readonly #whenStarted: (() => Promise<void>)[] = []
  readonly #skipPause = new AbortController()
  #isDraining = false
  #whenEmpty: (() => void) | undefined

  get isDraining(): boolean {
    return this.#isDraining
  }

  watch(app: FastifyInstance): void {
    app.addHook('onRequest', async (_, { raw }) => {
      this.#open.add(raw)
      const onClosed = (): void => {
        this.#open.delete(raw)
        if (this.#open.size === 0) this.#whenEmpty?.()
      }
      raw.once('finish', onClosed).once('close', onClosed)
    })
    app.addHook('onSend', async (_, reply) => {
      if (this.#isDraining) reply.header('connection', 'close')
    })
  }

  /** Registers a function that closes long-lived responses such as event streams. */
  onStart(run: () => Promise<void>): void {
    this.#whenStarted.push(run)
  }

  async start(drainMs: number): Promise<void> {
    this.#isDraining = true
    await Promise.all(this.#whenStarted.map((run) => run()))
    await pause(drainMs, undefined, { signal: this.#skipPause.signal }).catch(() => undefined)
  }

  /** Ends the pause in `start` immediately. */
  endPause(): void {
    this.#skipPause.abort()
  }

  /**
   * Waits at most `limitMs` until every request has its response. Returns the number of requests
   * still pending.
   */
  async finish(limitMs: number): Promise<number> {
    this.#isDraining = true
    if (this.#open.size === 0) return 0
    const { promise, resolve } = Promise.withResolvers<void>()
    this.#whenEmpty = resolve
    const timer = setTimeout(resolve, limitMs)
    await promise
    clearTimeout(timer)
    return this.#open.size
  }
}
