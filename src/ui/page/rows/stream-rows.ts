import type { WireRow } from '#kernel/field.ts'
import type { GridPart } from '#kernel/screen.ts'
import type { FirstRows } from '#ui/grid/many/arriving-rows.ts'
import { RowStream, type StreamProgress, StreamRefused } from '#ui/grid/many/row-stream.ts'
import type { GridModel } from '#ui/grid/model/grid-model.ts'
import type { Arrangement } from '#ui/grid/rows/row-source.ts'
import { callHeaders, noAnswer, refusalOf } from '#ui/remote/api.ts'
import { askedBody, queryPath } from '#ui/remote/query-call.ts'
import { querySource } from './query-source.ts'

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
      if (!(error instanceof StreamRefused)) throw noAnswer(error)
      const { status, headers: given, text } = error.answer
      const refusal = await refusalOf(status, new Headers(given), text)
      if (refusal) throw refusal
      stream = new RowStream()
    }
  }
}

/** More rows than this are looked at where they are. */
const maxRowsHeld = 2_000_000

/** A question, and what was searched for. */
interface AskedRows {
  readonly part: Pick<GridPart, 'source' | 'fixed' | 'key'>
  readonly search: WireRow
  readonly signal: AbortSignal
}

class TooManyRows extends Error {
  override readonly name = 'TooManyRows'
}

/** Whether an answer was given up because a browser should not hold so many rows. */
export function isTooMany(error: unknown): boolean {
  return error instanceof TooManyRows
}

interface Receiving extends FirstRows {
  readonly tell: (progress: StreamProgress) => void
}

/**
 * Takes in all rows of an answer as they come, in columns, as of one moment. Rejects with what
 * `isTooMany` knows once they are more than are held, the signal's reason, or CallError.
 */
export async function receiveRows(
  model: GridModel,
  asked: AskedRows,
  { rows, take, tell }: Receiving,
): Promise<void> {
  const { part, search, signal } = asked
  const body = askedBody(part, search)
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
          const guess = progress.rowsExpected
          if (isTaken && model.totalCount > maxRowsHeld) tooMany.abort(new TooManyRows())
          // The planner is often far off: before it is believed, the rows are counted.
          else if (guess > maxRowsHeld && !isGuessChecked) reading.abort(new TooManyRows())
        },
      })
      return
    } catch (error) {
      if (!reading.signal.aborted || signal.aborted) throw error
      const all: Arrangement = { sort: [], filters: [] }
      const count = await querySource(queryPath(part), body).count(all, signal)
      if (count > maxRowsHeld) throw error
      isGuessChecked = true
    }
  }
}

/** Shows the rows of an answer from where they are. Resolves when those looked at are there. */
export async function showWindowed(
  model: GridModel,
  { part, search, signal }: AskedRows,
  failed: (error: unknown) => void,
): Promise<void> {
  const source = querySource(queryPath(part), askedBody(part, search), part.key)
  await model.showSource(source, failed)
  signal.throwIfAborted()
}

/** Tells at most four times a second, and the end (null) at once. */
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
