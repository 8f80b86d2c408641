import { label, type Label } from '#kernel/label.ts'
import { Listeners } from '#ui/base/listeners.ts'
import type { InterpretedScan, ScanResponse, ScanClaim } from '#ui/scanner/codes/scan-part.ts'
import { ScanQueue, type MovedWork, type QueuedScan } from './scan-queue.ts'
import type { ScanSound } from './scan-sound.ts'

export interface ScanTarget {
  readonly name: string
  /**
   * Accepts a code before it is interpreted, for a target with its own lane. Takes precedence over
   * every `takeRows`.
   */
  readonly claim?: (code: string) => ScanClaim | undefined
  /** Returns undefined to pass the scan on to the next target. */
  readonly take: (
    scan: InterpretedScan,
  ) => ScanResponse | undefined | Promise<ScanResponse | undefined>
}

export interface ScanOutcome extends Omit<ScanResponse, 'takenBy'> {
  readonly id: number
  readonly scan: InterpretedScan
  readonly takenBy: string | undefined
  readonly latencyMs: number
}

export interface ScanRouterOptions {
  readonly ready?: () => Promise<void>
  readonly read: (code: string, claim?: ScanClaim) => InterpretedScan | Promise<InterpretedScan>
  readonly sound?: ScanSound
  /** The focused field if it takes scans, evaluated when the scan is handled. */
  readonly focusedField?: () => ScanTarget | undefined
  readonly now?: () => number
}

/**
 * Routes every scan to the station opened last, then to earlier stations, then to the focused
 * field. Targets are determined after the previous scan was handled. A target with its own lane
 * claims scans immediately and keeps them, however slow it is.
 */
export class ScanRouter {
  readonly queue: ScanQueue
  readonly #options: ScanRouterOptions
  readonly #now: () => number
  readonly #listeners = new Listeners<ScanOutcome>()
  readonly #waiting = new Map<number, { readonly code: string; readonly refusal?: Label }>()
  #stations: readonly ScanTarget[] = []

  constructor(options: ScanRouterOptions) {
    this.#options = options
    this.#now = options.now ?? (() => performance.now())
    this.queue = new ScanQueue(this.#now)
  }

  addStation(station: ScanTarget): () => void {
    this.#stations = [...this.#stations, station]
    return () => {
      this.#stations = this.#stations.filter((other) => other !== station)
    }
  }

  receive(code: string): number {
    const id = this.queue.add(code, (scan) => this.#route(scan))
    this.#waiting.set(id, { code })
    return id
  }

  waitingCodes(): readonly string[] {
    return Array.from(this.#waiting.values(), ({ code }) => code)
  }

  /** Removes a waiting code that was not a scan. It has no outcome. */
  removeWaiting(code: string): void {
    for (const [id, waiting] of this.#waiting) if (waiting.code === code) this.#waiting.delete(id)
  }

  rejectWaiting(refusal: Label): void {
    for (const [id, { code }] of this.#waiting) this.#waiting.set(id, { code, refusal })
  }

  readonly listen = this.#listeners.add

  async #route(queued: QueuedScan): Promise<MovedWork | void> {
    const { id, code } = queued
    await this.#options.ready?.()
    const claimed = this.#claimed(queued)
    if (claimed) return claimed
    const scan = await this.#read(code)
    // A station can become active while a format is loading.
    const lateClaim = this.#claimed(queued)
    if (lateClaim) return lateClaim
    const waiting = this.#waiting.get(id)
    if (!waiting) return
    const response = waiting.refusal
      ? rejectedResponse(waiting.refusal)
      : await this.#askStations(scan)
    this.#waiting.delete(id)
    this.#report(queued, scan, response)
  }

  #claimed(queued: QueuedScan): MovedWork | undefined {
    const waiting = this.#waiting.get(queued.id)
    if (!waiting || waiting.refusal) return undefined
    for (const { claim } of this.#stations.toReversed()) {
      const claimed = claim?.(queued.code)
      if (!claimed) continue
      this.#waiting.delete(queued.id)
      return { lane: claimed.lane, work: (scan) => this.#deliverToClaim(scan, claimed) }
    }
    return undefined
  }

  async #deliverToClaim(queued: QueuedScan, claim: ScanClaim): Promise<void> {
    const scan = await this.#read(queued.code, claim)
    const response = await claim.take(scan).catch(failedResponse)
    this.#report(queued, scan, { ...response, takenBy: claim.takenBy })
  }

  #report({ id, queuedMs }: QueuedScan, scan: InterpretedScan, response: ScanResponse): void {
    const latencyMs = this.#now() - queuedMs
    const outcome = { ...response, id, scan, latencyMs, takenBy: response.takenBy }
    this.#options.sound?.play(outcome.ok ? 'yes' : 'no')
    this.#listeners.call(outcome)
  }

  async #read(code: string, claim?: ScanClaim): Promise<InterpretedScan> {
    try {
      return await this.#options.read(code, claim)
    } catch (error) {
      return unreadableScan(code, errorText(error))
    }
  }

  async #askStations(scan: InterpretedScan): Promise<ScanResponse> {
    // A broken code is shown by stations, but never typed into a field.
    const field = scan.refusal ? undefined : this.#options.focusedField?.()
    const targets = [...this.#stations.toReversed(), ...(field ? [field] : [])]
    for (const { name, take } of targets) {
      try {
        const taken = await take(scan)
        if (taken) return { ...taken, takenBy: taken.takenBy ?? name }
      } catch (error) {
        return { ...failedResponse(error), takenBy: name }
      }
    }
    const notUsable = label('여기서는 사용할 수 없는 코드입니다.', 'This code cannot be used here.')
    return rejectedResponse(scan.refusal ?? scan.warning ?? notUsable)
  }
}

export function unreadableScan(code: string, refusal: Label): InterpretedScan {
  return { code, format: '', parts: [], refusal }
}

function rejectedResponse(message: Label): ScanResponse {
  return { ok: false, message }
}

function errorText(error: unknown): Label {
  const reason = error instanceof Error ? error.message : String(error)
  return label(`스캔에 실패했습니다: ${reason}`, `Scan failed: ${reason}`)
}

function failedResponse(error: unknown): ScanResponse {
  return rejectedResponse(errorText(error))
}
