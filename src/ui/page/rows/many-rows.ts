import type { WireRow } from '#kernel/field.ts'
import type { GridPart } from '#kernel/screen.ts'
import { streamCall } from './stream-call.ts'
import type { GridModel } from '#ui/grid/model/grid-model.ts'
import type { FirstRows } from '#ui/grid/many/arriving-rows.ts'
import type { Arrangement } from '#ui/grid/rows/row-source.ts'
import type { StreamProgress } from '#ui/grid/many/row-stream.ts'
import { calmly } from './calmly.ts'
import { askedBody, queryPath } from '#ui/remote/query-call.ts'
import { querySource } from './query-source.ts'

/** More rows than this are looked at where they are. */
const ROWS_HELD_MOST = 2_000_000

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
  const onProgress = calmly(tell)
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
          if (isTaken && model.totalCount > ROWS_HELD_MOST) tooMany.abort(new TooManyRows())
          // The planner is often far off: before it is believed, the rows are counted.
          else if (guess > ROWS_HELD_MOST && !isGuessChecked) reading.abort(new TooManyRows())
        },
      })
      return
    } catch (error) {
      if (!reading.signal.aborted || signal.aborted) throw error
      const all: Arrangement = { sort: [], filters: [] }
      const count = await querySource(queryPath(part), body).count(all, signal)
      if (count > ROWS_HELD_MOST) throw error
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
