import { clearJobs, loadJobs, noteJob, type Job } from './jobs.ts'
import { leaveAsOnlooker } from './session.ts'
import { ledgerState, type LedgerFacts } from './ledger-state.ts'
import { noteChange, noteMissed, watchSearches, type Change } from './changed-elsewhere.ts'

const FIRST_WAIT_MS = 1000
const LONGEST_WAIT_MS = 30_000

/** Delay before the nth reconnect, in milliseconds. */
export function waitBefore(failures: number): number {
  return Math.min(FIRST_WAIT_MS * 2 ** (failures - 1), LONGEST_WAIT_MS)
}

function dataOf<T>(event: MessageEvent<string>): T {
  return JSON.parse(event.data) as T
}

class EventLine {
  #source: EventSource | undefined
  #last = ''
  #failures = 0
  #timer: ReturnType<typeof setTimeout> | undefined
  readonly #online = (): void => this.#open()

  start(): void {
    addEventListener('online', this.#online)
    this.#open()
  }

  stop(): void {
    removeEventListener('online', this.#online)
    clearTimeout(this.#timer)
    this.#source?.close()
    this.#source = undefined
  }

  #open(): void {
    clearTimeout(this.#timer)
    this.#source?.close()
    const query = this.#last ? `?lastEventId=${this.#last}` : ''
    const source = new EventSource(`/api/events${query}`)
    this.#source = source
    source.addEventListener('open', () => {
      ledgerState.isHeard = true
      // Without a last event id the server cannot replay missed events.
      if (this.#failures > 0 && this.#last === '') noteMissed()
      this.#failures = 0
      void loadJobs()
    })
    source.addEventListener('error', () => this.#again())
    // The server sends `end` when it stops, the session ends or the client falls behind.
    source.addEventListener('end', (event: MessageEvent<string>) => {
      const isOver = dataOf<{ WHY: string }>(event).WHY === 'session'
      if (!isOver || !leaveAsOnlooker()) this.#again()
    })
    source.addEventListener('reset', () => {
      noteMissed()
      void loadJobs()
    })
    source.addEventListener('ledger', (event: MessageEvent<string>) => {
      ledgerState.facts = dataOf<LedgerFacts>(event)
    })
    source.addEventListener('change', (event: MessageEvent<string>) => {
      this.#last = event.lastEventId
      noteChange(dataOf<Change>(event))
    })
    source.addEventListener('job', (event: MessageEvent<string>) => {
      this.#last = event.lastEventId
      noteJob(dataOf<Job>(event))
    })
  }

  #again(): void {
    this.#source?.close()
    ledgerState.isHeard = false
    this.#failures += 1
    clearTimeout(this.#timer)
    this.#timer = setTimeout(() => this.#open(), waitBefore(this.#failures))
  }
}

export function startEvents(): () => void {
  const line = new EventLine()
  const stopWatching = watchSearches()
  line.start()
  return () => {
    line.stop()
    stopWatching()
    clearJobs()
  }
}
