import { buffersOf, ColumnMirror } from './column-mirror.ts'
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

/** A worker that has had nothing to do for so long is let go, and its copies with it. */
const IDLE_MS = 60_000

interface Waiting {
  readonly columns: readonly string[]
  readonly job: () => Job
  readonly resolve: (answer: unknown) => void
  readonly reject: (error: Error) => void
}

/**
 * The page's side of the worker: sends along what the worker's copies lack, then the work, and
 * matches answers to questions. Questions are answered in the order they are asked.
 */
export class Background {
  readonly #rows: RowSet
  readonly #mirror = new ColumnMirror()
  readonly #waiting = new Map<number, Waiting>()
  #makePort: PortMaker
  #port: WorkerPort | null = null
  #lastId = 0
  #order: { of: RowOrder; version: number } | null = null
  #view: { of: RowOrder; version: number } | null = null
  /** Counts the views sent, to know whether the worker still has the one it arranged. */
  #viewsSent = 0
  #viewsAtArrange = -1
  #sending: Promise<void> = Promise.resolve()
  #idle: ReturnType<typeof setTimeout> | undefined

  constructor(rows: RowSet, makePort: PortMaker = workerPort) {
    this.#rows = rows
    this.#makePort = makePort
  }

  /** Rejects where the work failed. The job is made when it is sent, of what holds then. */
  async ask<Kind extends JobKind>(
    columns: readonly string[],
    job: () => Extract<Job, { readonly kind: Kind }>,
  ): Promise<Jobs[Kind]['answer']> {
    clearTimeout(this.#idle)
    const answer = await new Promise<unknown>((resolve, reject) => {
      const waiting = { columns, job, resolve, reject }
      const id = ++this.#lastId
      this.#waiting.set(id, waiting)
      this.#queue(id, waiting)
    })
    return answer as Jobs[Kind]['answer']
  }

  /** Lets the worker go. Work under way is begun anew with the next question. */
  close(): void {
    clearTimeout(this.#idle)
    this.#port?.close()
    this.#port = null
    this.#mirror.forget()
    this.#order = null
    this.#view = null
  }

  /** Says that the worker arranged the rows as they are now shown, so that it need not be told. */
  shown(): void {
    if (this.#viewsSent !== this.#viewsAtArrange) return
    this.#view = { of: this.#rows.arranged, version: this.#rows.arranged.version }
  }

  #queue(id: number, waiting: Waiting): void {
    this.#sending = this.#sending.then(() => this.#send(id, waiting))
  }

  async #send(id: number, { columns, job, reject }: Waiting): Promise<void> {
    try {
      for (const column of columns) await this.#bringUp(column)
      // Nothing may come between these: the work sees the data of this very moment.
      const patches = columns.flatMap((column) => this.#rest(column))
      const asked = job()
      const order = this.#orderPatch()
      const view = asked.kind === 'arrange' ? this.#arranges() : this.#viewPatch()
      const rows = [order, view].flatMap((patch) =>
        typeof patch === 'object' && patch.buffer instanceof ArrayBuffer ? [patch.buffer] : [],
      )
      this.#opened().send(
        {
          id,
          patches,
          ...(order === undefined ? {} : { order }),
          ...(view === undefined ? {} : { view }),
          job: asked,
        },
        [...patches.flatMap(buffersOf), ...rows],
      )
    } catch (error) {
      this.#waiting.delete(id)
      reject(error instanceof Error ? error : new Error(String(error)))
    }
  }

  /** Sends a column piece by piece, with time for the page in between. */
  async #bringUp(column: string): Promise<void> {
    const port = this.#opened()
    for (;;) {
      const patch = this.#mirror.next(this.#rows.store, column)
      if (!patch) return
      port.send({ id: 0, patches: [patch] }, buffersOf(patch))
      await breath()
    }
  }

  #rest(column: string): ColumnPatch[] {
    const patches: ColumnPatch[] = []
    for (;;) {
      const patch = this.#mirror.next(this.#rows.store, column)
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

  /** Arranging makes a view of its own, so none is sent, and the one there is overwritten. */
  #arranges(): undefined {
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

  #opened(): WorkerPort {
    this.#port ??= this.#makePort(
      (reply) => this.#reply(reply),
      () => this.#broken(),
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
    clearTimeout(this.#idle)
    this.#idle = setTimeout(() => this.close(), IDLE_MS)
  }

  /** The worker did not start or fell over: the work is done here instead, from the beginning. */
  #broken(): void {
    this.close()
    this.#makePort = localPort
    for (const [id, waiting] of this.#waiting) this.#queue(id, waiting)
  }
}

/** Lets key presses and drawing through. */
export function breath(): Promise<void> {
  return new Promise((resolve) => {
    const channel = new MessageChannel()
    channel.port1.onmessage = () => {
      channel.port1.close()
      resolve()
    }
    channel.port2.postMessage(null)
  })
}
