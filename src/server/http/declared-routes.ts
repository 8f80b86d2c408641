import type { FastifyInstance, RouteOptions } from 'fastify'
import { assertDeclared } from '#server/base/assert-declared.ts'

/** Callers of a route, and the data it can reach. */
export interface RouteAccess {
  readonly access: 'public' | 'signed-in' | 'granted' | 'token'
  readonly scope: 'none' | 'self' | 'operation' | 'profile'
}

declare module 'fastify' {
  interface FastifyContextConfig extends Partial<RouteAccess> {}
}

/** Access of a route for everyone, which shows nothing of a user, owner or warehouse. */
export const openRoute: RouteAccess = { access: 'public', scope: 'none' }

const accesses = new Set<unknown>(['public', 'signed-in', 'granted', 'token'])
const scopes = new Set<unknown>(['none', 'self', 'operation', 'profile'])

/**
 * Makes a server that is built with a route of undeclared access not start, however the route was
 * added. Must run before the first route.
 */
export function requireDeclaredRoutes(app: FastifyInstance): void {
  const routes: RouteOptions[] = []
  app.addHook('onRoute', (route) => void routes.push(route))
  app.addHook('onReady', async () => {
    for (const { url, config: { access, scope } = {} } of routes) {
      const known = { access: accesses.has(access) && access, scope: scopes.has(scope) && scope }
      assertDeclared(url, known)
    }
  })
}
