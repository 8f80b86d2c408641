import { FetchError, ofetch } from 'ofetch'
import { currentLanguage, t } from '#ui/base/language.ts'
import { fileNameOf, saveBlob } from '#ui/base/file-name.ts'
import { askingHint, noteMissingRight } from './missing-right.ts'
import { network, noteBuild, noteOwnSave } from '#ui/base/network.ts'
import type { RowError } from './wire.ts'
import { label } from '#kernel/label.ts'

const DEFAULT_TIMEOUT_MS = 7_200_000
const FILE_TIMEOUT_MS = 60_000
const UPLOAD_TIMEOUT_MS = 120_000

export interface CallOptions {
  /** Shows no loading overlay. */
  readonly quiet?: boolean
  /** Nobody asked for it: it shows no loading, and where the session has ended it asks nobody to log in. */
  readonly aside?: boolean
  /** The same for every try of one save; makes the call safe to repeat, and pending until answered. */
  readonly idempotencyKey?: string
  /** Asked again until a server answers, as a save is: for what others wait for in their order. */
  readonly patient?: boolean
  readonly timeoutMs?: number
  readonly signal?: AbortSignal
}

/** A refused call. `status` 0 means that no answer came. */
export class CallError extends Error {
  override readonly name = 'CallError'
  readonly status: number
  readonly code: string | undefined
  readonly rows: readonly RowError[]
  constructor(status: number, message: string, code?: string, rows: readonly RowError[] = []) {
    super(message)
    this.status = status
    this.code = code
    this.rows = rows
  }
}

/** What the calls need from the page; set once at start-up, so that calls know nothing of popups. */
export interface CallSeams {
  warehouse(): string
  /** Whose page this is; empty before the login. */
  userId(): string
  /** Logs in over the page, saying why where it is not the time; false when the user gave up. */
  reauthenticate(reason?: string, mayGiveUp?: boolean): Promise<boolean>
  showError(text: string): void
}

let seams: CallSeams = {
  warehouse: () => '',
  userId: () => '',
  reauthenticate: () => Promise.resolve(false),
  showError: () => undefined,
}

export function connectCalls(next: CallSeams): void {
  seams = next
}

/**
 * Posts JSON and returns the body. A refused session is renewed over the page and the call sent
 * again; a save that meets no server is sent again with the same key until one answers.
 *
 * @throws CallError with the server's message, code and row errors.
 */
export async function call<T>(path: string, body: unknown, options: CallOptions = {}): Promise<T> {
  const response = await send<T>(path, JSON.stringify(body ?? {}), 'json', options)
  return response._data as T
}

/** Posts and answers a file with the name the server gave it. Throws CallError. */
export async function fetchFile(
  path: string,
  body: unknown,
  options: CallOptions = {},
): Promise<{ blob: Blob; name: string }> {
  const limits = { timeoutMs: FILE_TIMEOUT_MS, ...options }
  const response = await send<Blob>(path, JSON.stringify(body), 'blob', limits)
  const name = fileNameOf(response.headers.get('content-disposition')) ?? 'download'
  return { blob: response._data instanceof Blob ? response._data : new Blob(), name }
}

/**
 * Posts and answers a file that is written while it is read, however large; `onBytes` hears how
 * much of it is there. Quiet. Throws CallError, or the signal's reason once it is aborted.
 */
export async function receiveFile(
  path: string,
  body: unknown,
  options: { readonly signal: AbortSignal; readonly onBytes: (bytes: number) => void },
): Promise<{ blob: Blob; name: string }> {
  const { signal, onBytes } = options
  const sent = JSON.stringify(body)
  const response = await send<Blob>(path, sent, 'stream', { quiet: true, signal })
  const name = fileNameOf(response.headers.get('content-disposition')) ?? 'download'
  const file: unknown = response._data
  if (!(file instanceof ReadableStream)) return { blob: new Blob(), name }
  let bytes = 0
  const counted = new TransformStream<Uint8Array, Uint8Array>({
    transform(chunk, controller) {
      bytes += chunk.length
      onBytes(bytes)
      controller.enqueue(chunk)
    },
  })
  try {
    // The browser keeps what has come, on its disk where that is much.
    return { blob: await new Response(file.pipeThrough(counted)).blob(), name }
  } catch (error) {
    signal.throwIfAborted()
    throw noAnswer(error)
  }
}

