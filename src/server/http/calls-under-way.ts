import type { FastifyInstance } from 'fastify'

/**
 * The calls of people that are being answered. The embedded store does one thing at a time, and a
 * login is ten of them: were each to wait for a step of a long job, it would take seconds.
 */
export class CallsUnderWay {
  readonly #patienceMs: number
  #count = 0
  #waiting: (() => void)[] = []

  /** However many calls there are, work that nobody waits for goes on after `patienceMs`. */
  constructor(app: FastifyInstance, patienceMs: number) {
    this.#patienceMs = patienceMs
    app.addHook('onRequest', async ({ method }, { raw }) => {
      // Streams of events are gotten, and stay open.
      if (method !== 'POST') return
      let isOver = false
      const end = (): void => {
        if (!isOver) this.#leave()
        isOver = true
      }
      this.#count += 1
      raw.once('finish', end).once('close', end)
    })
  }

  #leave(): void {
    this.#count -= 1
    if (this.#count > 0) return
    for (const go of this.#waiting.splice(0)) go()
  }

  /** Resolves once nobody waits for an answer, or when patience is over. */
  async over(): Promise<void> {
    if (this.#count === 0) return
    const { promise, resolve } = Promise.withResolvers<void>()
    const timer = setTimeout(resolve, this.#patienceMs)
    this.#waiting.push(resolve)
    await promise
    clearTimeout(timer)
    this.#waiting = this.#waiting.filter((go) => go !== resolve)
  }
}
