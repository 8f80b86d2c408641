/** Parsed URL, before it is matched with the user's menu. */
export interface Address {
  readonly path: string
  /** Number in `/copyN`, 0 for the first tab of a screen. */
  readonly copy: number
  readonly mid: string | undefined
  /** All other query parameters, which fill the screen's search. */
  readonly args: Readonly<Record<string, string>>
}

/** Parses a path and a query such as `/inv/InventoryMove/copy1` and `mid=IMV&OWNER_CD=HANBIT`. */
export function readAddress(pathname: string, search: string): Address {
  const suffix = /\/copy([1-9]\d*)$/.exec(pathname)
  const path = (suffix ? pathname.slice(0, -suffix[0].length) : pathname).replace(/(.)\/$/, '$1')
  const { mid, ...args } = Object.fromEntries(new URLSearchParams(search))
  return { path, copy: suffix ? Number(suffix[1]) : 0, mid: mid || undefined, args }
}

export function writeAddress(address: Address): string {
  if (!address.mid) return address.path
  const query = new URLSearchParams({ mid: address.mid, ...address.args })
  const copy = address.copy > 0 ? `/copy${address.copy}` : ''
  return `${address.path}${copy}?${query}`
}

export type AddressCheck = 'home' | 'open' | 'to-root' | 'not-granted' | 'not-found'

export interface KnownScreens {
  pathOf(mid: string): string | undefined
  exists(path: string): boolean
  isWithheld(path: string): boolean
}

/**
 * Route guard of spec §2. A missing or unknown `mid` leads to the root. An unknown path leads to
 * "This page could not be found". A screen without permission leads to a page to request it.
 */
export function checkAddress(address: Address, known: KnownScreens): AddressCheck {
  if (address.path === '/') return 'home'
  if (!known.exists(address.path)) {
    return known.isWithheld(address.path) ? 'not-granted' : 'not-found'
  }
  if (!address.mid) return 'to-root'
  return known.pathOf(address.mid) === address.path ? 'open' : 'to-root'
}
