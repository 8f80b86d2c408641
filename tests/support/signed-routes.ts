import { authRoutes } from '#server/http/auth-routes.ts'
import { codeRoutes } from '#server/http/code-routes.ts'
import { exportRoutes } from '#server/http/export-routes.ts'
import { fileRoutes } from '#server/http/file-routes.ts'
import { importRoutes } from '#server/http/import-routes.ts'
import { operationRoutes } from '#server/http/operation-routes.ts'
import { shellRoutes } from '#server/http/shell-routes.ts'
import { viewRoutes } from '#server/http/view-routes.ts'
import type { Route } from '#server/http/route.ts'
import { handlers, lookups } from '#server/site/registry.ts'

/** Routes that return or change data. All of them require a session. */
export const signedRoutes: readonly Route[] = [
  ...authRoutes,
  ...shellRoutes,
  ...codeRoutes(lookups, handlers),
  ...operationRoutes(handlers),
  ...fileRoutes(handlers),
  ...importRoutes(handlers),
  ...viewRoutes,
  ...exportRoutes(handlers),
]
