import type { WireRow } from '#kernel/field.ts'
import type { GridPart } from '#kernel/screen.ts'
import type { FirstRows } from '#ui/grid/many/arriving-rows.ts'
import { RowStream, type StreamProgress, StreamRefused } from '#ui/grid/many/row-stream.ts'
import type { GridModel } from '#ui/grid/model/grid-model.ts'
import type { Arrangement } from '#ui/grid/rows/row-source.ts'
import { callHeaders, noResponseError, readRefusal } from '#ui/remote/api.ts'
import { queryBody, queryPath } from '#ui/remote/query-call.ts'
import { querySource } from './query-source.ts'

const arrowType = 'application/vnd.apache.arrow.stream'

interface StreamCallOptions {
  readonly signal: AbortSignal
  readonly onProgress?: (progress: StreamProgress) => void
  /** Created in advance to have its worker ready. */
  readonly stream?: RowStream | undefined
  /** Number of rows to wait for before replacing those shown. If absent, rows are appended. */
  readonly first?: FirstRows
}

/**
 * Streams a query's columnar response into a model, batch by batch. Rows received before a failure
 * or cancellation remain.
 *
 * @throws CallError if the server rejects the query or the response is cut off; the signal's reason
 * if aborted.
 */
async function streamCall(
  model: GridModel,
  path: string,
  body: unknown,
  options: StreamCallOptions,
): Promise<void> {
  const { signal, onProgress } = options
  let stream = options.stream ?? new RowStream()
  for (;;) {
    const headers = { ...callHeaders(), accept: arrowType, 'content-type': 'application/json' }
    const request = { url: path, headers, body: JSON.stringify(body) }
    let rowsExpected = 0
    try {
      return await model.receive(
        (take) =>
          stream.read(request, {
            signal,
            onOpen: (expected) => {
              rowsExpected = expected
              onProgress?.({ rows: model.totalCount, rowsExpected })
            },
            onBatch: (batch) => {
              take(batch)
              onProgress?.({ rows: model.totalCount, rowsExpected })
            },
          }),
        options.first,
      )
    } catch (error) {
      signal.throwIfAborted()
      if (!(error instanceof StreamRefused)) throw noResponseError(error)
      const { status, headers: given, text } = error.answer
      const refusal = await readRefusal(status, new Headers(given), text)
      if (refusal) throw refusal
      stream = new RowStream()
    }
  }
}

/** Maximum rows loaded into the browser. Larger results are shown in windows. */
const maxRows = 2_000_000

interface RowRequest {
  readonly part: Pick<GridPart, 'source' | 'fixed' | 'key'>
  readonly search: WireRow
  readonly signal: AbortSignal
}

class TooManyRows extends Error {
  override readonly name = 'TooManyRows'
}

export function isTooMany(error: unknown): boolean {
  return error instanceof TooManyRows
}

interface Receiving extends FirstRows {
  readonly tell: (progress: StreamProgress) => void
}

/**
 * Loads all rows of a result as one consistent snapshot, streamed in columns. Rejects with an error
 * recognized by `isTooMany` if there are too many rows, with the signal's reason, or with
 * CallError.
 */
export async function receiveRows(
  model: GridModel,
  rowRequest: RowRequest,
  { rows, take, tell }: Receiving,
): Promise<void> {
  const { part, search, signal } = rowRequest
  const body = queryBody(part, search)
  const tooMany = new AbortController()
  const onProgress = throttleProgress(tell)
  let isGuessChecked = false
  let isTaken = false
  for (;;) {
    const reading = new AbortController()
    try {
      await streamCall(model, queryPath(part), body, {
        signal: AbortSignal.any([signal, tooMany.signal, reading.signal]),
        first: {
          rows,
          take: (put) => {
            isTaken = true
            take(put)
          },
        },
        onProgress: (progress) => {
          onProgress(progress)
          const estimate = progress.rowsExpected
          if (isTaken && model.totalCount > maxRows) tooMany.abort(new TooManyRows())
          // The planner's estimate is often far off, so count the rows before relying on it.
          else if (estimate > maxRows && !isGuessChecked) reading.abort(new TooManyRows())
        },
      })
      return
    } catch (error) {
      if (!reading.signal.aborted || signal.aborted) throw error
      const all: Arrangement = { sort: [], filters: [] }
      const count = await querySource(queryPath(part), body).count(all, signal)
      if (count > maxRows) throw error
      isGuessChecked = true
    }
  }
}

export async function showWindowed(
  model: GridModel,
  { part, search, signal }: RowRequest,
  failed: (error: unknown) => void,
): Promise<void> {
  const source = querySource(queryPath(part), queryBody(part, search), part.key)
  await model.showSource(source, failed)
  signal.throwIfAborted()
}

/** Reports progress at most four times a second, and the end (null) immediately. */
function throttleProgress<T extends StreamProgress | null>(
  tell: (progress: T) => void,
): (progress: T) => void {
  let last = 0
  return (progress) => {
    if (progress && performance.now() - last < 250) return
    last = performance.now()
    tell(progress)
  }
}
