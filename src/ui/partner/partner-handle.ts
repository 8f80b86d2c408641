import type { ShellHandle } from '#kernel/command.ts'
import { activeTab } from '../app/tabs.ts'

/** What can be shown of partners, loaded when it is asked for. */
export const partnerHandle: ShellHandle['partner'] = {
  profiles() {
    const route = activeTab().screen?.route ?? ''
    void import('./profiles-popup.tsx').then((popup) => popup.openProfiles(route))
  },
  attempts: (row) => void import('./attempts-popup.tsx').then((popup) => popup.openAttempts(row)),
  handOver: async (rows) => (await import('./hand-over.ts')).handOver(rows),
}
