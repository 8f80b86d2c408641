import { subscribe } from 'valtio'
import { readAddress } from '#ui/tabs/address.ts'
import { screenByAbbr } from './menu.ts'
import { openAddress, watchedTabs } from '#ui/tabs/tabs.ts'

/** Open tabs of this window, restored after a reload (for example F5 after an update). */
const STORED = 'wms.tabs'

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

export function clearTabs(): void {
  sessionStorage.removeItem(STORED)
}

export function storeTabs(): () => void {
  return subscribe(watchedTabs, () => {
    const addresses = watchedTabs.tabs.filter((tab) => tab.screen).map((tab) => tab.address)
    sessionStorage.setItem(STORED, JSON.stringify(addresses))
  })
}
