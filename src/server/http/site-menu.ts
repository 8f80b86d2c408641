import sql from 'sql-template-tag'
import { standardPlaces, topOfMenu } from '#areas/menu-map.ts'
import type { MenuEntry } from '#kernel/area.ts'
import { label, type Label } from '#kernel/label.ts'
import type { Queryable } from '#server/db/database.ts'

export interface MenuItem {
  MENU_ID: string
  MENU_ABBR: string
  MENU_SEQ: number
  MENU_NM: string
  MENU_NM_EN: string
  MENU_PATH: string | null
  MENU_ICON: string
  UPPER_MENU_ID: string
  TREE_PATH: string
  INIT_YN: string
  children: MenuItem[]
}

interface SiteMenu extends Record<string, unknown> {
  readonly menu_id: string
  readonly menu_nm: string | null
  readonly english_nm: string | null
  readonly icon_cd: string | null
  readonly menu_seq: number | null
  readonly hide_yn: string
  readonly group_yn: string
  readonly upper_menu_id: string | null
}

type SiteMenus = ReadonlyMap<string, SiteMenu>

export async function readSiteMenus(db: Queryable): Promise<SiteMenus> {
  const rows = await db.query<SiteMenu>(sql`
    select menu_id, menu_nm, english_nm, icon_cd, menu_seq, hide_yn, group_yn, upper_menu_id
    from site_menu order by menu_id`)
  return new Map(rows.map((row) => [row.menu_id, row]))
}

function withSiteName(item: MenuItem, own: SiteMenus): MenuItem {
  const site = own.get(item.MENU_ID)
  if (!site) return item
  const korean = site.menu_nm ?? item.MENU_NM
  const english = site.english_nm ?? site.menu_nm ?? item.MENU_NM_EN
  const icon = site.icon_cd ?? item.MENU_ICON
  return { ...item, MENU_NM: korean, MENU_NM_EN: english, MENU_ICON: icon }
}

export function menuItem(entry: MenuEntry, seq = 0): MenuItem {
  return {
    ...toMenuItem(entry.route, entry.title),
    MENU_ABBR: entry.abbr,
    MENU_SEQ: seq,
    MENU_PATH: entry.path,
  }
}

function toMenuItem(id: string, title: Label): MenuItem {
  return {
    MENU_ID: id,
    MENU_ABBR: id,
    MENU_SEQ: 0,
    MENU_NM: title.ko,
    MENU_NM_EN: title.en,
    MENU_PATH: null,
    MENU_ICON: '',
    UPPER_MENU_ID: '',
    TREE_PATH: id,
    INIT_YN: 'N',
    children: [],
  }
}

interface PlacedItem {
  readonly item: MenuItem
  readonly upper: string
  readonly seq: number
}

function placedItems(granted: readonly MenuEntry[], own: SiteMenus): PlacedItem[] {
  const screens = new Map(granted.map((entry) => [entry.route, menuItem(entry)]))
  const standard = standardPlaces.flatMap(({ id, title, upper, seq, isGroup }): PlacedItem[] => {
    const item = isGroup ? { ...toMenuItem(id, title), MENU_ICON: id } : screens.get(id)
    return item ? [{ item, upper, seq }] : []
  })
  const known = new Set(standardPlaces.map(({ id }) => id))
  const siteGroups = [...own.values()].filter(({ menu_id: id, group_yn: isGroup }) => {
    return isGroup === 'Y' && id !== topOfMenu && !known.has(id)
  })
  const added = siteGroups.map(({ menu_id: id }): PlacedItem => {
    return { item: toMenuItem(id, label(id, id)), upper: topOfMenu, seq: Infinity }
  })
  return [...standard, ...added]
    .filter(({ item }) => own.get(item.MENU_ID)?.hide_yn !== 'Y')
    .map(({ item, upper, seq }) => {
      const site = own.get(item.MENU_ID)
      const place = { upper: site?.upper_menu_id ?? upper, seq: site?.menu_seq ?? seq }
      return { item: withSiteName(item, own), ...place }
    })
}

/**
 * Builds the menu tree of the site: its names, order and groups, without hidden entries and empty
 * groups. The database prevents cycles.
 */
export function buildSiteMenu(granted: readonly MenuEntry[], own: SiteMenus): MenuItem[] {
  const byUpper = Map.groupBy(placedItems(granted, own), ({ upper }) => upper)
  const childItems = (upper: string, path: string, icon: string): MenuItem[] =>
    (byUpper.get(upper) ?? [])
      .toSorted((item, other) => item.seq - other.seq || 0)
      .map(({ item }, index): MenuItem => {
        const here = path ? `${path}/${item.MENU_ID}` : item.MENU_ID
        const MENU_ICON = item.MENU_ICON || icon
        const children = item.MENU_PATH === null ? childItems(item.MENU_ID, here, MENU_ICON) : []
        const UPPER_MENU_ID = upper === topOfMenu ? '' : upper
        return { ...item, MENU_ICON, MENU_SEQ: index, UPPER_MENU_ID, TREE_PATH: here, children }
      })
      .filter((item) => item.MENU_PATH !== null || item.children.length > 0)
  return childItems(topOfMenu, '', '')
}

function flattenItems(items: readonly MenuItem[]): MenuItem[] {
  return items.flatMap((item) => [item, ...flattenItems(item.children)])
}

/**
 * Gives items the name, icon and place that they have in the site's tree. Items outside the tree
 * keep their place.
 */
export function menuPlacer(
  tree: readonly MenuItem[],
  own: SiteMenus,
): (item: MenuItem) => MenuItem {
  const byId = new Map(flattenItems(tree).map((item) => [item.MENU_ID, item]))
  return (item) => {
    const placed = byId.get(item.MENU_ID)
    if (!placed) return withSiteName(item, own)
    const { MENU_NM, MENU_NM_EN, MENU_ICON, UPPER_MENU_ID, TREE_PATH } = placed
    const MENU_SEQ = item.MENU_SEQ || placed.MENU_SEQ
    return { ...item, MENU_NM, MENU_NM_EN, MENU_ICON, MENU_SEQ, UPPER_MENU_ID, TREE_PATH }
  }
}
