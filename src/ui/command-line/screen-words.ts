import type { Label } from '#kernel/label.ts'
import { lazyCode } from './lazy-code.ts'
import type { SearchEntry } from './search-index.ts'

export function screenWords(
  screen: { readonly route: string; readonly abbr: string; readonly title: Label },
  groups: readonly Label[],
): Pick<SearchEntry, 'ko' | 'en' | 'codes' | 'synonyms' | 'keywords'> {
  return {
    ko: screen.title.ko,
    en: screen.title.en,
    codes: [screen.route, screen.abbr],
    synonyms: lazyCode().screenSynonyms?.[screen.route] ?? [],
    keywords: groups.flatMap((group) => [group.ko, group.en]),
  }
}
