import type { FastifyReply, FastifyRequest } from 'fastify'
import type { ArrowResponse } from '#server/engine/stream-query.ts'

const arrowType = 'application/vnd.apache.arrow.stream'

/** Returns whether the client accepts Arrow columns instead of JSON. */
export function wantsArrow(request: FastifyRequest): boolean {
  return request.headers.accept?.includes(arrowType) === true
}

export function getAbortSignal(reply: FastifyReply): AbortSignal {
  const closing = new AbortController()
  // The caller can disconnect while the call is queued; then the query must not start.
  if (reply.raw.destroyed) closing.abort()
  reply.raw.once('close', () => {
    if (!reply.raw.writableFinished) closing.abort()
  })
  return closing.signal
}

export function sendArrow(
  reply: FastifyReply,
  { rowsExpected, body }: ArrowResponse,
): FastifyReply {
  reply.type(arrowType)
  // Each limit, the compression and Fastify itself listen for the end of a stream: eleven
  // listeners.
  reply.raw.setMaxListeners(20)
  reply.header('x-rows-expected', String(rowsExpected))
  return reply.send(body)
}
