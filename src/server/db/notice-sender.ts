import { setTimeout as pause } from 'node:timers/promises'
import type { Notice } from './database.ts'

const flushIntervalMs = 20

/**
 * Sends the notices of a process. The first one is sent immediately. Notices that arrive during the
 * next 20 ms share a round trip, and equal ones are sent once.
 */
export class NoticeSender {
  #send: (notices: readonly Notice[]) => Promise<void>
  #waiting = new Map<string, Notice>()
  #nextBatch = Promise.withResolvers<void>()
  #isSending = false

  constructor(send: (notices: readonly Notice[]) => Promise<void>) {
    this.#send = send
  }

  /**
   * Resolves after the round trip, even if it failed. Failed notices are not sent again, because
   * listeners also poll.
   */
  send(notice: Notice): Promise<void> {
    this.#waiting.set(JSON.stringify([notice.channel, notice.payload]), notice)
    const { promise } = this.#nextBatch
    if (!this.#isSending) void this.#sendBatches()
    return promise
  }

  async flush(): Promise<void> {
    if (this.#waiting.size > 0) await this.#nextBatch.promise
  }

  async #sendBatches(): Promise<void> {
    this.#isSending = true
    while (this.#waiting.size > 0) {
      const notices = [...this.#waiting.values()]
      const { resolve } = this.#nextBatch
      this.#waiting.clear()
      this.#nextBatch = Promise.withResolvers()
      await this.#send(notices).catch(() => undefined)
      resolve()
      await pause(flushIntervalMs)
    }
    this.#isSending = false
  }
}
