import { Readable } from 'node:stream'
import { setImmediate as breath } from 'node:timers/promises'
import type { Field } from '#kernel/field.ts'
import { columnName } from '#kernel/table.ts'
import { ArrowEncoder, type WireColumn } from '#server/arrow/arrow-encoder.ts'
import { endOfStream } from '#server/arrow/ipc-messages.ts'
import type { Database } from '#server/db/database.ts'
import type { RawRows } from '#server/db/raw-rows.ts'
import { decodeValue } from '#server/db/wire-value.ts'
import type { Caller } from '#server/auth/caller.ts'
import type { QueryHandler } from './handler.ts'
import { fieldReader, scopedRows, type Asked } from './run-query.ts'

/** There at once, and enough for the tallest screen. */
const firstRows = 256
/** A few milliseconds of work, so that other calls are answered in between. */
const stepRows = 8192
/**
 * Bytes written ahead of a slow reader. The embedded store has one connection for everybody, so
 * there more is kept rather than making it wait.
 */
const aheadBytes = { server: 4 * 2 ** 20, embedded: 32 * 2 ** 20 } as const

export interface ArrowAnswer {
  /** Rows the planner expects, for showing how far it is; not exact. */
  readonly rowsExpected: number
  /** An Arrow IPC stream. */
  readonly body: Readable
}

/**
 * As `runQuery`, in columns and without an end to the number of rows: the same rows, scope and
 * order. Refusals of the question come before the answer begins; what fails later cuts it off.
 */
export async function streamQuery(
  db: Database,
  handler: QueryHandler,
  asked: Asked & { readonly caller: Caller; readonly signal: AbortSignal },
): Promise<ArrowAnswer> {
  const statement = scopedRows(handler, asked.caller, asked)
  const { signal } = asked
  const stream = await db.stream(statement, { firstRows, stepRows, signal })
  const steps = stream.steps[Symbol.asyncIterator]()
  // A body that nobody begins to read would never come to its own end.
  signal.addEventListener('abort', () => void steps.return?.())
  const first = await steps.next()
  const encoder = new ArrowEncoder(wireColumns(handler, first.value), stepRows)
  const body = Readable.from(messages(encoder, first, steps), {
    objectMode: false,
    highWaterMark: aheadBytes[db.kind],
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

/** The columns of the answer, in the order they are declared, and the version where there is one. */
function wireColumns({ operation }: QueryHandler, rows: RawRows | undefined): WireColumn[] {
  const columns = Object.entries(operation.output).map(([name, field]) => {
    return wireColumn(name, columnName(name), field)
  })
  const version = rows?.columns.some(({ name }) => name === 'version') === true
  if (version && !('VERSION' in operation.output)) columns.push(wireColumn('VERSION', 'version'))
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
