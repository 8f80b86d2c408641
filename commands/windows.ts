import type { ShellHandle } from '#kernel/command.ts'
import type { WireRow } from '#kernel/field.ts'

/**
 * Windows with their own component. The UI must provide one for each name, or it does not compile.
 */
export type WindowName =
  | 'allocation-plan'
  | 'ask-for-right'
  | 'backup-plan'
  | 'backups'
  | 'carrier-site'
  | 'confirm-booking'
  | 'first-password'
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
  | 'server-figures'
  | 'time-travel'
  | 'two-step'
  | 'warehouse'
  | 'webhooks'
  | 'where-used'
  | 'why-this-number'

/** Opens a window over rows. Resolves to true if the user completed its action. */
export function openWindow(
  shell: ShellHandle,
  name: WindowName,
  rows: readonly WireRow[] = [],
): Promise<boolean> {
  return shell.openWindow(name, rows)
}
