import type { ShellHandle } from '#kernel/command.ts'

/** The backups as commands see them; the windows load when they are asked for. */
export const backupHandle: ShellHandle['backups'] = {
  show: () => void import('./backup-popups.tsx').then((popups) => popups.openBackups()),
  plan: () => void import('./backup-popups.tsx').then((popups) => popups.openPlan()),
}
