import type { Label } from '#kernel/label.ts'
import type { SearchEntry } from './search-index.ts'
import { screenSynonyms } from './screen-synonyms.ts'

let elsewhere: Readonly<Record<string, readonly string[]>> | undefined

/** Names of other systems come behind the first page. */
export async function loadNamesElsewhere(): Promise<void> {
  elsewhere ??= (await import('./screen-names-elsewhere.ts')).namesElsewhere
}

/** Whether screens are known by their names in other systems too. */
export function areNamesLoaded(): boolean {
  return elsewhere !== undefined
}

/** What the palette knows a screen by: its titles, route name, abbreviation, groups and synonyms. */
export function screenWords(
  screen: { readonly route: string; readonly abbr: string; readonly title: Label },
  groups: readonly Label[],
): Pick<SearchEntry, 'ko' | 'en' | 'codes' | 'synonyms' | 'keywords'> {
  return {
    ko: screen.title.ko,
    en: screen.title.en,
    codes: [screen.route, screen.abbr],
    synonyms: [...(screenSynonyms[screen.route] ?? []), ...(elsewhere?.[screen.route] ?? [])],
    keywords: groups.flatMap((group) => [group.ko, group.en]),
  }
}
