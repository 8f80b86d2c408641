import type { ShellHandle } from '#kernel/command.ts'
import { openWindow } from '#ui/keys/loading-keys.ts'

/** What does not add up; the window loads when it is asked for. */
export function openFindings(): void {
  void openWindow(import('./findings-popup.tsx'), (popup) => popup.openFindingsPopup())
}

/** The ledger as commands see it. */
export const ledgerHandle: ShellHandle['ledger'] = {
  why: (search) =>
    void openWindow(import('./why-popup.tsx'), (popup) => popup.openWhyPopup(search)),
  findings: openFindings,
}
