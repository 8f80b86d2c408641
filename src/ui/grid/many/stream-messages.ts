import type { StreamBatch } from '#ui/grid/columns/arrow-reader.ts'

export interface StreamRequest {
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

export type ToStreamWorker =
  | { readonly kind: 'read'; readonly request: StreamRequest }
  | { readonly kind: 'taken' }
  | { readonly kind: 'stop' }

export interface RefusedStream {
  readonly kind: 'refused'
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly text: string
}

export type FromStreamWorker =
  | { readonly kind: 'open'; readonly rowsExpected: number; readonly readsReplica: boolean }
  | { readonly kind: 'batch'; readonly batch: StreamBatch }
  | { readonly kind: 'end' }
  | RefusedStream
  | { readonly kind: 'failed'; readonly message: string }
