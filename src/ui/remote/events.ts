import { clearJobs, loadJobs, updateJob, type Job } from './jobs.ts'
import { leaveIfImpersonating } from './session.ts'
import { ledgerState, type LedgerFacts } from './ledger-state.ts'
import {
  recordChange,
  recordMissedChanges,
  watchSearches,
  type Change,
} from './changed-elsewhere.ts'

const MIN_DELAY_MS = 1000
const MAX_DELAY_MS = 30_000

/** Delay before the nth reconnect, in milliseconds. */
export function reconnectDelay(failures: number): number {
  return Math.min(MIN_DELAY_MS * 2 ** (failures - 1), MAX_DELAY_MS)
}

function parseData<T>(event: MessageEvent<string>): T {
  return JSON.parse(event.data) as T
}

class EventConnection {
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
      if (this.#failures > 0 && this.#last === '') recordMissedChanges()
      this.#failures = 0
      void loadJobs()
    })
    source.addEventListener('error', () => this.#reconnect())
    // The server sends `end` when it stops, the session ends or the client falls behind.
    source.addEventListener('end', (event: MessageEvent<string>) => {
      const isOver = parseData<{ WHY: string }>(event).WHY === 'session'
      if (!isOver || !leaveIfImpersonating()) this.#reconnect()
    })
    source.addEventListener('reset', () => {
      recordMissedChanges()
      void loadJobs()
    })
    source.addEventListener('ledger', (event: MessageEvent<string>) => {
      ledgerState.facts = parseData<LedgerFacts>(event)
    })
    source.addEventListener('change', (event: MessageEvent<string>) => {
      this.#last = event.lastEventId
      recordChange(parseData<Change>(event))
    })
    source.addEventListener('job', (event: MessageEvent<string>) => {
      this.#last = event.lastEventId
      updateJob(parseData<Job>(event))
    })
  }

  #reconnect(): void {
    this.#source?.close()
    ledgerState.isHeard = false
    this.#failures += 1
    clearTimeout(this.#timer)
    this.#timer = setTimeout(() => this.#open(), reconnectDelay(this.#failures))
  }
}

export function startEvents(): () => void {
  const line = new EventConnection()
  const stopWatching = watchSearches()
  line.start()
  return () => {
    line.stop()
    stopWatching()
    clearJobs()
  }
}
