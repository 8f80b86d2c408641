import { network } from '#ui/base/network.ts'
import type { StreamBatch } from '#ui/grid/columns/arrow-reader.ts'
import type {
  FromStreamWorker,
  RefusedStream,
  StreamRequest,
  ToStreamWorker,
} from './stream-messages.ts'

export interface StreamProgress {
  readonly rows: number
  /** Row count announced by the server; 0 if unknown. */
  readonly rowsExpected: number
}

export interface StreamOptions {
  readonly signal: AbortSignal
  readonly onOpen?: (rowsExpected: number) => Promise<void> | void
  readonly onBatch: (batch: StreamBatch) => void
}

export class StreamRefused extends Error {
  override readonly name = 'StreamRefused'
  readonly answer: RefusedStream

  constructor(response: RefusedStream) {
    super(`refused with ${response.status}`)
    this.answer = response
  }
}

/**
 * Streams rows in a dedicated worker, which sends the request, decodes and transfers batches.
 * Applies backpressure if the page is slow. Create it early to save the worker's startup time.
 */
export class RowStream {
  readonly #worker = new Worker(new URL('./stream-worker.ts', import.meta.url), { type: 'module' })

  /**
   * Resolves when all rows have been received. Can be called once.
   * @throws StreamRefused, an AbortError once the signal is aborted, Error if the stream is
   * truncated.
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
        const receive = async (message: FromStreamWorker) => {
          if (signal.aborted) return
          if (message.kind === 'open') {
            network.readsReplica = message.readsReplica
            await onOpen?.(message.rowsExpected)
          } else if (message.kind === 'batch') {
            onBatch(message.batch)
            send({ kind: 'taken' })
          } else if (message.kind === 'end') resolve()
          else if (message.kind === 'refused') reject(new StreamRefused(message))
          else reject(new Error(message.message))
        }
        this.#worker.addEventListener('message', ({ data }: MessageEvent<FromStreamWorker>) => {
          turn = turn.then(() => receive(data)).catch(reject)
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

  close(): void {
    // Leaves time to abort the request cleanly, which a terminated worker cannot do.
    this.#worker.postMessage({ kind: 'stop' } satisfies ToStreamWorker)
    setTimeout(() => this.#worker.terminate(), 1000)
  }
}
