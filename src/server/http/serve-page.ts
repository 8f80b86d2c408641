import { createHash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import serveStatic from '@fastify/static'
import type { FastifyInstance } from 'fastify'

/** Identifies a build of the page. Pages of an older build are asked to reload. */
export function buildIdOf(pageDir: string): string {
  const index = join(pageDir, 'index.html')
  if (!existsSync(index)) return 'no-page'
  return createHash('sha256').update(readFileSync(index)).digest('hex').slice(0, 12)
}

export async function servePage(app: FastifyInstance, pageDir: string | undefined): Promise<void> {
  if (!pageDir) return
  await app.register(serveStatic, {
    root: pageDir,
    wildcard: false,
    cacheControl: false,
    setHeaders: (reply, path) => {
      // Build file names contain a hash and never change; the page itself does.
      const lasting = path.includes('/assets/') ? 'public, max-age=31536000, immutable' : 'no-cache'
      void reply.header('cache-control', lasting)
    },
  })
  app.setNotFoundHandler(async (request, reply) => {
    if (
      request.method !== 'GET' ||
      request.url.startsWith('/api/') ||
      request.url.startsWith('/assets/')
    ) {
      return reply.code(404).send({ message: '404 Not Found' })
    }
    return reply.header('cache-control', 'no-cache').sendFile('index.html')
  })
}
