import type * as screenArguments from './screen-arguments.ts'
import type * as elsewhere from './screen-names-elsewhere.ts'
import type * as synonyms from './screen-synonyms.ts'
import type * as tradeWords from './trade-words.ts'

type LateCode = Partial<
  typeof elsewhere & typeof synonyms & typeof tradeWords & typeof screenArguments
>

let late: LateCode = {}

function take(code: LateCode): void {
  late = { ...late, ...code }
}

/** Synonyms and argument parsing, as far as they are loaded. The first page works without them. */
export function lateCode(): LateCode {
  return late
}

export async function loadLateWords(): Promise<void> {
  await Promise.all([
    import('./screen-names-elsewhere.ts').then(take),
    import('./screen-synonyms.ts').then(take),
    import('./trade-words.ts').then(take),
  ])
}

export async function loadLateCode(): Promise<void> {
  await Promise.all([loadLateWords(), import('./screen-arguments.ts').then(take)])
}
