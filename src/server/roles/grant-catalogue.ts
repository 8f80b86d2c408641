import { allEntries, defaultMenuTree, popupEntries } from '#areas/menu-map.ts'
import type { MenuEntry, MenuGroup } from '#kernel/area.ts'
import { label, type Language } from '#kernel/label.ts'
import { toOperationGrant, type Operation } from '#kernel/operation.ts'
import { actionNames } from '#areas/system/rules/grants.ts'
import { grantingRoutes } from '#server/auth/screen-routes.ts'
import type { Handler } from '#server/engine/handler.ts'

export interface GrantMenu {
  readonly menuId: string
  readonly names: Readonly<Record<Language, string>>
  readonly groups: Readonly<Record<Language, string>>
  readonly seq: number
  /** Actions that can be granted on the menu. Always includes `search`, which opens the screen. */
  readonly offered: ReadonlySet<string>
  readonly operations: readonly Operation[]
}

/** All grantable menus by ID, and all operations by the token that grants only this operation. */
export interface GrantCatalogue {
  readonly menus: ReadonlyMap<string, GrantMenu>
  readonly services: ReadonlyMap<string, Operation>
}

/** Paths that need no grant, because they are available to all logged-in users or to none. */
const ungrantedPath = /^\/(login|error)(\/|$)/

export const grantedEntries: readonly MenuEntry[] = allEntries.filter(
  ({ path }) => !ungrantedPath.test(path),
)

/** Derives the grantable operations from the handlers, to cover everything the server checks. */
export function grantCatalogue(handlers: readonly Handler[]): GrantCatalogue {
  const services = new Map<string, Operation>()
  const operations = new Map<string, Operation[]>()
  const imported = new Set<string>()
  const editableMenus = new Set<string>()
  for (const handler of handlers) {
    const { operation } = handler
    services.set(toOperationGrant(operation), operation)
    for (const menu of grantingRoutes(operation)) {
      operations.set(menu, [...(operations.get(menu) ?? []), operation])
      if ('imports' in handler) imported.add(menu)
      // Rows saved from a grid can also be deleted there.
      if ('edits' in handler && handler.edits) editableMenus.add(menu)
    }
  }
  const groupByScreen = groupNames(defaultMenuTree)
  const menus = grantedEntries.map((entry, seq): [string, GrantMenu] => {
    const own = operations.get(entry.route) ?? []
    const offered = new Set(['search', ...own.map(({ action }) => action)])
    if (own.some(({ type }) => type === 'query')) offered.add('export')
    if (editableMenus.has(entry.route)) offered.add('delete')
    if (imported.has(entry.route)) offered.add('import')
    return [entry.route, toGrantMenu(entry, { seq, own, offered, groupOf: groupByScreen })]
  })
  return { menus: new Map(menus), services }
}

interface MenuFacts {
  readonly seq: number
  readonly own: readonly Operation[]
  readonly offered: ReadonlySet<string>
  readonly groupOf: ReadonlyMap<string, MenuGroup['title']>
}

const popupGroupName = label('팝업', 'Popups')
const otherGroupName = label('기타', 'Others')
const popups = new Set(popupEntries.map(({ route }) => route))

function toGrantMenu(
  { route, title }: MenuEntry,
  { seq, own, offered, groupOf }: MenuFacts,
): GrantMenu {
  const groups = groupOf.get(route) ?? (popups.has(route) ? popupGroupName : otherGroupName)
  const known = actionNames.filter((action) => offered.has(action))
  return { menuId: route, names: title, groups, seq, offered: new Set(known), operations: own }
}

function groupNames(groups: readonly MenuGroup[]): Map<string, MenuGroup['title']> {
  return new Map(
    groups.flatMap((group) => [
      ...group.entries.map(({ route }): [string, MenuGroup['title']] => [route, group.title]),
      ...groupNames(group.groups ?? []),
    ]),
  )
}
