import { subscribe } from 'valtio'
import { readAddress } from '#ui/tabs/address.ts'
import { screenByAbbr } from './menu.ts'
import { openAddress, watchedTabs } from '#ui/tabs/tabs.ts'

/** Open tabs of this window, for a reload: F5 after an update must not cost the day's work place. */
const STORED = 'wms.tabs'

/** Opens the tabs of before a reload; they load when they are first shown. */
export function restoreTabs(): void {
  const stored: unknown = JSON.parse(sessionStorage.getItem(STORED) ?? '[]')
  if (!Array.isArray(stored)) return
  for (const written of stored) {
    if (typeof written !== 'string') continue
    const [pathname = '', search = ''] = written.split('?')
    const address = readAddress(pathname, search)
    const screen = address.mid === undefined ? undefined : screenByAbbr(address.mid)
    if (screen?.path === address.path) openAddress(screen, address.copy, address.args, false)
  }
}

/** The next user of this window starts with none of them. */
export function forgetTabs(): void {
  sessionStorage.removeItem(STORED)
}

/** Remembers the open tabs from now on; returns unsubscribe. */
export function keepTabs(): () => void {
  return subscribe(watchedTabs, () => {
    const addresses = watchedTabs.tabs.filter((tab) => tab.screen).map((tab) => tab.address)
    sessionStorage.setItem(STORED, JSON.stringify(addresses))
  })
}
