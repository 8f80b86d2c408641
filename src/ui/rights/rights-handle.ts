import type { ShellHandle } from '#kernel/command.ts'

/** Rights as commands see them; the window loads when it is asked for. */
export const rightsHandle: ShellHandle['rights'] = {
  history: (role) => void import('./history-popup.tsx').then((popup) => popup.openHistory(role)),
}
