import type { ShellHandle } from '#kernel/command.ts'
import type { WireRow } from '#kernel/field.ts'

/** Windows with a component of their own; the page side has one for each or does not compile. */
export type WindowName =
  | 'allocation-plan'
  | 'ask-for-right'
  | 'backup-plan'
  | 'backups'
  | 'carrier-site'
  | 'confirm-booking'
  | 'given-numbers'
  | 'hand-over-results'
  | 'ledger-findings'
  | 'manual-allocation'
  | 'new-numbers'
  | 'own-requests'
  | 'partner-days'
  | 'partner-holidays'
  | 'partner-items'
  | 'partner-places'
  | 'partner-profiles'
  | 'partner-users'
  | 'paste-confirmation'
  | 'see-as'
  | 'see-as-end'
  | 'time-travel'
  | 'warehouse'
  | 'webhooks'
  | 'where-used'
  | 'why-this-number'

/** Opens a window over rows, once its code has come: true when what it is for was done there. */
export function openWindow(
  shell: ShellHandle,
  name: WindowName,
  rows: readonly WireRow[] = [],
): Promise<boolean> {
  return shell.openWindow(name, rows)
}
