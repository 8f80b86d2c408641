import { FetchError, ofetch } from 'ofetch'
import { currentLanguage, t } from '#ui/base/language.ts'
import { parseFileName, saveBlob } from '#ui/base/file-name.ts'
import { requestHint, recordMissingRight } from './missing-right.ts'
import { network, compareBuild, recordOwnSave, recordSource } from '#ui/base/network.ts'
import type { RowError } from './wire.ts'
import { label } from '#kernel/label.ts'

const DEFAULT_TIMEOUT_MS = 7_200_000
const FILE_TIMEOUT_MS = 60_000
const UPLOAD_TIMEOUT_MS = 120_000

export interface CallOptions {
  readonly quiet?: boolean
  /** Background call: shows no loading indicator and never prompts for a login. */
  readonly isBackground?: boolean
  /**
   * Idempotency key, the same for every retry of one save. The save counts as pending until the
   * response.
   */
  readonly idempotencyKey?: string
  /** Retries until a server responds, as for a save. For calls that others queue behind. */
  readonly patient?: boolean
  readonly timeoutMs?: number
  readonly signal?: AbortSignal
}

/** A rejected call. `status` is 0 if there was no response. */
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

/** Dependencies on the page, set at startup to keep this module independent of popups. */
export interface CallDependencies {
  warehouse(): string
  /** User logged in on this page, empty before the login. */
  userId(): string
  /**
   * Prompts for a login over the page. `reason` replaces the message about an expired session.
   * Returns false if the user cancels.
   */
  reauthenticate(reason?: string, mayGiveUp?: boolean): Promise<boolean>
  showError(text: string): void
}

let dependencies: CallDependencies = {
  warehouse: () => '',
  userId: () => '',
  reauthenticate: () => Promise.resolve(false),
  showError: () => undefined,
}

export function connectCalls(next: CallDependencies): void {
  dependencies = next
}

/**
 * Posts JSON and returns the body. On an expired session it prompts for a login and repeats the
 * call. A save that reaches no server is retried with the same key.
 *
 * @throws CallError with the server's message, code and row errors.
 */
export async function call<T>(path: string, body: unknown, options: CallOptions = {}): Promise<T> {
  const response = await send<T>(path, JSON.stringify(body ?? {}), 'json', options)
  return response._data as T
}

/** Posts a request and returns a file with the name the server gave it. Throws CallError. */
export async function fetchFile(
  path: string,
  body: unknown,
  options: CallOptions = {},
): Promise<{ blob: Blob; name: string }> {
  const limits = { timeoutMs: FILE_TIMEOUT_MS, ...options }
  const response = await send<Blob>(path, JSON.stringify(body), 'blob', limits)
  const name = parseFileName(response.headers.get('content-disposition')) ?? 'download'
  return { blob: response._data instanceof Blob ? response._data : new Blob(), name }
}

/**
 * Posts a request and streams the returned file of any size. `onBytes` receives the bytes read so
 * far. Shows no loading indicator. Throws CallError, or the signal's reason if aborted.
 */
export async function receiveFile(
  path: string,
  body: unknown,
  options: { readonly signal: AbortSignal; readonly onBytes: (bytes: number) => void },
): Promise<{ blob: Blob; name: string }> {
  const { signal, onBytes } = options
  const sent = JSON.stringify(body)
  const response = await send<Blob>(path, sent, 'stream', { quiet: true, signal })
  const name = parseFileName(response.headers.get('content-disposition')) ?? 'download'
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
    // The browser stores a large blob on disk.
    return { blob: await new Response(file.pipeThrough(counted)).blob(), name }
  } catch (error) {
    signal.throwIfAborted()
    throw noResponseError(error)
  }
}

/** Posts a request and saves the returned file through the browser. Throws CallError. */
export async function download(path: string, body: unknown): Promise<string> {
  const { blob, name } = await fetchFile(path, body)
  saveBlob(blob, name)
  return name
}

/**
 * Posts a file as multipart form data with extra parts. Shows no loading indicator. Throws
 * CallError.
 */
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

