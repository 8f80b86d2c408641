import { codeListScreens } from '#areas/freight/rules/code-list-screens.ts'
import type { ShellHandle } from '#kernel/command.ts'
import { openWindow } from '#ui/keys/loading-keys.ts'
import { activeTab } from '#ui/tabs/tabs.ts'

/** Codes of transport as commands see them; the window loads when it is asked for. */
export const freightHandle: ShellHandle['freight'] = {
  whereUsed: (row) => {
    const { list, key } = codeListScreens[activeTab().screen?.route ?? ''] ?? {}
    const code = key === undefined ? null : (row[key] ?? null)
    if (list === undefined || code === null) return
    void openWindow(import('./where-used-popup.tsx'), (popup) =>
      popup.openWhereUsed(list, String(code)),
    )
  },
  cutoffs: () => void openWindow(import('./booking-popups.tsx'), (popup) => popup.openCutoffs()),
  bookingHistory: (row) =>
    void openWindow(import('./booking-popups.tsx'), (popup) => popup.openBookingHistory(row)),
  carrierSite: (row) =>
    void openWindow(import('./booking-popups.tsx'), (popup) => popup.openCarrierSite(row)),
  confirm: async (row, how) => {
    const popup = await import('./booking-popups.tsx')
    return how === 'typed' ? popup.openConfirmation(row) : popup.pasteConfirmation(row)
  },
}
