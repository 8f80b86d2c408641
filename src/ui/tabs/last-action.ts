import type { Loadable } from '#kernel/command.ts'
import type { WireRow } from '#kernel/field.ts'
import type { Procedure } from '#kernel/operation.ts'

interface UndoableAction {
  readonly procedure: Loadable<Procedure>
  readonly rows: readonly Partial<WireRow>[]
}

let lastAction: (UndoableAction & { readonly page: string }) | undefined
/** Message about the last action, shown in the status line after the notice disappears. */
let shownMessage: { readonly page: string; readonly text: string } | undefined

export function recordAction(page: string, done: UndoableAction | undefined, text = ''): void {
  lastAction = done && { ...done, page }
  shownMessage = { page, text }
}

export function lastActionText(page: string): string {
  return shownMessage?.page === page ? shownMessage.text : ''
}

export function clearLastAction(): void {
  shownMessage = undefined
}

export function canUndo(page: string): boolean {
  return lastAction?.page === page
}

/** Returns the undo operation and clears it, because it can run only once. */
export function takeUndoAction(page: string): UndoableAction | undefined {
  if (!lastAction || lastAction.page !== page) return undefined
  const done = lastAction
  lastAction = undefined
  return done
}
