import type { GridModel } from '#ui/grid/model/grid-model.ts'
import type { FirstRows } from '#ui/grid/many/arriving-rows.ts'
import { RowStream, StreamRefused, type StreamProgress } from '#ui/grid/many/row-stream.ts'
import { callHeaders, noAnswer, refusalOf } from '#ui/remote/api.ts'

const arrowType = 'application/vnd.apache.arrow.stream'

interface StreamCallOptions {
  readonly signal: AbortSignal
  readonly onProgress?: (progress: StreamProgress) => void
  /** Made beforehand, so that its thread is there when it is needed. */
  readonly stream?: RowStream | undefined
  /** Rows to wait for before they come in the place of those shown; else they are added to them. */
  readonly first?: FirstRows
}

/**
 * Asks a question whose answer comes in columns, into a model. The rows are there one batch after
 * the other; those that came before a failure or the user's stop stay.
 *
 * @throws CallError where the server refuses, or where its answer is cut off; the reason of the signal once it is aborted.
 */
export async function streamCall(
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
      if (!(error instanceof StreamRefused)) throw noAnswer(error)
      const { status, headers: given, text } = error.answer
      const refusal = await refusalOf(status, new Headers(given), text)
      if (refusal) throw refusal
      stream = new RowStream()
    }
  }
}
