import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { label } from '#kernel/label.ts'
import { AppError } from '#server/base/app-error.ts'

/** Rejects requests before the body is read, once event logging is set up. */
export function rejectBeforeBody(app: FastifyInstance, publicUrl: string | undefined): void {
  app.addHook('onRequest', async (request, reply) => {
    rejectForeignWrites(request, publicUrl)
    rejectCompressedBody(request, reply)
  })
}

/** Rejects writes from pages of other sites (Fetch Metadata, then Origin). */
function rejectForeignWrites(request: FastifyRequest, publicUrl: string | undefined): void {
  if (request.method !== 'POST') return
  const site = request.headers['sec-fetch-site']
  const origin = request.headers.origin
  // Sandboxed frames and privacy tools send `null`, which is not a URL.
  const from = URL.parse(origin ?? '')
  const isOwn =
    origin === undefined ||
    (from?.host === request.host && from.protocol === (request.isHttps ? 'https:' : 'http:')) ||
    // A proxy may forward a different host than users typed.
    (publicUrl !== undefined && origin === URL.parse(publicUrl)?.origin)
  if (site === 'cross-site' || !isOwn) {
    throw new AppError(
      403,
      'FOREIGN_ORIGIN',
      label(
        '다른 사이트의 요청은 받을 수 없습니다.',
        'Requests from other sites are not accepted.',
      ),
    )
  }
}

/** Rejects compressed bodies because a small one can unpack to any size. */
function rejectCompressedBody({ headers }: FastifyRequest, reply: FastifyReply): void {
  const encoding = headers['content-encoding'] ?? 'identity'
  if (encoding.toLowerCase() === 'identity') return
  reply.header('accept-encoding', 'identity')
  const text = label(
    '압축한 요청은 받을 수 없습니다. 압축하지 않고 보내세요.',
    'Compressed requests are not accepted. Send the body uncompressed.',
  )
  throw new AppError(415, 'BODY_COMPRESSED', text)
}
