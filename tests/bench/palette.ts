import { createSearchIndex, type SearchEntry } from '#ui/palette/search-index.ts'
import { realEntries } from '#tests/ui/palette/real-menu.ts'
import { figure, type Figure } from './machine.ts'

const entryCount = 100_000
const budgetMs = 16
const rowsShown = 50

const goods = ['비타민', '세라믹 필터', '방청 스프레이', '임플란트', '선크림', '프로틴', '마스크팩']
const kinds = ['대용량', '리필', '선물세트', '샘플', '2입', '특가']

/** The real menu, filled up with items to the size of a large site. */
function largeSite(): readonly SearchEntry[] {
  const items = Array.from(
    { length: entryCount - realEntries.length },
    (_, index): SearchEntry => ({
      id: `item:${index}`,
      group: 'screen',
      ko: `${goods[index % goods.length]} ${kinds[index % kinds.length]} ${index % 997}호`,
      en: `Item ${index}`,
      codes: [`SKU${String(index).padStart(7, '0')}`],
    }),
  )
  return [...realEntries, ...items]
}

/** Twenty key presses as a palette gets them: initials, the wrong layout, codes, words, typos. */
const presses = [
  'ㅈ',
  'ㅈㄱ',
  'ㅈㄱㅇ',
  'ㅈㄱㅇㄷ',
  'w',
  'wo',
  'wor',
  'worh',
  's',
  'sk',
  'sku000',
  'SKU0012345',
  '재',
  '재고 이',
  '비타민 샘플',
  '선크',
  'ㅅㅋㄹ',
  'recieving',
  '재고이둥',
  'qzxqzx',
] as const

/** From a key press to the list it means, over 100,000 entries: 20 presses after a warm-up. */
export function measurePalette(): readonly Figure[] {
  const index = createSearchIndex(largeSite())
  const time = (typed: string): number => {
    const started = performance.now()
    index.search(typed, { limit: rowsShown })
    return performance.now() - started
  }
  for (const typed of presses) time(typed)
  return [figure(`palette: key press over ${index.size} entries`, budgetMs, presses.map(time))]
}
