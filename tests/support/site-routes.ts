import type { FastifyInstance } from 'fastify'

/** Every route of a server with its method, e.g. `TRACE /x`. Read from the server to be complete. */
export function listAllRoutes(app: FastifyInstance): string[] {
  const prefixes: string[] = []
  return app
    .printRoutes({ commonPrefix: false })
    .split('\n')
    .flatMap((line) => {
      const [, indent = '', name = '', methods = ''] =
        /^([│ ]*)[├└]── (.*?)(?: \(([A-Z, ]+)\))?$/.exec(line) ?? []
      if (name === '') return []
      const depth = indent.length / 4
      const path = (depth === 0 ? '' : (prefixes[depth - 1] ?? '')) + name
      prefixes[depth] = path
      return methods === '' ? [] : methods.split(', ').map((method) => `${method} ${path}`)
    })
}

/** The routes that read or write, such as `POST /api/x`. */
export const listSiteRoutes = (app: FastifyInstance): string[] =>
  listAllRoutes(app).filter((route) => /^(?:GET|POST) /.test(route))