function activeScreenName(): string | undefined {
  return /\/(?<name>\w+)[^/]*$/.exec(globalThis.location.pathname)?.groups?.['name']
}

/** Headers of every call, for calls made outside this module. */
export function callHeaders(): Record<string, string> {
  const headers: Record<string, string> = {
    Wcode: dependencies.warehouse(),
    'X-Lang': currentLanguage(),
  }
  // Another tab may have logged in a different user. Never save these edits in that user's name.
  if (dependencies.userId() !== '') headers['X-User'] = encodeURIComponent(dependencies.userId())
  // The security log records the screen of each call.
  const screen = activeScreenName()
  if (screen !== undefined) headers['X-Screen'] = screen
  return headers
}

/**
 * Error for a rejected call made outside this module, or undefined if the session was renewed and
 * the call can be repeated.
 */
export async function readRefusal(
  status: number,
  headers: Headers,
  text: string,
): Promise<CallError | undefined> {
  const _data: unknown = text.startsWith('{') ? JSON.parse(text) : undefined
  if (status === 401 && (await renew({ status, headers, _data }))) return undefined
  const error = await toCallError({ status, headers, _data })
  return error ?? new CallError(status, '')
}

type Body = string | FormData

type ResponseType = 'json' | 'blob' | 'stream'

async function send<T>(path: string, body: Body, type: ResponseType, options: CallOptions) {
  const response = await sendTracked<T>(path, body, type, options)
  if (response.ok) return response
  const error = await toCallError(response)
  if (error) throw error
  return new Promise<never>(() => undefined)
}

async function sendTracked<T>(path: string, body: Body, type: ResponseType, options: CallOptions) {
  const isSaving = options.idempotencyKey !== undefined
  if (options.idempotencyKey) recordOwnSave(options.idempotencyKey)
  const isShown = !options.quiet && !options.isBackground
  if (isShown) network.busy += 1
  if (isSaving) network.pendingSaves += 1
  try {
    for (;;) {
      const response = await sendUntilResponse<T>(path, body, type, options)
      compareBuild(response.headers.get('x-build-id'))
      const canRenew = !options.isBackground && !unrenewedPaths.has(path)
      if (response.status === 401 && canRenew && (await renew(response))) continue
      return response
    }
  } finally {
    if (isShown) network.busy -= 1
    if (isSaving) network.pendingSaves -= 1
  }
}

/** Session calls, where a 401 is a regular response. */
const unrenewedPaths: ReadonlySet<string> = new Set(['/api/login', '/api/session', '/api/logout'])

/** Reasons to log in again other than an expired session. The server's message explains them. */
const explainedLogins: ReadonlySet<string> = new Set([
  'SESSION_OF_ANOTHER',
  'LOGIN_AGAIN',
  'FACTOR_NEEDED',
])

async function renew(response: Refusal): Promise<boolean> {
  const code = response.headers.get('x-error-code') ?? ''
  network.renewing += 1
  try {
    return await dependencies.reauthenticate(
      explainedLogins.has(code) ? (await errorBody(response._data)).message : undefined,
      code === 'LOGIN_AGAIN',
    )
  } finally {
    network.renewing -= 1
  }
}

/** Returns any response of the server. Saves and `patient` calls are retried until there is one. */
async function sendUntilResponse<T>(
  path: string,
  body: Body,
  type: ResponseType,
  options: CallOptions,
) {
  const isPatient = options.patient === true || options.idempotencyKey !== undefined
  let failures = 0
  for (;;) {
    try {
      const response = await sendOnce<T>(path, body, type, options)
      const isUnavailable = response.status >= 502 && response.status <= 504
      if (!isUnavailable || !isPatient) return response
      network.reason = (await errorBody(response._data)).message
    } catch (error) {
      if (options.signal?.aborted) throw error
      if (!isPatient) throw noResponseError(error)
      network.reason = undefined
    }
    failures += 1
    await waitToRetry(failures, options.signal)
  }
}

