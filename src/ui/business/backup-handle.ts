import type { ShellHandle } from '#kernel/command.ts'
import { openWindow } from '#ui/keys/loading-keys.ts'

/** The backups as commands see them; the windows load when they are asked for. */
export const backupHandle: ShellHandle['backups'] = {
  show: () => void openWindow(import('./backup-popups.tsx'), (popups) => popups.openBackups()),
  plan: () => void openWindow(import('./backup-popups.tsx'), (popups) => popups.openPlan()),
}
