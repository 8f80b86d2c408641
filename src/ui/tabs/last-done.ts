import type { Loaded } from '#kernel/command.ts'
import type { WireRow } from '#kernel/field.ts'
import type { Procedure } from '#kernel/operation.ts'

/** What takes back what was done with a row. */
interface Done {
  readonly procedure: Loaded<Procedure>
  readonly rows: readonly Partial<WireRow>[]
}

let last: (Done & { readonly page: string }) | undefined
/** What was said of it, which stands in the status line after the notice is gone. */
let said: { readonly page: string; readonly text: string } | undefined

/** Keeps what takes back what a page just did; nothing where nothing does. */
export function noteDone(page: string, done: Done | undefined, text = ''): void {
  last = done && { ...done, page }
  said = { page, text }
}

/** What was said of what a page did last; empty where its rows were asked for since. */
export function saidLast(page: string): string {
  return said?.page === page ? said.text : ''
}

export function forgetSaid(): void {
  said = undefined
}

/** Whether a page did something last that can be taken back. */
export function mayUndo(page: string): boolean {
  return last?.page === page
}

/** What takes it back, once. */
export function takeDone(page: string): Done | undefined {
  if (!last || last.page !== page) return undefined
  const done = last
  last = undefined
  return done
}
