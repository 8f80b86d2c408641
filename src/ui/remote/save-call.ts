import type { WireRow } from '#kernel/field.ts'
import type { Procedure } from '#kernel/operation.ts'
import { notify } from '#ui/windows/notify.tsx'
import { call, CallError, type CallOptions } from './api.ts'

/** What a save answers: a message, and for each row what the server gave it (a new number). */
export interface SaveAnswer {
  readonly message: string
  readonly data?: {
    readonly rows?: readonly WireRow[]
    /** Saved, but not as it was meant. */
    readonly WARNS?: boolean
  }
}

/** Rows for a procedure. */
interface SaveRequest {
  readonly procedure: Pick<Procedure, 'name'>
  readonly rows: readonly Partial<WireRow>[]
  /** Spreadsheet the rows come from; the server keeps such a save as an import that can be undone. */
  readonly fileName?: string
}

type SaveOptions = Pick<CallOptions, 'quiet' | 'signal' | 'timeoutMs'>

const PATH = '/api/wms/comm/wmsCommon/saveProcedure'

function saveBody({ procedure, rows, fileName }: SaveRequest) {
  return {
    PROCEDURE: procedure.name,
    ROWS: rows,
    ...(fileName !== undefined && { IMPORT: { FILE_NM: fileName } }),
  }
}

/**
 * Saves rows, all or none, once per idempotency key: `call` retries with the same key until a server
 * answers. The caller makes the key before the first try and a new one for other rows; `SaveKeys`
 * does both. Throws CallError with the errors of every row.
 */
export function postSave<A = SaveAnswer>(
  request: SaveRequest,
  idempotencyKey: string,
  options: SaveOptions = {},
): Promise<A> {
  return call<A>(PATH, saveBody(request), { ...options, idempotencyKey })
}

/**
 * Has the server check rows and write nothing. A check is no pending save and is not retried, so it
 * has no key. Throws CallError with the errors of every row.
 */
export function postCheck<A = SaveAnswer>(
  request: SaveRequest,
  options: SaveOptions = {},
): Promise<A> {
  return call<A>(PATH, { ...saveBody(request), DRY_RUN: 'Y' }, options)
}

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
  procedure: Pick<Procedure, 'name'>,
  rows: readonly Partial<WireRow>[],
  keys: SaveKeys,
  options: SaveOptions = {},
): Promise<SaveAnswer> {
  const request = { procedure, rows }
  const key = keys.keyFor(JSON.stringify(saveBody(request)))
  try {
    const answer = await postSave(request, key, options)
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

/** Checks the rows of a page in passing. Throws CallError with the errors of every row. */
export async function checkProcedure(
  procedure: Procedure,
  rows: readonly WireRow[],
): Promise<void> {
  await postCheck({ procedure, rows }, { timeoutMs: CHECK_TIMEOUT_MS })
}
