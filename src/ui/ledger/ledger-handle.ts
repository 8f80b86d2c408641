import type { ShellHandle } from '#kernel/command.ts'

/** What does not add up; the window loads when it is asked for. */
export function openFindings(): void {
  void import('./findings-popup.tsx').then((popup) => popup.openFindingsPopup())
}

/** The ledger as commands see it. */
export const ledgerHandle: ShellHandle['ledger'] = {
  why: (search) => void import('./why-popup.tsx').then((popup) => popup.openWhyPopup(search)),
  findings: openFindings,
}
