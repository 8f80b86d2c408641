import type { FastifyReply, FastifyRequest } from 'fastify'
import type { ArrowAnswer } from '#server/engine/stream-query.ts'

const arrowType = 'application/vnd.apache.arrow.stream'

/** Whether the caller asks for columns; whoever does not say gets JSON. */
export function wantsArrow(request: FastifyRequest): boolean {
  return request.headers.accept?.includes(arrowType) === true
}

/** Is aborted when the caller goes before the answer is through. */
export function closedEarly(reply: FastifyReply): AbortSignal {
  const closing = new AbortController()
  // It went while the call waited for its turn: the store must not begin for nobody.
  if (reply.raw.destroyed) closing.abort()
  reply.raw.once('close', () => {
    if (!reply.raw.writableFinished) closing.abort()
  })
  return closing.signal
}

/** Sends a stream as it comes, with what the planner expects in front. */
export function sendArrow(reply: FastifyReply, { rowsExpected, body }: ArrowAnswer): FastifyReply {
  reply.type(arrowType)
  reply.header('x-rows-expected', String(rowsExpected))
  return reply.send(body)
}
