import type { Loaded } from '#kernel/command.ts'
import type { WireRow } from '#kernel/field.ts'
import type { Procedure } from '#kernel/operation.ts'

interface UndoableAction {
  readonly procedure: Loaded<Procedure>
  readonly rows: readonly Partial<WireRow>[]
}

let last: (UndoableAction & { readonly page: string }) | undefined
/** Message about the last action, shown in the status line after the notice disappears. */
let shown: { readonly page: string; readonly text: string } | undefined

export function recordAction(page: string, done: UndoableAction | undefined, text = ''): void {
  last = done && { ...done, page }
  shown = { page, text }
}

export function lastActionText(page: string): string {
  return shown?.page === page ? shown.text : ''
}

export function clearLastAction(): void {
  shown = undefined
}

export function canUndo(page: string): boolean {
  return last?.page === page
}

/** Returns the undo operation and clears it, because it can run only once. */
export function takeUndoAction(page: string): UndoableAction | undefined {
  if (!last || last.page !== page) return undefined
  const done = last
  last = undefined
  return done
}
