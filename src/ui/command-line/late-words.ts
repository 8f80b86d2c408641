import type * as TradeWords from './trade-words.ts'

interface LateWords {
  /** Names that screens have in other systems, by their route. */
  readonly namesElsewhere: Readonly<Record<string, readonly string[]>>
  readonly inWordsOfTitles: typeof TradeWords.inWordsOfTitles
}

let words: LateWords | undefined

/** What others call screens and things, once it has been loaded: the first page does without. */
export function lateWords(): LateWords | undefined {
  return words
}

/** Loads what others call screens and things. Throws what the browser throws when it does not come. */
export async function loadLateWords(): Promise<void> {
  const [{ namesElsewhere }, { inWordsOfTitles }] = await Promise.all([
    import('./screen-names-elsewhere.ts'),
    import('./trade-words.ts'),
  ])
  words ??= { namesElsewhere, inWordsOfTitles }
}
