import { setTimeout as wait } from 'node:timers/promises'
import { openSecret } from '#server/base/site-key.ts'

export interface CustomsConnection {
  readonly service_url: string
  readonly timeout_seconds: number
  readonly tries: number
}

/** Result of a request: the raw response, or the reason there is none. */
export interface ServiceResponse<A> {
  readonly answer: A | { readonly result: 'SILENT'; readonly message: string }
  readonly raw: string | null
  readonly tries: number
}

/** `pauseMs` is the pause before the first retry. */
export interface CallOptions {
  readonly signal: AbortSignal
  readonly pauseMs: number
}

/** Maximum response size. Tracking responses have a few kilobytes. */
const maxBytes = 2_000_000

/** URL of a customs service. `key` is encrypted. */
export function serviceUrl(connection: CustomsConnection, path: string, key: string): URL {
  const url = new URL(`${connection.service_url.replace(/\/+$/, '')}/ext/rest/${path}`)
  url.searchParams.set('crkyCn', openSecret(key))
  return url
}

/** Sends one request and returns the response text. Throws on timeout or an invalid response. */
async function readResponse(url: URL, seconds: number, signal: AbortSignal): Promise<string> {
  const late = AbortSignal.timeout(seconds * 1000)
  const answer = await fetch(url, { signal: AbortSignal.any([late, signal]), redirect: 'error' })
  if (!answer.ok) throw new Error(`HTTP ${answer.status}`)
  const bytes = await answer.arrayBuffer()
  if (bytes.byteLength > maxBytes) throw new Error(`${bytes.byteLength} bytes`)
  return new TextDecoder().decode(bytes)
}

/**
 * Calls the service with as many retries as configured, at increasing intervals. Retries timeouts
 * and unreadable responses, but not errors returned by customs.
 */
export async function callService<A extends { readonly result: string }>(
  url: URL,
  read: (xml: string) => A,
  connection: CustomsConnection,
  { signal, pauseMs }: CallOptions,
): Promise<ServiceResponse<A>> {
  let last: ServiceResponse<A> = { answer: { result: 'SILENT', message: '' }, raw: null, tries: 0 }
  for (let tries = 1; tries <= connection.tries; tries += 1) {
    if (tries > 1) await wait(pauseMs * 2 ** (tries - 2), undefined, { signal })
    try {
      const raw = await readResponse(url, connection.timeout_seconds, signal)
      last = { answer: read(raw), raw, tries }
      if (last.answer.result !== 'BROKEN') return last
    } catch (error) {
      signal.throwIfAborted()
      const message = error instanceof Error ? error.message : 'no answer'
      last = { answer: { result: 'SILENT', message }, raw: null, tries }
    }
  }
  return last
}
