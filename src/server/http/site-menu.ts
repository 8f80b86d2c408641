import sql from 'sql-template-tag'
import type { Queryable } from '#server/db/database.ts'

/** An entry or a group of the menu as the shell draws it. */
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
}

type SiteMenus = ReadonlyMap<string, SiteMenu>

/** What the site calls its menus and where it puts them, by route or group. */
export async function readSiteMenus(db: Queryable): Promise<SiteMenus> {
  const rows = await db.query<SiteMenu>(sql`
    select menu_id, menu_nm, english_nm, icon_cd, menu_seq, hide_yn from site_menu`)
  return new Map(rows.map((row) => [row.menu_id, row]))
}

/** An item under the site's own name and icon. */
export function renamed<I extends MenuItem>(item: I, own: SiteMenus): I {
  const site = own.get(item.MENU_ID)
  if (!site) return item
  const korean = site.menu_nm ?? item.MENU_NM
  const english = site.english_nm ?? site.menu_nm ?? item.MENU_NM_EN
  const icon = site.icon_cd ?? item.MENU_ICON
  return { ...item, MENU_NM: korean, MENU_NM_EN: english, MENU_ICON: icon }
}

/** The tree as the site has it: its names, its order, and without what it leaves out. */
export function asOnSite(items: readonly MenuItem[], own: SiteMenus): MenuItem[] {
  const placed = items
    .filter(({ MENU_ID }) => own.get(MENU_ID)?.hide_yn !== 'Y')
    .map((item, at) => {
      const seq = own.get(item.MENU_ID)?.menu_seq ?? at
      const children = asOnSite(item.children, own)
      return { ...renamed(item, own), MENU_SEQ: seq, children }
    })
    .filter((item) => item.MENU_PATH !== null || item.children.length > 0)
  return placed.toSorted((one, other) => one.MENU_SEQ - other.MENU_SEQ)
}
