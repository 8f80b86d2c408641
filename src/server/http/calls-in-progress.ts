import type { FastifyInstance } from 'fastify'

/**
 * User requests in progress, for which background jobs wait. The embedded store runs one statement
 * at a time. A login needs ten statements, and would take seconds if each had to wait for a step of
 * a long job.
 */
export class CallsInProgress {
  readonly #patienceMs: number
  #count = 0
  #waiting: (() => void)[] = []

  /** Background work continues after `patienceMs`, even with requests in progress. */
  constructor(app: FastifyInstance, patienceMs: number) {
    this.#patienceMs = patienceMs
    app.addHook('onRequest', async ({ method }, { raw }) => {
      // Event streams are GET requests and stay open.
      if (method !== 'POST') return
      let isOver = false
      const onClosed = (): void => {
        if (!isOver) this.#leave()
        isOver = true
      }
      this.#count += 1
      raw.once('finish', onClosed).once('close', onClosed)
    })
  }

  #leave(): void {
    this.#count -= 1
    if (this.#count > 0) return
    for (const go of this.#waiting.splice(0)) go()
  }

  async waitForAll(): Promise<void> {
    if (this.#count === 0) return
    const { promise, resolve } = Promise.withResolvers<void>()
    const timer = setTimeout(resolve, this.#patienceMs)
    this.#waiting.push(resolve)
    await promise
    clearTimeout(timer)
    this.#waiting = this.#waiting.filter((go) => go !== resolve)
  }
}