async function sendOnce<T>(path: string, body: Body, type: ResponseType, options: CallOptions) {
  const headers = new Headers(callHeaders())
  if (typeof body === 'string') headers.set('content-type', 'application/json')
  if (options.idempotencyKey) headers.set('Idempotency-Key', options.idempotencyKey)
  const trace = crypto.randomUUID().replaceAll('-', '')
  headers.set('traceparent', `00-${trace}-${trace.slice(16)}-01`)
  const started = performance.now()
  const response = await ofetch.raw<T, ResponseType>(path, {
    method: 'POST',
    body,
    headers,
    responseType: type,
    ignoreResponseError: true,
    retry: false,
    signal: withTimeout(options),
  })
  network.latencyMs = Math.round(performance.now() - started)
  if (path.includes('/api/wms/') && !options.idempotencyKey) recordSource(response.headers)
  return response
}

function withTimeout({ signal, timeoutMs = DEFAULT_TIMEOUT_MS }: CallOptions): AbortSignal {
  const late = AbortSignal.timeout(timeoutMs)
  return signal ? AbortSignal.any([signal, late]) : late
}

/** Waits 1, 2, 4, 8, then 15 s, or until the browser is online again. */
async function waitToRetry(failures: number, signal?: AbortSignal): Promise<void> {
  const waitMs = Math.min(1000 * 2 ** (failures - 1), 15_000)
  network.retrying += 1
  try {
    await new Promise<void>((resolve) => {
      const timer = setTimeout(finish, waitMs)
      function finish(): void {
        clearTimeout(timer)
        removeEventListener('online', finish)
        signal?.removeEventListener('abort', finish)
        resolve()
      }
      addEventListener('online', finish)
      signal?.addEventListener('abort', finish)
    })
  } finally {
    network.retrying -= 1
  }
}

function errorName(error: unknown): unknown {
  return typeof error === 'object' && error !== null && 'name' in error ? error.name : undefined
}

const noServer = label('서버 응답 없음', 'Server not responding')
const timedOut = label('응답 시간 초과', 'Response timed out')

/** Readable error for a call without a complete response. */
export function noResponseError(error: unknown): CallError {
  // Browser messages are in English and contain internal URLs.
  const cause = error instanceof FetchError ? error.cause : undefined
  const isLate = [error, cause].some((candidate) => errorName(candidate) === 'TimeoutError')
  const text = t(label('인터넷 연결을 확인하세요.', 'Please check your internet connection.'))
  return new CallError(0, `${text} (${t(isLate ? timedOut : noServer)})`)
}

interface ErrorBody {
  readonly message?: string
  readonly rows?: readonly RowError[]
  readonly unknown?: boolean
  readonly asks?: { readonly MENUS: readonly string[]; readonly ACTION: string }
}

interface Refusal {
  readonly status: number
  readonly headers: Headers
  readonly _data?: unknown
}

/**
 * Error for a rejected call. Undefined for failures that the server flags as unknown; these are
 * shown here (spec §8).
 */
async function toCallError(response: Refusal): Promise<CallError | undefined> {
  const body = await errorBody(response._data)
  const code = response.headers.get('x-error-code') ?? undefined
  const plain =
    body.message ?? t(label('오류가 발생했습니다.', 'An error occurred.')) + ` (${response.status})`
  const text = (code ? `${plain} [${code}]` : plain) + missingRightHint(body)
  if (body.unknown) {
    dependencies.showError(text)
    return undefined
  }
  return new CallError(response.status, text, code, body.rows)
}

function missingRightHint({ asks }: ErrorBody): string {
  if (!asks) return ''
  const { MENUS, ACTION } = asks
  const MENU_ID = MENUS.find((menu) => menu === activeScreenName()) ?? MENUS[0]
  if (MENU_ID === undefined) return ''
  recordMissingRight({ MENU_ID, ACTION })
  return requestHint()
}

async function errorBody(data: unknown): Promise<ErrorBody> {
  if (data instanceof Blob || data instanceof ReadableStream) {
    const text = await (data instanceof Blob ? data : new Response(data)).text()
    return text.startsWith('{') ? (JSON.parse(text) as ErrorBody) : {}
  }
  return typeof data === 'object' && data !== null ? data : {}
}
