import type { ShellHandle } from '#kernel/command.ts'
import { openWindow } from '#ui/keys/loading-keys.ts'

/** What can be shown of orders, loaded when it is asked for. */
export const outboundHandle: ShellHandle['outbound'] = {
  allocateByHand: (row) =>
    void openWindow(import('./by-hand-popup.tsx'), (popup) => popup.openByHand(row)),
  planAllocation: (rows) =>
    void openWindow(import('./allocation-plan-popup.tsx'), (popup) =>
      popup.openAllocationPlan(rows),
    ),
}
