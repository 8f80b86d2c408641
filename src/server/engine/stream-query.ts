import { Readable } from 'node:stream'
import { setImmediate as breath } from 'node:timers/promises'
import type { Field } from '#kernel/field.ts'
import { columnName } from '#kernel/table.ts'
import { ArrowEncoder, type WireColumn } from '#server/arrow/arrow-encoder.ts'
import { endOfStream } from '#server/arrow/ipc-messages.ts'
import type { Database } from '#server/db/database.ts'
import { startsWithNull, type RawRows } from '#server/db/raw-rows.ts'
import { decodeValue } from '#server/db/wire-value.ts'
import type { Caller } from '#server/auth/caller.ts'
import type { QueryHandler } from './handler.ts'
import { fieldReader, scopedRows, type QueryRequest } from './run-query.ts'

/** Small, because the first rows should arrive fast. Still enough for the tallest screen. */
const firstRows = 256
/** A step takes a few milliseconds, to let other requests run in between. */
const stepRows = 8192
/**
 * Size of the buffer for a slow reader. It is larger for the embedded store, to release its only
 * connection sooner.
 */
const maxBufferedBytes = { server: 4 * 2 ** 20, embedded: 32 * 2 ** 20 } as const

export interface ArrowResponse {
  readonly rowsExpected: number
  readonly body: Readable
}

/**
 * Streams the same rows as `runQuery`, with the same scope and order, as columns and without a row
 * limit. Invalid queries are rejected before the response starts. Later errors abort the response.
 */
export async function streamQuery(
  db: Database,
  handler: QueryHandler,
  request: QueryRequest & { readonly caller: Caller; readonly signal: AbortSignal },
): Promise<ArrowResponse> {
  const statement = scopedRows(handler, request.caller, request)
  const { signal } = request
  const stream = await db.stream(statement, { firstRows, stepRows, signal })
  const steps = stream.steps[Symbol.asyncIterator]()
  // Close the cursor explicitly, because a body that is never read does not.
  signal.addEventListener('abort', () => void steps.return?.())
  const first = await steps.next()
  const encoder = new ArrowEncoder(wireColumns(handler, first.value), stepRows)
  const body = Readable.from(messages(encoder, first, steps), {
    objectMode: false,
    highWaterMark: maxBufferedBytes[db.kind],
  })
  return { rowsExpected: stream.rowsExpected, body }
}

async function* messages(
  encoder: ArrowEncoder,
  first: IteratorResult<RawRows>,
  steps: AsyncIterator<RawRows>,
): AsyncGenerator<Uint8Array> {
  try {
    for (let step = first; !step.done; step = await steps.next()) {
      yield* encoder.encode(step.value)
      await breath()
    }
    yield endOfStream
  } finally {
    await steps.return?.()
  }
}

function wireColumns({ operation }: QueryHandler, rows: RawRows | undefined): WireColumn[] {
  const columns = Object.entries(operation.output).map(([name, field]) => {
    return wireColumn(name, columnName(name), field)
  })
  // `shownRows` always adds a version column when it masks users. It is null if the records have no
  // version.
  const isVersioned =
    rows?.columns.some(({ name }) => name === 'version') === true &&
    !startsWithNull(rows, 'version')
  if (isVersioned && !('VERSION' in operation.output))
    columns.push(wireColumn('VERSION', 'version'))
  return columns
}

function wireColumn(name: string, column: string, field?: Field): WireColumn {
  const read = fieldReader(field)
  return {
    name,
    column,
    scale: field?.scale ?? 0,
    entryText: (typeId) => (text) => {
      const value = read(decodeValue(typeId, text))
      return value === null ? null : String(value)
    },
  }
}
