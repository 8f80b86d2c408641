import { menuByRoute } from '#areas/menu-map.ts'
import type { Handler } from '#server/engine/handler.ts'
import { mustDeclare } from './must-declare.ts'

/**
 * Deny by default: an operation without menus, action and scope, with a menu that does not exist,
 * or handled twice, stops the start with its name.
 */
export function checkHandlers(handlers: readonly Handler[]): void {
  const seen = new Set<string>()
  for (const { operation } of handlers) {
    const { name, menus, action, scope } = operation
    mustDeclare(`operation ${name}`, { menus, action, scope })
    if (seen.has(`${operation.type} ${name}`)) throw new Error(`operation ${name} has two handlers`)
    seen.add(`${operation.type} ${name}`)
    if (menus === '*') continue
    for (const menu of menus) {
      if (!menuByRoute(menu))
        throw new Error(`operation ${name}: menu ${menu} is not in the menu map`)
    }
  }
}
