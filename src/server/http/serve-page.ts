import { createHash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import serveStatic from '@fastify/static'
import type { FastifyInstance } from 'fastify'

/** Names a build of the page; pages that are older than it are told to load anew. */
export function buildIdOf(pageDir: string): string {
  const index = join(pageDir, 'index.html')
  if (!existsSync(index)) return 'no-page'
  return createHash('sha256').update(readFileSync(index)).digest('hex').slice(0, 12)
}

/** Serves the built page: every address that is no call and no file of it is the page itself. */
export async function servePage(app: FastifyInstance, pageDir: string | undefined): Promise<void> {
  if (!pageDir) return
  await app.register(serveStatic, {
    root: pageDir,
    wildcard: false,
    cacheControl: false,
    setHeaders: (reply, path) => {
      // File names of the build carry their hash, so they never change; the page itself may.
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
