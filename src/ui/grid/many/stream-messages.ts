import type { StreamBatch } from '#ui/grid/columns/arrow-reader.ts'

/** A call whose answer is an Arrow stream. */
export interface StreamRequest {
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

/** What the page says to the worker that reads a stream. */
export type ToStreamWorker =
  | { readonly kind: 'read'; readonly request: StreamRequest }
  /** A batch was taken in; another may be read. */
  | { readonly kind: 'taken' }
  | { readonly kind: 'stop' }

/** An answer that is no stream. */
export interface RefusedStream {
  readonly kind: 'refused'
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly text: string
}

export type FromStreamWorker =
  | { readonly kind: 'open'; readonly rowsExpected: number }
  | { readonly kind: 'batch'; readonly batch: StreamBatch }
  | { readonly kind: 'end' }
  | RefusedStream
  /** Cut off, or not to be read. */
  | { readonly kind: 'failed'; readonly message: string }
