import type { Label } from '#kernel/label.ts'
import { menuItemTitle } from '#ui/remote/menu.ts'
import type { MenuItem } from '#ui/remote/wire.ts'
import { createSearchIndex } from '#ui/command-line/search-index.ts'

export interface MenuRow {
  readonly key: string
  readonly kind: 'favourite' | 'group' | 'screen'
  readonly item: MenuItem
  readonly title: Label
  /** Starts at 1 for the top of the tree. */
  readonly level: number
  readonly position: number
  readonly expanded: boolean
}

export function favouriteRows(favourites: readonly MenuItem[]): MenuRow[] {
  return favourites.map((item, index) => ({
    key: `favourite:${item.MENU_ID}`,
    kind: 'favourite',
    item,
    title: menuItemTitle(item),
    level: 1,
    position: index + 1,
    expanded: false,
  }))
}

export function treeRows(
  items: readonly MenuItem[],
  open: ReadonlySet<string>,
  level = 1,
): MenuRow[] {
  return items.flatMap((item, index) => {
    const isGroup = item.MENU_PATH === null
    const isExpanded = isGroup && open.has(item.MENU_ID)
    const row: MenuRow = {
      key: `${item.TREE_PATH}/${item.MENU_ID}`,
      kind: isGroup ? 'group' : 'screen',
      item,
      title: menuItemTitle(item),
      level,
      position: index + 1,
      expanded: isExpanded,
    }
    return isExpanded ? [row, ...treeRows(item.children, open, level + 1)] : [row]
  })
}

function leafItems(items: readonly MenuItem[]): MenuItem[] {
  return items.flatMap((item) => (item.MENU_PATH === null ? leafItems(item.children) : [item]))
}

/**
 * Search over all screens of the tree. Matches initials and text typed on the wrong keyboard
 * layout.
 */
export function menuFinder(tree: readonly MenuItem[]): (text: string) => MenuRow[] {
  const entries = leafItems(tree).map((item) => ({
    id: item.MENU_ID,
    group: 'screen',
    ko: item.MENU_NM,
    en: item.MENU_NM_EN,
    codes: [item.MENU_ABBR, item.MENU_ID],
    item,
  }))
  const index = createSearchIndex(entries)
  return (text) =>
    index.search(text, { limit: 40 }).map(({ entry: { item } }, position) => ({
      key: `found:${item.MENU_ID}`,
      kind: 'screen',
      item,
      title: menuItemTitle(item),
      level: 1,
      position: position + 1,
      expanded: false,
    }))
}

export function enclosingGroups(items: readonly MenuItem[], abbr: string): string[] {
  for (const item of items) {
    if (item.MENU_PATH !== null && item.MENU_ABBR === abbr) return []
    const below = enclosingGroups(item.children, abbr)
    const holds = below.length > 0 || item.children.some((child) => child.MENU_ABBR === abbr)
    if (item.MENU_PATH === null && holds) return [item.MENU_ID, ...below]
  }
  return []
}
