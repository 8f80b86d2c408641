import type { WireRow } from '#kernel/field.ts'
import type { Procedure } from '#kernel/operation.ts'
import { notify } from '#ui/windows/notify.tsx'
import { call, CallError } from './api.ts'

/** What a save answers: a message, and for each row what the server gave it (a new number). */
export interface SaveAnswer {
  readonly message: string
  readonly data?: {
    readonly rows?: readonly WireRow[]
    /** Saved, but not as it was meant. */
    readonly WARNS?: boolean
  }
}

const PATH = '/api/wms/comm/wmsCommon/saveProcedure'

/**
 * The keys of a page's saves. A save whose outcome is not known keeps its key while the same rows
 * are sent again, so that it is carried out once however often it is tried.
 */
export class SaveKeys {
  #unsettled: { readonly body: string; readonly key: string } | undefined

  keyFor(body: string): string {
    if (this.#unsettled?.body !== body) this.#unsettled = { body, key: crypto.randomUUID() }
    return this.#unsettled.key
  }

  /** The server answered: the next save is another one. */
  settle(): void {
    this.#unsettled = undefined
  }
}

/** Sends rows to a procedure, all or nothing. Throws CallError with the errors of every row. */
export async function saveProcedure(
  procedure: Procedure,
  rows: readonly WireRow[],
  keys: SaveKeys,
): Promise<SaveAnswer> {
  const body = { PROCEDURE: procedure.name, ROWS: rows }
  const idempotencyKey = keys.keyFor(JSON.stringify(body))
  try {
    const answer = await call<SaveAnswer>(PATH, body, { idempotencyKey })
    keys.settle()
    return answer
  } catch (error) {
    if (error instanceof CallError && error.status > 0 && error.status !== 401) keys.settle()
    throw error
  }
}

/** Sends rows as `saveProcedure` does and shows its message, or another where it has none. */
export async function saveAndNotify(
  procedure: Procedure,
  rows: readonly WireRow[],
  keys = new SaveKeys(),
  otherwise = '',
): Promise<SaveAnswer> {
  const answer = await saveProcedure(procedure, rows, keys)
  const text = answer.message || otherwise
  if (text !== '') notify('success', text)
  return answer
}

/** How long a check in passing may keep the user from reading what the page found itself. */
const CHECK_TIMEOUT_MS = 5000

/** Has the server check rows and write nothing. Throws CallError with the errors of every row. */
export async function checkProcedure(
  procedure: Procedure,
  rows: readonly WireRow[],
): Promise<void> {
  const body = { PROCEDURE: procedure.name, ROWS: rows, DRY_RUN: 'Y' }
  await call(PATH, body, { timeoutMs: CHECK_TIMEOUT_MS })
}
