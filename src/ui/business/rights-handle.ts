import type { ShellHandle } from '#kernel/command.ts'
import { CallError } from '#ui/remote/api.ts'
import { showMessage } from '#ui/windows/message.tsx'
import { openWindow } from '#ui/keys/loading-keys.ts'

/** Rights as commands see them; the window loads when it is asked for. */
export const rightsHandle: ShellHandle['rights'] = {
  history: (role) =>
    void openWindow(import('./history-popup.tsx'), (popup) => popup.openHistory(role)),
  seeAs: async (userId) => {
    const { seeAs } = await import('#ui/remote/see-as.ts')
    await seeAs(userId).catch(async (error: unknown) => {
      if (!(error instanceof CallError)) throw error
      const text = error.rows[0]?.POERROR ?? error.message
      await showMessage({ kind: 'error', text })
    })
  },
  endSeeAs: async () => (await import('#ui/remote/see-as.ts')).endSeeAs(),
}
