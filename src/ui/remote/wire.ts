import type { OwnText } from '#ui/base/language.ts'

/** The answer of `/api/session` and `/api/login`. */
export interface Session {
  readonly userId: string
  readonly userNm: string
  readonly wcode: string
  readonly locName: string
  readonly corpLocNm: string
  readonly lang: string
  /** The only owner whose goods the user sees; null where there are several or all. */
  readonly ownerCd: string | null
  /** Works for a branch or partner of an owner, and not for the site. */
  readonly forPartner: boolean
  readonly mustChangePassword: boolean
  /** What the login still needs after its password; null where it is open. */
  readonly awaits: 'FACTOR' | 'ENROL' | null
  /** Who looks on as this user, read only. */
  readonly seenBy: string | null
  /** Began at the login of the company, and is ended there too. */
  readonly sso: boolean
  readonly buildId: string
}

/** One node of the menu tree; groups have no path. */
export interface MenuItem {
  /** Route name of a screen, prefix of a group. */
  readonly MENU_ID: string
  readonly MENU_ABBR: string
  readonly MENU_SEQ: number
  readonly MENU_NM: string
  readonly MENU_NM_EN: string
  readonly MENU_PATH: string | null
  readonly MENU_ICON: string | null
  readonly UPPER_MENU_ID: string | null
  readonly TREE_PATH: string
  /** `Y` on the favourite that opens by itself after login. */
  readonly INIT_YN: string
  readonly children: readonly MenuItem[]
}

/** What the menu map knows of a screen, keyed by its abbreviation. */
export interface MenuMapEntry {
  readonly MENU_ID: string
  readonly MENU_PATH: string
  readonly MENU_NM: string
  readonly MENU_NM_EN: string
  readonly isFavorite: boolean
  /** Actions granted to the user: search, save, delete, import, export, print … */
  readonly actions: readonly string[]
}

export interface MenuAnswer {
  readonly menuHierarchyList: readonly MenuItem[]
  readonly menuMap: Readonly<Record<string, MenuMapEntry>>
  /** Popups the user may open, by route. */
  readonly popupMap: Readonly<Record<string, MenuItem>>
  readonly myMenuList: readonly MenuItem[]
}

/** Texts by code in the language of the call, and what the site says otherwise in either. */
export interface LanguageAnswer {
  readonly data: Readonly<Record<string, string>>
  readonly own: readonly OwnText[]
}

/** An entry of a code list. */
export interface CodeName {
  readonly CODE: string
  readonly NAME: string
}

/** What a failed save says of one row. */
export interface RowError {
  readonly ROW: number
  readonly POSTATUS: number
  readonly POERROR: string
  readonly COLUMN?: string
  readonly WHO?: string
  readonly WHEN?: string
}
