import type { StreamBatch } from '#ui/grid/columns/arrow-reader.ts'
import type {
  FromStreamWorker,
  RefusedStream,
  StreamRequest,
  ToStreamWorker,
} from './stream-messages.ts'

/** How far a stream is. */
export interface StreamProgress {
  readonly rows: number
  /** As far as the server knows beforehand; 0 where it does not. */
  readonly rowsExpected: number
}

export interface StreamOptions {
  readonly signal: AbortSignal
  readonly onOpen?: (rowsExpected: number) => Promise<void> | void
  readonly onBatch: (batch: StreamBatch) => void
}

/** The server answered something else than a stream. */
export class StreamRefused extends Error {
  override readonly name = 'StreamRefused'
  readonly answer: RefusedStream

  constructor(answer: RefusedStream) {
    super(`refused with ${answer.status}`)
    this.answer = answer
  }
}

/**
 * Reads rows off the page: a worker of its own calls, decodes and hands over batches, and waits
 * when the page does not keep up. Making one before it is needed spares its start.
 */
export class RowStream {
  readonly #worker = new Worker(new URL('./stream-worker.ts', import.meta.url), { type: 'module' })

  /**
   * Resolves when all rows are in. Can be called once.
   * @throws StreamRefused, an AbortError once the signal is aborted, Error for a stream cut off.
   */
  async read(request: StreamRequest, options: StreamOptions): Promise<void> {
    const { signal, onOpen, onBatch } = options
    signal.throwIfAborted()
    const send = (message: ToStreamWorker) => this.#worker.postMessage(message)
    try {
      await new Promise<void>((resolve, reject) => {
        const stop = () => {
          send({ kind: 'stop' })
          reject(signal.reason)
        }
        signal.addEventListener('abort', stop)
        let turn: Promise<void> = Promise.resolve()
        const take = async (message: FromStreamWorker) => {
          if (signal.aborted) return
          if (message.kind === 'open') await onOpen?.(message.rowsExpected)
          else if (message.kind === 'batch') {
            onBatch(message.batch)
            send({ kind: 'taken' })
          } else if (message.kind === 'end') resolve()
          else if (message.kind === 'refused') reject(new StreamRefused(message))
          else reject(new Error(message.message))
        }
        this.#worker.addEventListener('message', ({ data }: MessageEvent<FromStreamWorker>) => {
          turn = turn.then(() => take(data)).catch(reject)
        })
        this.#worker.addEventListener('error', (event) => {
          event.preventDefault()
          reject(new Error(event.message))
        })
        send({ kind: 'read', request })
      })
    } finally {
      this.close()
    }
  }

  /** Lets the worker go, with whatever it was doing. */
  close(): void {
    // A moment for the call to be ended in good order; a worker that is gone cannot end it.
    this.#worker.postMessage({ kind: 'stop' } satisfies ToStreamWorker)
    setTimeout(() => this.#worker.terminate(), 1000)
  }
}
