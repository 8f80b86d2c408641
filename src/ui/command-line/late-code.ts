import type * as screenArguments from './screen-arguments.ts'
import type * as elsewhere from './screen-names-elsewhere.ts'
import type * as tradeWords from './trade-words.ts'

type LateCode = Partial<typeof elsewhere & typeof tradeWords & typeof screenArguments>

let late: LateCode = {}

function take(code: LateCode): void {
  late = { ...late, ...code }
}

/**
 * What others call screens and things, and what reads the arguments of a line: as much of it as has
 * been loaded, since the first page does without.
 */
export function lateCode(): LateCode {
  return late
}

/** Loads what others call screens and things. Throws what the browser throws when it does not come. */
export async function loadLateWords(): Promise<void> {
  await Promise.all([
    import('./screen-names-elsewhere.ts').then(take),
    import('./trade-words.ts').then(take),
  ])
}

/** Loads all of it. Throws as above. */
export async function loadLateCode(): Promise<void> {
  await Promise.all([loadLateWords(), import('./screen-arguments.ts').then(take)])
}