/** Posts and saves the answered file through the browser. Throws CallError. */
export async function download(path: string, body: unknown): Promise<string> {
  const { blob, name } = await fetchFile(path, body)
  saveBlob(blob, name)
  return name
}

/** Posts one file as multipart with any extra parts. Quiet. Throws CallError. */
export async function upload<T>(
  path: string,
  file: File,
  parts: Readonly<Record<string, string>> = {},
): Promise<T> {
  const form = new FormData()
  for (const [name, value] of Object.entries(parts)) form.append(name, value)
  form.append('file', file)
  const response = await send<T>(path, form, 'json', { quiet: true, timeoutMs: UPLOAD_TIMEOUT_MS })
  return response._data as T
}

/** The screen that the address names. */
function screenInFront(): string | undefined {
  return /\/(?<name>\w+)[^/]*$/.exec(globalThis.location.pathname)?.groups?.['name']
}

/** What every call says of whose it is, for those that are made off the page. */
export function callHeaders(): Record<string, string> {
  const headers: Record<string, string> = { Wcode: seams.warehouse(), 'X-Lang': currentLanguage() }
  // Another tab may have logged somebody else in: what was typed here is not saved in that name.
  if (seams.userId() !== '') headers['X-User'] = encodeURIComponent(seams.userId())
  // Which screen it was is kept with what the security log tells of the call.
  const screen = screenInFront()
  if (screen !== undefined) headers['X-Screen'] = screen
  return headers
}

/**
 * The error of a call that was made off the page and refused; undefined once the session is renewed
 * and the call may be made again.
 */
export async function refusalOf(
  status: number,
  headers: Headers,
  text: string,
): Promise<CallError | undefined> {
  const _data: unknown = text.startsWith('{') ? JSON.parse(text) : undefined
  if (status === 401 && (await renew({ status, headers, _data }))) return undefined
  const error = await refused({ status, headers, _data })
  return error ?? new CallError(status, '')
}

type Body = string | FormData

type Answer = 'json' | 'blob' | 'stream'

async function send<T>(path: string, body: Body, type: Answer, options: CallOptions) {
  const response = await sendCounted<T>(path, body, type, options)
  if (response.ok) return response
  const error = await refused(response)
  if (error) throw error
  return new Promise<never>(() => undefined)
}

/** The answer of the server; until it is there the call counts as under way. */
async function sendCounted<T>(path: string, body: Body, type: Answer, options: CallOptions) {
  const saving = options.idempotencyKey !== undefined
  if (options.idempotencyKey) noteOwnSave(options.idempotencyKey)
  const isShown = !options.quiet && !options.aside
  if (isShown) network.busy += 1
  if (saving) network.pendingSaves += 1
  try {
    for (;;) {
      const response = await reach<T>(path, body, type, options)
      noteBuild(response.headers.get('x-build-id'))
      const renews = !options.aside && !unrenewed.has(path)
      if (response.status === 401 && renews && (await renew(response))) continue
      return response
    }
  } finally {
    if (isShown) network.busy -= 1
    if (saving) network.pendingSaves -= 1
  }
}

/** Calls about the session itself: their refusal is an answer. */
const unrenewed: ReadonlySet<string> = new Set(['/api/login', '/api/session', '/api/logout'])

async function renew(response: Refusal): Promise<boolean> {
  const code = response.headers.get('x-error-code')
  const says = code === 'SESSION_OF_ANOTHER' || code === 'LOGIN_AGAIN'
  network.renewing += 1
  try {
    return await seams.reauthenticate(
      says ? (await errorBody(response._data)).message : undefined,
      code === 'LOGIN_AGAIN',
    )
  } finally {
    network.renewing -= 1
  }
}

/** One answer of the server, whatever it says; a patient call is repeated until there is one. */
async function reach<T>(path: string, body: Body, type: Answer, options: CallOptions) {
  const isPatient = options.patient === true || options.idempotencyKey !== undefined
  let failures = 0
  for (;;) {
    try {
      const response = await once<T>(path, body, type, options)
      const absent = response.status >= 502 && response.status <= 504
      if (!absent || !isPatient) return response
    } catch (error) {
      if (options.signal?.aborted) throw error
      if (!isPatient) throw noAnswer(error)
    }
    failures += 1
    await waitToRetry(failures, options.signal)
  }
}

