import { request as requestPlain, type IncomingMessage } from 'node:http'
import { request as requestTls } from 'node:https'
import { setTimeout as wait } from 'node:timers/promises'
import { ForbiddenAddressError, abortable } from '#server/base/outgoing-address.ts'
import { openSecret } from '#server/base/site-key.ts'
import { customsLookup } from './customs-address.ts'

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

/** Reads a response up to `maxBytes`. Throws for other statuses than success, also redirects. */
async function readText(response: IncomingMessage): Promise<string> {
  const { statusCode: status = 0 } = response
  if (status < 200 || status >= 300) throw new Error(`HTTP ${status}`)
  const parts: Buffer[] = []
  let bytes = 0
  for await (const part of response as AsyncIterable<Buffer>) {
    bytes += part.length
    if (bytes > maxBytes) throw new Error(`more than ${maxBytes} bytes`)
    parts.push(part)
  }
  return new TextDecoder().decode(Buffer.concat(parts))
}

/** Sends one request and returns the response text. Throws on timeout or an invalid response. */
async function readResponse(url: URL, seconds: number, stop: AbortSignal): Promise<string> {
  const signal = AbortSignal.any([AbortSignal.timeout(seconds * 1000), stop])
  const lookup = await abortable(customsLookup(url), signal)
  const request = url.protocol === 'https:' ? requestTls : requestPlain
  return new Promise((done, failed) => {
    // No keep-alive agent and no redirects: the request must go to the address just checked.
    const call = request(url, { lookup, signal, agent: false })
    call.on('error', failed)
    call.on('response', (response) => {
      void readText(response)
        .then(done, failed)
        .finally(() => call.destroy())
    })
    call.end()
  })
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
      last = { answer: { result: 'SILENT', message: failureText(error) }, raw: null, tries }
      if (error instanceof ForbiddenAddressError) return last
    }
  }
  return last
}

/** In both languages, because all users read the stored message. */
function failureText(error: unknown): string {
  if (error instanceof ForbiddenAddressError) return `${error.text.ko} / ${error.text.en}`
  return error instanceof Error ? error.message : 'no answer'
}
