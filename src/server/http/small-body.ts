import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import type { FastifyRequest, RequestPayload } from 'fastify'
import { maxSmallBody } from './large-body.ts'

/**
 * Small bodies that are received early, because unread bodies are lost when the caller disconnects.
 */
const bufferedBodies = new WeakMap<FastifyRequest, Promise<Buffer>>()
const completeRequests = new WeakSet<FastifyRequest>()

/**
 * Receives a small JSON body while the session is looked up. A save then runs even if its page
 * closes before a busy store returns the session.
 */
export function bufferSmallBody(request: FastifyRequest): void {
  const { 'content-length': length, 'content-type': type } = request.headers
  if (length === '0') completeRequests.add(request)
  if (!type?.startsWith('application/json')) return
  if (length === undefined || !(Number(length) > 0 && Number(length) <= maxSmallBody)) return
  const body = buffer(request.raw)
  body.then(
    () => completeRequests.add(request),
    () => undefined,
  )
  bufferedBodies.set(request, body)
}

/** Returns whether the entire body has been received. */
export function isReceived(request: FastifyRequest): boolean {
  return completeRequests.has(request)
}

/** Throws if the caller disconnected before the body was received. */
export function rejectIncompleteBody(request: FastifyRequest): void {
  if (!request.raw.destroyed || bufferedBodies.has(request)) return
  throw new DOMException('aborted before the body was read', 'AbortError')
}

export async function replayBufferedBody(
  request: FastifyRequest,
  _: unknown,
  payload: RequestPayload,
): Promise<RequestPayload> {
  const body = bufferedBodies.get(request)
  if (!body) return payload
  try {
    return Readable.from([await body])
  } catch (error) {
    // An aborted upload is a client error.
    throw Object.assign(error as Error, { statusCode: 400 })
  }
}
