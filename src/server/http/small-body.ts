import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import type { FastifyRequest, RequestPayload } from 'fastify'

const smallMost = 64 * 1024

/** Small bodies on their way. Unread ones are lost when the caller hangs up. */
const taken = new WeakMap<FastifyRequest, Promise<Buffer>>()

/**
 * Receives a small JSON body, unread, while the caller's session is looked for: a save that was
 * sent is carried out, even when its page is closed before a busy store has found the session.
 */
export function takeSmallBody(request: FastifyRequest): void {
  const { 'content-length': length, 'content-type': type } = request.headers
  if (!type?.startsWith('application/json')) return
  if (length === undefined || !(Number(length) > 0 && Number(length) <= smallMost)) return
  const body = buffer(request.raw)
  body.catch(() => undefined)
  taken.set(request, body)
}

/** Throws when the caller is gone and with it a body that was not taken. */
export function refuseLostBody(request: FastifyRequest): void {
  if (!request.raw.destroyed || taken.has(request)) return
  throw new DOMException('aborted before the body was read', 'AbortError')
}

/** The body for the parser: the one that was taken, or what comes. */
export async function bodyToRead(
  request: FastifyRequest,
  _: unknown,
  payload: RequestPayload,
): Promise<RequestPayload> {
  const body = taken.get(request)
  if (!body) return payload
  try {
    return Readable.from([await body])
  } catch (error) {
    // Cut off on the way, which is a fault of the request.
    throw Object.assign(error as Error, { statusCode: 400 })
  }
}
