import type { Operation } from '#kernel/operation.ts'

/** What the user's roles add up to: everything, or actions per menu. */
export interface Grants {
  readonly all: boolean
  readonly menus: ReadonlyMap<string, ReadonlySet<string>>
}

/** Whether the grants cover an operation: its action on at least one of its menus. */
export function mayCall(grants: Grants, operation: Pick<Operation, 'menus' | 'action'>): boolean {
  if (grants.all || operation.menus === '*') return true
  return operation.menus.some((menu) => grants.menus.get(menu)?.has(operation.action))
}

/** The actions of one menu; empty when the menu is not the user's. */
export function actionsOf(grants: Grants, menu: string): readonly string[] {
  if (grants.all) return ['search', 'save', 'delete', 'import', 'export', 'print']
  return [...(grants.menus.get(menu) ?? [])]
}
