import type * as menu from '#areas/menu-map.ts'
import type * as conditions from '#ui/keys/describe-when.ts'
import type * as freeKeys from './free-key-label.ts'
import type * as screenArguments from './screen-arguments.ts'
import type * as tradeWords from './trade-words.ts'

interface ScreenSynonyms {
  /**
   * Names of screens that are not in their title, also those of other systems such as SAP and
   * AS/400. One typed in full ranks above titles that only start with it.
   */
  readonly screenSynonyms: Readonly<Record<string, readonly string[]>>
}

type LazyCode = Partial<
  typeof conditions &
    Pick<typeof menu, 'menuEntries'> &
    typeof tradeWords &
    typeof freeKeys &
    typeof screenArguments &
    ScreenSynonyms
>

let loadedCode: LazyCode = {}

function addCode(code: LazyCode): void {
  loadedCode = { ...loadedCode, ...code }
}

/**
 * Synonyms, argument parsing and descriptions of conditions, as far as they are loaded. The first
 * page works without them.
 */
export function lazyCode(): LazyCode {
  return loadedCode
}

export async function loadSynonyms(): Promise<void> {
  await Promise.all([
    import('./screen-synonyms.json', { with: { type: 'json' } }).then(
      ({ default: screenSynonyms }) => addCode({ screenSynonyms }),
    ),
    import('./trade-words.ts').then(addCode),
  ])
}

export async function loadLazyCode(): Promise<void> {
  await Promise.all([
    loadSynonyms(),
    import('./screen-arguments.ts').then(addCode),
    import('#areas/menu-map.ts').then(addCode),
    import('#ui/keys/describe-when.ts').then(addCode),
    import('./free-key-label.ts').then(addCode),
  ])
}
