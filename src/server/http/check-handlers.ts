import { menuByRoute } from '#areas/menu-map.ts'
import { faultOf } from '#server/auth/routes-of.ts'
import { requiresOwnerScope } from '#server/engine/owner-scope.ts'
import type { Handler } from '#server/engine/handler.ts'
import { assertDeclared } from './assert-declared.ts'

/**
 * Deny by default: an operation that no screen calls and that says nothing else of who may call it,
 * without action or scope, without a word for users bound to owners where its rows name none
 * (`bound`), with a menu that does not exist, or handled twice, stops the start with
 * its name.
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
    const fault = faultOf(operation)
    if (fault) throw new Error(`operation ${name} ${fault}`)
  }
}
