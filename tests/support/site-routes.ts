import type { FastifyInstance } from 'fastify'

/** All routes of a server, e.g. `POST /api/x`. Read from the server itself to be complete. */
export function siteRoutes(app: FastifyInstance): string[] {
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
      return methods
        .split(', ')
        .filter((method) => method === 'GET' || method === 'POST')
        .map((method) => `${method} ${path}`)
    })
}
