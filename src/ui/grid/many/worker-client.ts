import { patchBuffers, ColumnMirror } from './column-mirror.ts'
import type { RowOrder } from '#ui/grid/rows/row-order.ts'
import type { RowSet } from '#ui/grid/rows/row-set.ts'
import type {
  ColumnPatch,
  Job,
  Jobs,
  JobKind,
  RowsPatch,
  WorkerReply,
} from '#ui/grid/rows/worker-messages.ts'
import { localPort, workerPort, type PortMaker, type WorkerPort } from './worker-port.ts'

/** An idle worker is terminated after this time, together with its copies. */
const IDLE_MS = 60_000

interface Waiting {
  readonly columns: readonly string[]
  readonly job: () => Job
  readonly resolve: (answer: unknown) => void
  readonly reject: (error: Error) => void
}

/**
 * The page's side of the worker. Sends the changes the worker's copies lack, then the job, and
 * matches responses to requests. Requests are processed in order.
 */
export class GridWorker {
  readonly #rows: RowSet
  readonly #mirror = new ColumnMirror()
  readonly #waiting = new Map<number, Waiting>()
  #makePort: PortMaker
  #port: WorkerPort | null = null
  #lastId = 0
  #order: { of: RowOrder; version: number } | null = null
  #view: { of: RowOrder; version: number } | null = null
  /** Number of views sent. Shows whether the worker still has the view that it arranged last. */
  #viewsSent = 0
  #viewsAtArrange = -1
  #lastSend: Promise<void> = Promise.resolve()
  #idleTimer: ReturnType<typeof setTimeout> | undefined

  constructor(rows: RowSet, makePort: PortMaker = workerPort) {
    this.#rows = rows
    this.#makePort = makePort
  }

  /** Rejects if the job fails. The job is created when it is sent, from the state at that time. */
  async ask<Kind extends JobKind>(
    columns: readonly string[],
    job: () => Extract<Job, { readonly kind: Kind }>,
  ): Promise<Jobs[Kind]['answer']> {
    clearTimeout(this.#idleTimer)
    const answer = await new Promise<unknown>((resolve, reject) => {
      const waiting = { columns, job, resolve, reject }
      const id = ++this.#lastId
      this.#waiting.set(id, waiting)
      this.#enqueue(id, waiting)
    })
    return answer as Jobs[Kind]['answer']
  }

  /** Terminates the worker. Pending work starts again with the next request. */
  close(): void {
    clearTimeout(this.#idleTimer)
    this.#port?.close()
    this.#port = null
    this.#mirror.reset()
    this.#order = null
    this.#view = null
  }

  /** The page shows the rows as the worker arranged them, so the view need not be sent. */
  markViewCurrent(): void {
    if (this.#viewsSent !== this.#viewsAtArrange) return
    this.#view = { of: this.#rows.arranged, version: this.#rows.arranged.version }
  }

  #enqueue(id: number, waiting: Waiting): void {
    this.#lastSend = this.#lastSend.then(() => this.#send(id, waiting))
  }

  async #send(id: number, { columns, job, reject }: Waiting): Promise<void> {
    try {
      for (const column of columns) await this.#sendColumn(column)
      // No await from here on: the job must run on the current data.
      const patches = columns.flatMap((column) => this.#remainingPatches(column))
      const request = job()
      const order = this.#orderPatch()
      const view = request.kind === 'arrange' ? this.#isArrangeJob() : this.#viewPatch()
      const rows = [order, view].flatMap((patch) =>
        typeof patch === 'object' && patch.buffer instanceof ArrayBuffer ? [patch.buffer] : [],
      )
      this.#ensurePort().send(
        {
          id,
          patches,
          ...(order === undefined ? {} : { order }),
          ...(view === undefined ? {} : { view }),
          job: request,
        },
        [...patches.flatMap(patchBuffers), ...rows],
      )
    } catch (error) {
      this.#waiting.delete(id)
      reject(error instanceof Error ? error : new Error(String(error)))
    }
  }

  /** Sends a column in parts and yields to the page between them. */
  async #sendColumn(column: string): Promise<void> {
    const port = this.#ensurePort()
    for (;;) {
      const patch = this.#mirror.nextPatch(this.#rows.store, column)
      if (!patch) return
      port.send({ id: 0, patches: [patch] }, patchBuffers(patch))
      await yieldToBrowser()
    }
  }

  #remainingPatches(column: string): ColumnPatch[] {
    const patches: ColumnPatch[] = []
    for (;;) {
      const patch = this.#mirror.nextPatch(this.#rows.store, column)
      if (!patch) return patches
      patches.push(patch)
    }
  }

  #orderPatch(): RowsPatch | undefined {
    const { order } = this.#rows
    if (this.#order?.of === order && this.#order.version === order.version) return undefined
    this.#order = { of: order, version: order.version }
    return order.isSequence ? order.length : order.ids().slice()
  }

  /** Arranging creates a view in the worker, which overwrites the existing one, so none is sent. */
  #isArrangeJob(): undefined {
    this.#view = null
    this.#viewsAtArrange = this.#viewsSent
  }

  #viewPatch(): RowsPatch | undefined {
    const { arranged: view } = this.#rows
    if (this.#view?.of === view && this.#view.version === view.version) return undefined
    this.#view = { of: view, version: view.version }
    this.#viewsSent++
    return view.isSequence ? view.length : view.ids().slice()
  }

  #ensurePort(): WorkerPort {
    this.#port ??= this.#makePort(
      (reply) => this.#reply(reply),
      () => this.#handleCrash(),
    )
    return this.#port
  }

  #reply({ id, answer, error }: WorkerReply): void {
    const waiting = this.#waiting.get(id)
    if (!waiting) return
    this.#waiting.delete(id)
    if (error === undefined) waiting.resolve(answer)
    else waiting.reject(new Error(error))
    if (this.#waiting.size > 0 || this.#makePort !== workerPort) return
    clearTimeout(this.#idleTimer)
    this.#idleTimer = setTimeout(() => this.close(), IDLE_MS)
  }

  /** The worker failed to start or crashed. Its work restarts on the page. */
  #handleCrash(): void {
    this.close()
    this.#makePort = localPort
    for (const [id, waiting] of this.#waiting) this.#enqueue(id, waiting)
  }
}

export function yieldToBrowser(): Promise<void> {
  return new Promise((resolve) => {
    const channel = new MessageChannel()
    channel.port1.onmessage = () => {
      channel.port1.close()
      resolve()
    }
    channel.port2.postMessage(null)
  })
}
