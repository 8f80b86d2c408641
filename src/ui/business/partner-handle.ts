import type { ShellHandle } from '#kernel/command.ts'
import { openWindow } from '#ui/keys/loading-keys.ts'
import { activeTab } from '#ui/tabs/tabs.ts'

/** What can be shown of partners, loaded when it is asked for. */
export const partnerHandle: ShellHandle['partner'] = {
  profiles() {
    const route = activeTab().screen?.route ?? ''
    void openWindow(import('./profiles-popup.tsx'), (popup) => popup.openProfiles(route))
  },
  attempts: (row) =>
    void openWindow(import('./attempts-popup.tsx'), (popup) => popup.openAttempts(row)),
  webhooks: () => void openWindow(import('./webhooks-popup.tsx'), (popup) => popup.openWebhooks()),
  handOver: async (rows) => (await import('./hand-over.ts')).handOver(rows),
}
