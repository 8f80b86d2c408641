import { areas } from '#areas/order.ts'
import type { MenuEntry, MenuGroup } from '#kernel/area.ts'

/** The order of the menu tree follows the goods, then what is known about them, then the system. */
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

function entriesOf(groups: readonly MenuGroup[]): readonly MenuEntry[] {
  return groups.flatMap((group) => [...group.entries, ...entriesOf(group.groups ?? [])])
}

function placeInTree(group: MenuGroup): number {
  const place = treeOrder.indexOf(group.id)
  if (place < 0) throw new Error(`menu group ${group.id} has no place in the menu tree`)
  return place
}

/** Groups of one name are one group, whichever areas their routes belong to. */
function joined(groups: readonly MenuGroup[]): MenuGroup[] {
  return [...Map.groupBy(groups, ({ id }) => id).values()].flatMap(([first, ...others]) =>
    first ? [{ ...first, entries: [first, ...others].flatMap(({ entries }) => entries) }] : [],
  )
}

/** The tree a site starts with; a role sees the part of it that it is granted. */
export const defaultMenuTree: readonly MenuGroup[] = joined(
  areas.flatMap((area) => area.menus),
).toSorted((one, other) => placeInTree(one) - placeInTree(other))

/** Routes of the menu tree, in its order. */
export const menuEntries: readonly MenuEntry[] = entriesOf(defaultMenuTree)

/** Routes opened above a page. */
export const popupEntries: readonly MenuEntry[] = entriesOf(
  areas.flatMap((area) => area.popups ?? []),
)

/** Routes that stand neither in the tree nor above a page: home, log-in, my info, error, samples. */
export const hiddenEntries: readonly MenuEntry[] = entriesOf(
  areas.flatMap((area) => area.hidden ?? []),
)

/** Every route of the product. */
export const allEntries: readonly MenuEntry[] = [...menuEntries, ...popupEntries, ...hiddenEntries]

const byAbbr = new Map(allEntries.map((entry) => [entry.abbr, entry]))
const byPath = new Map(allEntries.map((entry) => [entry.path, entry]))
const byRoute = new Map(allEntries.map((entry) => [entry.route, entry]))

/** The entry that `mid` in an address names; undefined when there is none (spec §2, guard). */
export function menuByAbbr(abbr: string): MenuEntry | undefined {
  return byAbbr.get(abbr)
}

/** The entry at a path, written exactly as in the route table, without query or copy suffix. */
export function menuByPath(path: string): MenuEntry | undefined {
  return byPath.get(path)
}

/** The entry of a menu id, which is the last name of its route. */
export function menuByRoute(route: string): MenuEntry | undefined {
  return byRoute.get(route)
}

/** Where the product puts a group or a screen of the menu. */
export interface StandardPlace {
  readonly id: string
  readonly title: MenuGroup['title']
  readonly upper: string
  readonly seq: number
  readonly isGroup: boolean
}

/** The group above all groups, as the site's own table calls it. */
export const topOfMenu = 'TOP'

/** Every tenth place is taken, so that what is moved between two of them moves alone. */
export function placeAt(index: number): number {
  return (index + 1) * 10
}

function placesIn(groups: readonly MenuGroup[], upper: string): StandardPlace[] {
  return groups.flatMap(({ id, title, entries, groups: inner = [] }, index): StandardPlace[] => [
    { id, title, upper, seq: placeAt(index), isGroup: true },
    ...placesIn(inner, id),
    ...entries.map((entry, at) => ({
      id: entry.route,
      title: entry.title,
      upper: id,
      seq: placeAt(inner.length + at),
      isGroup: false,
    })),
  ])
}

/** Every group and screen of the menu tree, in its order. */
export const standardPlaces: readonly StandardPlace[] = placesIn(defaultMenuTree, topOfMenu)

const placeById = new Map(standardPlaces.map((place) => [place.id, place]))

/** Where the product puts a group or screen; undefined of what stands in no tree. */
export function standardPlace(id: string): StandardPlace | undefined {
  return placeById.get(id)
}
