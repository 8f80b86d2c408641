import type { ShellHandle } from '#kernel/command.ts'

/** What can be shown of orders, loaded when it is asked for. */
export const outboundHandle: ShellHandle['outbound'] = {
  allocateByHand: (row) =>
    void import('./by-hand-popup.tsx').then((popup) => popup.openByHand(row)),
}
