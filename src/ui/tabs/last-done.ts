import type { Loaded } from '#kernel/command.ts'
import type { WireRow } from '#kernel/field.ts'
import type { Procedure } from '#kernel/operation.ts'

interface Done {
  readonly procedure: Loaded<Procedure>
  readonly rows: readonly Partial<WireRow>[]
}

let last: (Done & { readonly page: string }) | undefined
/** Message about the last action, shown in the status line after the notice disappears. */
let said: { readonly page: string; readonly text: string } | undefined

export function noteDone(page: string, done: Done | undefined, text = ''): void {
  last = done && { ...done, page }
  said = { page, text }
}

export function lastDone(page: string): string {
  return said?.page === page ? said.text : ''
}

export function clearLastDone(): void {
  said = undefined
}

export function mayUndo(page: string): boolean {
  return last?.page === page
}

/** Returns the undo operation and clears it, because it can run only once. */
export function takeDone(page: string): Done | undefined {
  if (!last || last.page !== page) return undefined
  const done = last
  last = undefined
  return done
}
