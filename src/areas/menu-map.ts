import { areas } from '#areas/order.ts'
import type { MenuEntry, MenuGroup } from '#kernel/area.ts'

/** Order of the menu tree: physical flow first, then information, then the system. */
const treeOrder: readonly string[] = [
  'inb',
  'out',
  'inv',
  'bon',
  'bil',
  'rep',
  'vis',
  'scm',
  'mst',
  'his',
  'mdm',
  'sys',
  'cms',
]

function listEntries(groups: readonly MenuGroup[]): readonly MenuEntry[] {
  return groups.flatMap((group) => [...group.entries, ...listEntries(group.groups ?? [])])
}

function placeInTree(group: MenuGroup): number {
  const place = treeOrder.indexOf(group.id)
  if (place < 0) throw new Error(`menu group ${group.id} has no place in the menu tree`)
  return place
}

/** Merges groups with the same id across areas. */
function mergeMenus(groups: readonly MenuGroup[]): MenuGroup[] {
  return [...Map.groupBy(groups, ({ id }) => id).values()].flatMap(([first, ...others]) =>
    first ? [{ ...first, entries: [first, ...others].flatMap(({ entries }) => entries) }] : [],
  )
}

/** Initial menu tree of a site. A role sees the part it is granted. */
export const defaultMenuTree: readonly MenuGroup[] = mergeMenus(
  areas.flatMap((area) => area.menus),
).toSorted((group, other) => placeInTree(group) - placeInTree(other))

export const menuEntries: readonly MenuEntry[] = listEntries(defaultMenuTree)

export const popupEntries: readonly MenuEntry[] = listEntries(
  areas.flatMap((area) => area.popups ?? []),
)

/** Routes that are neither in the menu tree nor popups: home, login, my info, error, samples. */
export const hiddenEntries: readonly MenuEntry[] = listEntries(
  areas.flatMap((area) => area.hidden ?? []),
)

export const allEntries: readonly MenuEntry[] = [...menuEntries, ...popupEntries, ...hiddenEntries]

const byAbbr = new Map(allEntries.map((entry) => [entry.abbr, entry]))
const byPath = new Map(allEntries.map((entry) => [entry.path, entry]))
const byRoute = new Map(allEntries.map((entry) => [entry.route, entry]))

/** Menu entry for the `mid` parameter of a URL (spec §2, guard). */
export function menuByAbbr(abbr: string): MenuEntry | undefined {
  return byAbbr.get(abbr)
}

/** Menu entry for a path exactly as in the route table, without query or copy suffix. */
export function menuByPath(path: string): MenuEntry | undefined {
  return byPath.get(path)
}

export function menuByRoute(route: string): MenuEntry | undefined {
  return byRoute.get(route)
}

export interface StandardPlace {
  readonly id: string
  readonly title: MenuGroup['title']
  readonly upper: string
  readonly seq: number
  readonly isGroup: boolean
}

/** Root of the menu, as named in the site's menu table. */
export const topOfMenu = 'TOP'

/** Leaves gaps of ten, which lets a moved entry fit between two others without renumbering. */
export function placeOfIndex(index: number): number {
  return (index + 1) * 10
}

function standardPlacesIn(groups: readonly MenuGroup[], upper: string): StandardPlace[] {
  return groups.flatMap(({ id, title, entries, groups: inner = [] }, index): StandardPlace[] => [
    { id, title, upper, seq: placeOfIndex(index), isGroup: true },
    ...standardPlacesIn(inner, id),
    ...entries.map((entry, at) => ({
      id: entry.route,
      title: entry.title,
      upper: id,
      seq: placeOfIndex(inner.length + at),
      isGroup: false,
    })),
  ])
}

export const standardPlaces: readonly StandardPlace[] = standardPlacesIn(defaultMenuTree, topOfMenu)

const placeById = new Map(standardPlaces.map((place) => [place.id, place]))

/** Default place of a group or screen, or undefined if it is not in the menu tree. */
export function standardPlace(id: string): StandardPlace | undefined {
  return placeById.get(id)
}
