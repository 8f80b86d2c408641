import { extname } from 'node:path'
import serveStatic from '@fastify/static'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { openRoute } from './declared-routes.ts'
import type { PageBuilds } from './page-builds.ts'

/** Build file names contain a hash and never change; the page itself does. */
const immutableCache = 'public, max-age=31536000, immutable'

export async function servePage(
  app: FastifyInstance,
  pageDir: string | undefined,
  builds: PageBuilds,
): Promise<void> {
  if (!pageDir) return
  await app.register(async (part) => {
    part.addHook('onRoute', (route) => {
      route.config = { ...route.config, ...openRoute }
    })
    await part.register(serveStatic, {
      root: pageDir,
      wildcard: false,
      index: false,
      globIgnore: ['index.html'],
      cacheControl: false,
      setHeaders: (reply, path) => {
        void reply.header('cache-control', path.includes('/assets/') ? immutableCache : 'no-cache')
      },
    })
  })
  const sendPage = (reply: FastifyReply) =>
    reply
      .header('cache-control', 'no-cache')
      .type('text/html; charset=utf-8')
      .send(builds.current.html)
  const options = { config: openRoute }
  for (const path of ['/', '/index.html']) {
    app.get(path, options, async (_, reply) => sendPage(reply))
  }
  app.setNotFoundHandler(async (request, reply) => {
    const [path = ''] = request.url.split('?')
    if (request.method === 'GET' && path.startsWith('/assets/')) {
      const content = await builds.asset(path)
      if (content) return sendFile(reply, path, content)
    }
    if (request.method !== 'GET' || path.startsWith('/api/') || path.startsWith('/assets/')) {
      return reply.code(404).send({ message: '404 Not Found' })
    }
    return sendPage(reply)
  })
}

const types: Readonly<Record<string, string>> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.woff2': 'font/woff2',
  '.wasm': 'application/wasm',
}

function sendFile(reply: FastifyReply, path: string, content: Uint8Array): FastifyReply {
  return reply
    .header('cache-control', immutableCache)
    .type(types[extname(path)] ?? 'application/octet-stream')
    .send(Buffer.from(content))
}
