/** What an address asks for, before anything is known of the user's menus. */
export interface Address {
  /** Path without the copy suffix. */
  readonly path: string
  /** Number in `/copyN`; 0 for the first tab of a screen. */
  readonly copy: number
  /** Menu abbreviation. */
  readonly mid: string | undefined
  /** Every other query parameter: fills the screen's search. */
  readonly args: Readonly<Record<string, string>>
}

/** Reads a path and a query such as `/inv/InventoryMove/copy1` and `mid=IMV&OWNER_CD=HANBIT`. */
export function readAddress(pathname: string, search: string): Address {
  const suffix = /\/copy([1-9]\d*)$/.exec(pathname)
  const path = (suffix ? pathname.slice(0, -suffix[0].length) : pathname).replace(/(.)\/$/, '$1')
  const { mid, ...args } = Object.fromEntries(new URLSearchParams(search))
  return { path, copy: suffix ? Number(suffix[1]) : 0, mid: mid || undefined, args }
}

/** The address of a tab; the reverse of `readAddress`. */
export function writeAddress(address: Address): string {
  if (!address.mid) return address.path
  const query = new URLSearchParams({ mid: address.mid, ...address.args })
  const copy = address.copy > 0 ? `/copy${address.copy}` : ''
  return `${address.path}${copy}?${query}`
}

export type Verdict = 'home' | 'open' | 'to-root' | 'not-granted' | 'not-found'

/** What the guard needs to know of the menus. */
export interface KnownScreens {
  /** Path of the screen behind a `mid`, where the user may open it. */
  pathOf(mid: string): string | undefined
  /** Whether a screen that the user may open stands at the path. */
  exists(path: string): boolean
  /** Whether a screen that the user may not open is meant by the path. */
  isWithheld(path: string): boolean
}

/**
 * The guard of spec §2: a missing or unknown `mid` leads to the root, a path no route matches to
 * "This page could not be found", one of a screen without the right to it to who grants it.
 */
export function guard(address: Address, known: KnownScreens): Verdict {
  if (address.path === '/') return 'home'
  if (!known.exists(address.path)) {
    return known.isWithheld(address.path) ? 'not-granted' : 'not-found'
  }
  if (!address.mid) return 'to-root'
  return known.pathOf(address.mid) === address.path ? 'open' : 'to-root'
}
