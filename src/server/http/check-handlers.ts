import { menuByRoute } from '#areas/menu-map.ts'
import { grantError } from '#server/auth/screen-routes.ts'
import { requiresOwnerScope } from '#server/engine/owner-scope.ts'
import type { Handler } from '#server/engine/handler.ts'
import { assertDeclared } from '#server/base/assert-declared.ts'

/**
 * Deny by default. Throws at startup, naming the operation, if it:
 * - is not called by any screen and has no other access rule,
 * - lacks an action, a scope, or `bound` where its rows have no owner,
 * - uses an unknown menu, or
 * - has two handlers.
 */
export function checkHandlers(handlers: readonly Handler[]): void {
  const seen = new Set<string>()
  for (const { operation } of handlers) {
    const { name, menus = [], action, scope, bound } = operation
    assertDeclared(`operation ${name}`, {
      action,
      scope,
      ...(requiresOwnerScope(operation) && { bound }),
    })
    if (seen.has(`${operation.type} ${name}`)) throw new Error(`operation ${name} has two handlers`)
    seen.add(`${operation.type} ${name}`)
    for (const menu of menus) {
      if (!menuByRoute(menu))
        throw new Error(`operation ${name}: menu ${menu} is not in the menu map`)
    }
    const error = grantError(operation)
    if (error) throw new Error(`operation ${name} ${error}`)
  }
}