async function once<T>(path: string, body: Body, type: Answer, options: CallOptions) {
  const headers = new Headers(callHeaders())
  if (typeof body === 'string') headers.set('content-type', 'application/json')
  if (options.idempotencyKey) headers.set('Idempotency-Key', options.idempotencyKey)
  const started = performance.now()
  const response = await ofetch.raw<T, Answer>(path, {
    method: 'POST',
    body,
    headers,
    responseType: type,
    ignoreResponseError: true,
    retry: false,
    signal: limited(options),
  })
  network.latencyMs = Math.round(performance.now() - started)
  return response
}

/** What ends a call: its time, and whoever asked for it. */
function limited({ signal, timeoutMs = DEFAULT_TIMEOUT_MS }: CallOptions): AbortSignal {
  const late = AbortSignal.timeout(timeoutMs)
  return signal ? AbortSignal.any([signal, late]) : late
}

/** Waits 1, 2, 4, 8, then 15 s, or until the machine is online again. */
async function waitToRetry(failures: number, signal?: AbortSignal): Promise<void> {
  const waitMs = Math.min(1000 * 2 ** (failures - 1), 15_000)
  network.retrying += 1
  try {
    await new Promise<void>((resolve) => {
      const timer = setTimeout(done, waitMs)
      function done(): void {
        clearTimeout(timer)
        removeEventListener('online', done)
        signal?.removeEventListener('abort', done)
        resolve()
      }
      addEventListener('online', done)
      signal?.addEventListener('abort', done)
    })
  } finally {
    network.retrying -= 1
  }
}

function nameOf(error: unknown): unknown {
  return typeof error === 'object' && error !== null && 'name' in error ? error.name : undefined
}

const noServer = label('서버 응답 없음', 'Server not responding')
const tookTooLong = label('응답 시간 초과', 'Response timed out')

/** A call that met no server, or whose answer was cut off, in words. */
export function noAnswer(error: unknown): CallError {
  // What browsers say of it is English, and names our own addresses.
  const cause = error instanceof FetchError ? error.cause : undefined
  const isLate = [error, cause].some((each) => nameOf(each) === 'TimeoutError')
  const text = t(label('인터넷 연결을 확인하세요.', 'Please check your internet connection.'))
  return new CallError(0, `${text} (${t(isLate ? tookTooLong : noServer)})`)
}

interface ErrorBody {
  readonly message?: string
  readonly rows?: readonly RowError[]
  readonly unknown?: boolean
  /** The right that was missing, on one of these screens. */
  readonly asks?: { readonly MENUS: readonly string[]; readonly ACTION: string }
}

interface Refusal {
  readonly status: number
  readonly headers: Headers
  readonly _data?: unknown
}

/** The error of a refused call; none for a failure flagged unknown, which is shown (spec §8). */
async function refused(response: Refusal): Promise<CallError | undefined> {
  const body = await errorBody(response._data)
  const code = response.headers.get('x-error-code') ?? undefined
  const plain =
    body.message ?? t(label('오류가 발생했습니다.', 'An error occurred.')) + ` (${response.status})`
  const text = (code ? `${plain} [${code}]` : plain) + hintOf(body)
  if (body.unknown) {
    seams.showError(text)
    return undefined
  }
  return new CallError(response.status, text, code, body.rows)
}

/** A right that is missing can be asked for, where it can on the screen in front. */
function hintOf({ asks }: ErrorBody): string {
  if (!asks) return ''
  const { MENUS, ACTION } = asks
  const MENU_ID = MENUS.find((menu) => menu === screenInFront()) ?? MENUS[0]
  if (MENU_ID === undefined) return ''
  noteMissingRight({ MENU_ID, ACTION })
  return askingHint()
}

async function errorBody(data: unknown): Promise<ErrorBody> {
  if (data instanceof Blob || data instanceof ReadableStream) {
    const text = await (data instanceof Blob ? data : new Response(data)).text()
    return text.startsWith('{') ? (JSON.parse(text) as ErrorBody) : {}
  }
  return typeof data === 'object' && data !== null ? data : {}
}
