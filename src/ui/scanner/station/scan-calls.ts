import type { WireRow } from '#kernel/field.ts'
import type { Procedure } from '#kernel/operation.ts'
import type { ScanScreen } from '#kernel/screen.ts'
import { call, CallError } from '#ui/remote/api.ts'

/** Everything a station asks of the server. All throw CallError. */
export interface ScanCalls {
  /** The document of a number; undefined when there is none. */
  document(number: string): Promise<WireRow | undefined>
  /** Numbers of documents that wait for the station and end with these digits, as people say them. */
  endingWith(digits: string): Promise<readonly string[]>
  lines(number: string): Promise<readonly WireRow[]>
  /** One row to a procedure; returns what it gave back for the row. */
  run(procedure: Procedure, row: WireRow, key: string): Promise<ScanAnswered>
}

export interface ScanAnswered {
  readonly message: string
  readonly row: WireRow | undefined
}

const SAVE_PATH = '/api/wms/comm/wmsCommon/saveProcedure'

/** A number is met exactly, whatever signs of the search it holds. */
function exactly(number: string): string {
  return /[<>=!~,%]/.test(number) ? `=${number}` : number
}

/** The calls of a station. They are quiet: the station shows what is going on itself. */
export function scanCalls(screen: ScanScreen): ScanCalls {
  async function ask(name: string, SEARCH: WireRow): Promise<readonly WireRow[]> {
    // What is scanned next is for the document of this scan: it waits for a server with the saves.
    const options = { quiet: true, patient: true }
    const { data } = await call<{ data: WireRow[] }>(`/api/wms/${name}`, { SEARCH }, options)
    return data
  }
  return {
    async document(number) {
      const found = await ask(screen.document.name, { [screen.documentKey]: exactly(number) })
      // A search may be generous; a station works on exactly the document that was scanned.
      return found.find((row) => String(row[screen.documentKey]).toUpperCase() === number)
    },
    async endingWith(digits) {
      const search = { ...screen.waits, [screen.documentKey]: `%${digits}` }
      const found = await ask(screen.document.name, search)
      return found.map((row) => String(row[screen.documentKey]))
    },
    lines: (number) => ask(screen.lines.source.name, { [screen.documentKey]: exactly(number) }),
    async run(procedure, row, idempotencyKey) {
      const body = { PROCEDURE: procedure.name, ROWS: [{ NO: 1, BATCH_FLAG: 'U', ...row }] }
      type Answer = { message?: string; data?: { rows?: WireRow[] } | null }
      const answer = await call<Answer>(SAVE_PATH, body, { quiet: true, idempotencyKey })
      return { message: answer.message ?? '', row: answer.data?.rows?.[0] }
    },
  }
}

/** Why a call was refused: what it says of the row, else of the whole. */
export function reasonOf(error: unknown): string {
  if (error instanceof CallError && error.rows[0]) return error.rows[0].POERROR
  return error instanceof Error ? error.message : String(error)
}
