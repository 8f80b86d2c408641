import type { FastifyInstance, RouteOptions } from 'fastify'
import { assertDeclared } from '#server/base/assert-declared.ts'
import { assertKnownCost, type CallCost } from './call-limits.ts'

/** Callers of a route, and the data it can reach. */
export interface RouteAccess {
  readonly access: 'public' | 'signed-in' | 'granted' | 'token'
  readonly scope: 'none' | 'self' | 'operation' | 'profile'
}

declare module 'fastify' {
  interface FastifyContextConfig extends Partial<RouteAccess> {
    /** Rate limit per user, for routes that require a session. */
    counts?: CallCost
  }
}

/** Access of a public route that shows no data of a user, owner or warehouse. */
export const openRoute: RouteAccess = { access: 'public', scope: 'none' }

const accesses = new Set<unknown>(['public', 'signed-in', 'granted', 'token'])
const scopes = new Set<unknown>(['none', 'self', 'operation', 'profile'])

/**
 * Prevents the server from starting if any route does not declare its access, or one with a session
 * its rate limit, regardless of how the route was added. Must run before the first route is added.
 */
export function requireDeclaredRoutes(app: FastifyInstance): void {
  const routes: RouteOptions[] = []
  app.addHook('onRoute', (route) => void routes.push(route))
  app.addHook('onReady', async () => {
    for (const { url, config: { access, scope, counts } = {} } of routes) {
      const known = { access: accesses.has(access) && access, scope: scopes.has(scope) && scope }
      assertDeclared(url, known)
      const hasSession = access === 'signed-in' || access === 'granted'
      if (hasSession) assertDeclared(url, { counts: assertKnownCost(counts) })
    }
  })
}
