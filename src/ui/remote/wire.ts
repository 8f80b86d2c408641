import type { TextOverride } from '#ui/base/language.ts'

export interface Session {
  readonly userId: string
  readonly userNm: string
  readonly wcode: string
  readonly locName: string
  readonly corpLocNm: string
  readonly lang: string
  /** The only owner whose stock the user sees, null for several or all. */
  readonly ownerCd: string | null
  /** True for users of an owner's branch or partner, false for site staff. */
  readonly forPartner: boolean
  readonly mustChangePassword: boolean
  /** Step required after the password, null if the login is complete. */
  readonly awaits: 'FACTOR' | 'ENROL' | null
  /** User who impersonates this one, read-only. */
  readonly seenBy: string | null
  /** Started with the company's single sign-on, which also has to end it. */
  readonly sso: boolean
  readonly buildId: string
}

export interface MenuItem {
  readonly MENU_ID: string
  readonly MENU_ABBR: string
  readonly MENU_SEQ: number
  readonly MENU_NM: string
  readonly MENU_NM_EN: string
  readonly MENU_PATH: string | null
  readonly MENU_ICON: string | null
  readonly UPPER_MENU_ID: string | null
  readonly TREE_PATH: string
  readonly INIT_YN: string
  readonly children: readonly MenuItem[]
}

export interface MenuMapEntry {
  readonly MENU_ID: string
  readonly MENU_PATH: string
  readonly MENU_NM: string
  readonly MENU_NM_EN: string
  readonly isFavorite: boolean
  /** Granted actions: search, save, delete, import, export, print … */
  readonly actions: readonly string[]
}

export interface MenuResponse {
  readonly menuHierarchyList: readonly MenuItem[]
  readonly menuMap: Readonly<Record<string, MenuMapEntry>>
  readonly popupMap: Readonly<Record<string, MenuItem>>
  readonly myMenuList: readonly MenuItem[]
}

/** Texts by code in the language of the call, and the site's own texts in both languages. */
export interface LanguageResponse {
  readonly data: Readonly<Record<string, string>>
  readonly own: readonly TextOverride[]
}

export interface CodeName {
  readonly CODE: string
  readonly NAME: string
}

export interface RowError {
  readonly ROW: number
  readonly POSTATUS: number
  readonly POERROR: string
  readonly COLUMN?: string
  readonly WHO?: string
  readonly WHEN?: string
  /** Question of this row, to send back if the user confirms it. */
  readonly CONFIRM?: string
}
