import { label, type Label } from '#kernel/label.ts'
import type { InterpretedScan, ScanAnswer, Taken, TakenOn } from '#ui/codes/scan-part.ts'
import { ScanQueue, type HandedOn, type QueuedScan } from './scan-queue.ts'
import type { ScanSound } from './scan-sound.ts'

/** A workstation or a field that takes scans. */
export interface ScanTarget {
  readonly name: string
  readonly take: (scan: InterpretedScan) => Taken | Promise<Taken>
}

export interface ScanOutcome extends Omit<ScanAnswer, 'takenBy'> {
  readonly id: number
  readonly scan: InterpretedScan
  /** Name of the target; undefined when nobody wanted the scan. */
  readonly takenBy: string | undefined
  /** From the suffix to the answer. */
  readonly latencyMs: number
}

export interface ScanRouterOptions {
  /** Takes a code apart when its turn comes. */
  readonly read: (code: string) => InterpretedScan | Promise<InterpretedScan>
  readonly sound?: ScanSound
  /** The field in focus, if it takes scans; asked when the scan's turn comes. */
  readonly focusedField?: () => ScanTarget | undefined
  readonly now?: () => number
}

/** What the targets made of a scan; nobody where none took it. */
interface Asked {
  readonly taken: ScanAnswer | TakenOn
  readonly takenBy: string | undefined
}

function refused(message: Label): Asked {
  return { taken: { ok: false, message }, takenBy: undefined }
}

/**
 * Brings every scan, wherever it came from, to the one who means it: the station opened last, then
 * the stations before it, then the field in focus. Strictly in order: a scan's targets are those of
 * the moment its turn comes, as if it had been scanned after the one before was done.
 */
export class ScanRouter {
  readonly queue: ScanQueue
  readonly #options: ScanRouterOptions
  readonly #listeners = new Set<(outcome: ScanOutcome) => void>()
  /** Codes nobody has taken yet, by the ids of their scans, and why nobody will. */
  readonly #waiting = new Map<number, { readonly code: string; readonly refusal?: Label }>()
  #stations: readonly ScanTarget[] = []

  constructor(options: ScanRouterOptions) {
    this.#options = options
    this.queue = new ScanQueue({
      handle: async (scan) => this.#route(scan),
      ...(options.now ? { now: options.now } : {}),
    })
  }

  /** Takes scans until the answer is called, as when the screen closes. */
  addStation(station: ScanTarget): () => void {
    this.#stations = [...this.#stations, station]
    return () => {
      this.#stations = this.#stations.filter((other) => other !== station)
    }
  }

  /** Queues a code from any scanner; the answer is the scan's id, which its outcome carries. */
  receive(code: string): number {
    const id = this.queue.add(code)
    this.#waiting.set(id, { code })
    return id
  }

  /** Codes that were received and that nobody knows of yet, in their order. */
  waitingCodes(): readonly string[] {
    return Array.from(this.#waiting.values(), ({ code }) => code)
  }

  /** Forgets a code that waits, as it turns out to be no scan; nobody hears of it. */
  withdraw(code: string): void {
    for (const [id, waiting] of this.#waiting) if (waiting.code === code) this.#waiting.delete(id)
  }

  /** Refuses everything that waits, each when its turn comes. */
  refuseWaiting(refusal: Label): void {
    for (const [id, { code }] of this.#waiting) this.#waiting.set(id, { code, refusal })
  }

  /** Hears of every outcome: for the scan log and the big answer on the screen. */
  readonly listen = (listener: (outcome: ScanOutcome) => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  async #route({ id, code, queuedMs }: QueuedScan): Promise<HandedOn | void> {
    const scan = await this.#read(code)
    const waiting = this.#waiting.get(id)
    if (!waiting) return
    const { takenBy, taken } = waiting.refusal ? refused(waiting.refusal) : await this.#ask(scan)
    this.#waiting.delete(id)
    const report = (answer: ScanAnswer): void => {
      const latencyMs = (this.#options.now ?? (() => performance.now()))() - queuedMs
      const outcome = { ...answer, id, scan, latencyMs, takenBy: answer.takenBy ?? takenBy }
      this.#options.sound?.play(outcome.ok ? 'yes' : 'no')
      for (const listener of this.#listeners) listener(outcome)
    }
    if ('later' in taken) return { answered: taken.later.catch(failure).then(report) }
    report(taken)
  }

  async #read(code: string): Promise<InterpretedScan> {
    try {
      return await this.#options.read(code)
    } catch (error) {
      return unread(code, failed(error))
    }
  }

  async #ask(scan: InterpretedScan): Promise<Asked> {
    // A broken code goes to those who can show why, never into a field.
    const field = scan.refusal ? undefined : this.#options.focusedField?.()
    const targets = [...this.#stations.toReversed(), ...(field ? [field] : [])]
    for (const { name, take } of targets) {
      try {
        const taken = await take(scan)
        if (taken) return { taken, takenBy: taken.takenBy ?? name }
      } catch (error) {
        return { taken: failure(error), takenBy: name }
      }
    }
    const nobody = label('여기서는 쓸 수 없는 코드입니다', 'Nothing here takes this code')
    return refused(scan.refusal ?? scan.warning ?? nobody)
  }
}

/** A code that was not taken apart, and why it is refused. */
export function unread(code: string, refusal: Label): InterpretedScan {
  return { code, format: '', parts: [], refusal }
}

function failed(error: unknown): Label {
  const reason = error instanceof Error ? error.message : String(error)
  return label(`스캔을 처리하지 못했습니다: ${reason}`, `Scan failed: ${reason}`)
}

function failure(error: unknown): ScanAnswer {
  return { ok: false, message: failed(error) }
}
