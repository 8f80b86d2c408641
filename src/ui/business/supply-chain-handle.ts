import type { ShellHandle } from '#kernel/command.ts'
import { openWindow } from '#ui/keys/loading-keys.ts'

/** What is kept of partners, loaded when it is asked for. */
export const supplyChainHandle: ShellHandle['supplyChain'] = {
  partnerRows: (kind, row) =>
    void openWindow(import('./scm-partner-popup.tsx'), (popup) => popup.openPartnerRows(kind, row)),
}
