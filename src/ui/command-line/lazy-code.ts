import type * as conditions from '#ui/keys/describe-when.ts'
import type * as screenArguments from './screen-arguments.ts'
import type * as elsewhere from './screen-names-elsewhere.ts'
import type * as synonyms from './screen-synonyms.ts'
import type * as tradeWords from './trade-words.ts'

type LazyCode = Partial<
  typeof conditions &
    typeof elsewhere &
    typeof synonyms &
    typeof tradeWords &
    typeof screenArguments
>

let late: LazyCode = {}

function addCode(code: LazyCode): void {
  late = { ...late, ...code }
}

/**
 * Synonyms, argument parsing and descriptions of conditions, as far as they are loaded. The first
 * page works without them.
 */
export function lazyCode(): LazyCode {
  return late
}

export async function loadSynonyms(): Promise<void> {
  await Promise.all([
    import('./screen-names-elsewhere.ts').then(addCode),
    import('./screen-synonyms.ts').then(addCode),
    import('./trade-words.ts').then(addCode),
  ])
}

export async function loadLazyCode(): Promise<void> {
  await Promise.all([
    loadSynonyms(),
    import('./screen-arguments.ts').then(addCode),
    import('#ui/keys/describe-when.ts').then(addCode),
  ])
}
