import type * as screenArguments from './screen-arguments.ts'

type Reader = typeof screenArguments

let reader: Reader | undefined

/** What reads the arguments of a line, once it has been loaded: the first page does without. */
export function argumentReader(): Reader | undefined {
  return reader
}

/** Loads what reads the arguments of a line. Throws what the browser throws when it does not come. */
export async function loadArgumentReader(): Promise<void> {
  reader ??= await import('./screen-arguments.ts')
}
