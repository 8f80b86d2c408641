import type { ShellHandle } from '#kernel/command.ts'
import { openWindow } from '#ui/keys/loading-keys.ts'

/** Rights as commands see them; the window loads when it is asked for. */
export const rightsHandle: ShellHandle['rights'] = {
  history: (role) =>
    void openWindow(import('./history-popup.tsx'), (popup) => popup.openHistory(role)),
  seeAs: async (userId) => {
    await (await import('#ui/remote/see-as.ts')).seeAs(userId)
  },
  endSeeAs: async () => (await import('#ui/remote/see-as.ts')).endSeeAs(),
}
