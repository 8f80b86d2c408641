import { label, type Label } from './label.ts'

/** Menu entry for a route that users can open. */
export interface MenuEntry {
  /** Last segment of the route; also the menu id and the screen's file name. */
  readonly route: string
  /** Unique, three to five letters: `mid` in the address and a palette keyword. */
  readonly abbr: string
  readonly path: string
  readonly title: Label
}

export interface MenuGroup {
  readonly id: string
  readonly title: Label
  readonly entries: readonly MenuEntry[]
  readonly groups?: readonly MenuGroup[]
}

export interface Area {
  readonly name: string
  readonly title: Label
  readonly menus: readonly MenuGroup[]
  /** Routes opened over a page, never from the tree. */
  readonly popups?: readonly MenuGroup[]
  /** Routes reached only by address or by a button of the shell. */
  readonly hidden?: readonly MenuGroup[]
}

type MenuEntrySource = readonly [
  route: string,
  abbr: string,
  ko: string,
  en: string,
  subpath?: string,
]

/**
 * Builds a menu group from rows, which makes an area's menu readable as a table: `menuGroup('inb',
 * …)`.
 */
export function menuGroup(
  id: string,
  title: Label,
  prefix: string,
  rows: readonly MenuEntrySource[],
): MenuGroup {
  const entries = rows.map(([route, abbr, ko, en, subpath]) => {
    const path = `/${prefix}/${subpath ? `${subpath}/` : ''}${route}`
    return { route, abbr, path, title: label(ko, en) }
  })
  return { id, title, entries }
}
