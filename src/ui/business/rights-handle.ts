import type { ShellHandle } from '#kernel/command.ts'
import { openWindow } from '#ui/keys/loading-keys.ts'

/** Rights as commands see them; the window loads when it is asked for. */
export const rightsHandle: ShellHandle['rights'] = {
  history: (role) =>
    void openWindow(import('./history-popup.tsx'), (popup) => popup.openHistory(role)),
}
