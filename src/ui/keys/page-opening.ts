import { topPopup } from '#ui/windows/popup-stack.ts'
import { isBuilt } from '#ui/remote/screens.ts'
import { isBesidePage, panelOf } from '#ui/tabs/focus.ts'
import { isPageBusy, pageOf } from '#ui/tabs/page-registry.ts'
import { shellState } from '#ui/base/shell-state.ts'
import { activeTab } from '#ui/tabs/tabs.ts'

/** How far the page of a tab is: `lost` when it fails or something else came in front of it. */
export type Opening = 'loading' | 'first-rows' | 'ready' | 'lost'

/**
 * How far the page of a tab is on its way to the keyboard. It is ready when its code is here and
 * its first rows have come or failed to: where the focus goes next depends on the rows, so a key
 * pressed before would land here or there by chance.
 */
export function openingOf(tabKey: string): Opening {
  const tab = activeTab()
  if (tab.key !== tabKey || shellState.notFound) return 'lost'
  if (shellState.paletteOpen) return 'loading'
  if (topPopup()) return 'lost'
  if (!tab.screen || !isBuilt(tab.screen.route)) return 'ready'
  const panel = panelOf(tabKey)
  if (panel?.querySelector('[data-page-failed]')) return 'lost'
  if (!panel || !pageOf(tabKey)) return 'loading'
  if (isPageBusy(tabKey)) return 'first-rows'
  // Whoever went to the menu meanwhile is not called back.
  return isBesidePage(document.activeElement) ? 'loading' : 'ready'
}

/** Whether the focus is in the page of a tab, and not on what holds it until the page can. */
export function hasKeyboard(tabKey: string): boolean {
  const panel = panelOf(tabKey)
  const here = document.activeElement
  if (!panel || here === panel || !panel.contains(here)) return false
  return here?.closest('.title-bar') === null
}
