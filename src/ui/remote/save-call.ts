import type { WireRow } from '#kernel/field.ts'
import type { Procedure } from '#kernel/operation.ts'
import { notify } from '#ui/windows/notify.tsx'
import { call, CallError, type CallOptions } from './api.ts'

/**
 * Response of a save: a message, and per row the values the server assigned (such as a new number).
 */
export interface SaveResponse {
  readonly message: string
  readonly data?: {
    readonly rows?: readonly WireRow[]
    readonly WARNS?: boolean
  }
}

interface SaveRequest {
  readonly procedure: Pick<Procedure, 'name'>
  readonly rows: readonly Partial<WireRow>[]
  /** Spreadsheet the rows are from. The server records the save as an import that can be undone. */
  readonly fileName?: string
}

type SaveOptions = Pick<CallOptions, 'quiet' | 'signal' | 'timeoutMs'>

type ConfirmSave = (body: object, error: unknown) => Promise<object>

let confirm: ConfirmSave | undefined

/** Set by pages, because no save of the first page needs confirmation. */
export function setSaveConfirmation(next: ConfirmSave): void {
  confirm = next
}

const PATH = '/api/wms/comm/wmsCommon/saveProcedure'

function saveBody({ procedure, rows, fileName }: SaveRequest) {
  return {
    PROCEDURE: procedure.name,
    ROWS: rows,
    ...(fileName !== undefined && { IMPORT: { FILE_NM: fileName } }),
  }
}

/**
 * Saves rows, all or none, once per idempotency key. `call` retries with the same key until a
 * server responds. The caller creates the key before the first attempt and a new one for other
 * rows, which `SaveKeys` does. Throws CallError with the errors of every row.
 */
export async function postSave<A = SaveResponse>(
  request: SaveRequest,
  idempotencyKey: string,
  options: SaveOptions = {},
): Promise<A> {
  return sendConfirmed(saveBody(request), idempotencyKey, options)
}

async function sendConfirmed<A>(
  unconfirmed: object,
  idempotencyKey: string,
  options: SaveOptions,
): Promise<A> {
  let body = unconfirmed
  for (;;) {
    try {
      return await call<A>(PATH, body, { ...options, idempotencyKey })
    } catch (error) {
      if (!confirm) throw error
      body = await confirm(body, error)
    }
  }
}

/**
 * Validates rows on the server without writing. A check is neither pending nor retried, so it has
 * no key. Throws CallError with the errors of every row.
 */
export function postCheck<A = SaveResponse>(
  request: SaveRequest,
  options: SaveOptions = {},
): Promise<A> {
  return call<A>(PATH, { ...saveBody(request), DRY_RUN: 'Y' }, options)
}

export interface UnsettledSave {
  readonly body: string
  readonly key: string
}

/**
 * Idempotency keys of a page's saves. If the outcome is unknown, sending the same rows reuses the
 * key, which prevents a double save.
 */
export class SaveKeys {
  #unsettled: UnsettledSave | undefined
  /** Stores the draft with the key, before a save that is too long to be stored on closing. */
  storeFirst?: () => Promise<unknown>

  /** The save whose outcome is unknown, if any. */
  get unsettled(): UnsettledSave | undefined {
    return this.#unsettled
  }

  /** Continues after a reload: the same rows are the save that was pending then. */
  resume(save: UnsettledSave): void {
    this.#unsettled = save
  }

  /** Whether a different save is still unsettled. It may already have been applied. */
  isOther(procedure: Pick<Procedure, 'name'>, rows: readonly Partial<WireRow>[]): boolean {
    const body = JSON.stringify(saveBody({ procedure, rows }))
    return this.#unsettled !== undefined && this.#unsettled.body !== body
  }

  keyFor(body: string): string {
    if (this.#unsettled?.body !== body) this.#unsettled = { body, key: crypto.randomUUID() }
    return this.#unsettled.key
  }

  /** Must be called on a response. The next save gets a new key. */
  settle(): void {
    this.#unsettled = undefined
  }
}

/** Drafts of longer saves are stored before they are sent. */
const LONG_SAVE = 200_000

/** Storage of actions in flight that no draft holds. */
interface ActionStore {
  remember(procedure: Partial<Procedure>, save: UnsettledSave): void
  forget(key: string): void
}

let actions: ActionStore | undefined

/** Set by pages, because the first page has no actions. */
export function setActionStore(next: ActionStore): void {
  actions = next
}

/** Sends rows to a procedure, all or nothing. Throws CallError with the errors of every row. */
export async function saveProcedure(
  procedure: Pick<Procedure, 'name'>,
  rows: readonly Partial<WireRow>[],
  keys: SaveKeys,
  options: SaveOptions = {},
): Promise<SaveResponse> {
  const request = saveBody({ procedure, rows })
  const body = JSON.stringify(request)
  const key = keys.keyFor(body)
  if (!keys.storeFirst) actions?.remember(procedure, { body, key })
  else if (body.length > LONG_SAVE) await keys.storeFirst()
  try {
    return await settleAfter(keys, sendConfirmed(request, key, options))
  } finally {
    actions?.forget(key)
  }
}

async function settleAfter(keys: SaveKeys, save: Promise<SaveResponse>): Promise<SaveResponse> {
  try {
    const response = await save
    keys.settle()
    return response
  } catch (error) {
    if (error instanceof CallError && error.status > 0 && error.status !== 401) keys.settle()
    throw error
  }
}

export async function saveAndNotify(
  procedure: Procedure,
  rows: readonly WireRow[],
  keys = new SaveKeys(),
  otherwise = '',
): Promise<SaveResponse> {
  const response = await saveProcedure(procedure, rows, keys)
  const text = response.message || otherwise
  if (text !== '') notify('success', text)
  return response
}
