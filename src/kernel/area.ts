import { label, type Label } from './label.ts'

/** One entry of the menu map: a route that a user can open. */
export interface MenuEntry {
  /** Last name of the route; the menu id and the screen's file name. */
  readonly route: string
  /** Three to five letters, unique: `mid` in the address and a word for the palette. */
  readonly abbr: string
  readonly path: string
  readonly title: Label
}

/** A group of the menu tree; groups may hold groups where the paths do. */
export interface MenuGroup {
  readonly id: string
  readonly title: Label
  readonly entries: readonly MenuEntry[]
  readonly groups?: readonly MenuGroup[]
}

/** One area of the business and every route it owns. */
export interface Area {
  /** The folder below `src/areas`. */
  readonly name: string
  readonly title: Label
  /** Groups of the menu tree. */
  readonly menus: readonly MenuGroup[]
  /** Routes opened above a page, never from the tree. */
  readonly popups?: readonly MenuGroup[]
  /** Routes reached by address or by a button of the shell only. */
  readonly hidden?: readonly MenuGroup[]
}

type Written = readonly [route: string, abbr: string, ko: string, en: string, subpath?: string]

/** `menuGroup('inb', …)`: routes written as rows, so that an area's menu reads as a table. */
export function menuGroup(
  id: string,
  title: Label,
  prefix: string,
  rows: readonly Written[],
): MenuGroup {
  const entries = rows.map(([route, abbr, ko, en, subpath]) => {
    const path = `/${prefix}/${subpath ? `${subpath}/` : ''}${route}`
    return { route, abbr, path, title: label(ko, en) }
  })
  return { id, title, entries }
}
