import tradeWords from './trade-words.json' with { type: 'json' }

/**
 * Title words by their synonyms in the trade: 상품별 재고 finds 품목별 재고, 되돌리기 finds 취소. A synonym may
 * belong to several title words.
 */
const wordsOfTitles = new Map<string, readonly string[]>()
for (const [title, others] of Object.entries(tradeWords)) {
  for (const other of others) {
    // A title word matches itself before its synonyms, such as 출고 before 출하.
    const itself = Object.hasOwn(tradeWords, other) ? [other] : []
    wordsOfTitles.set(other, [...(wordsOfTitles.get(other) ?? itself), title])
  }
}

/** Longest first, to match 로케이션 before its parts. Latin words match entire words only. */
function alternation(words: readonly string[]): string {
  return words
    .toSorted((a, b) => b.length - a.length)
    .map((word) => (/[a-z]/.test(word) ? `(?<![a-z])${word}(?![a-z])` : word))
    .join('|')
}

const anyTradeWord = new RegExp(alternation([...wordsOfTitles.keys()]), 'gi')

/** Words that do not distinguish screens. */
const emptyWords = (
  '조회 화면 메뉴 목록 리스트 하기 보기 찾기 관리 마스터 코드 정보 번호 규격 현황 관련 작업 처리 창 좀 내용 자료 출력 등록 새 신규 ' +
  'list screen page master overview report data code ' +
  'codes info maintenance inquiry display goods qty the of my all to'
).split(' ')
/** Matches at the end of a word of at least two syllables, or as a separate word. */
const anyEmptyWord = new RegExp(
  `(?<=^|\\s|[가-힣]{2})(?:${alternation(emptyWords)})(?=$|\\s)`,
  'gi',
)

/** Removes English inflections: `locations`, `puting`. */
function stripInflections(text: string): string {
  return text.replace(/\b([a-z]{3,}?)(?:ies|es|s|ing|ed)\b/gi, '$1')
}

const maxReplacements = 3
const maxWithoutGenericWords = 4

interface ReplacedText {
  readonly replacements: readonly string[]
  /** Words without generic words and inflections. Their hits rank lower. */
  readonly withoutGenericWords: readonly string[]
}

export function replaceTradeWords(text: string): ReplacedText {
  const ways = Array.from({ length: maxReplacements }, (_, way) => replaceSynonyms(text, way))
  const plain = [text, ...ways.map(({ text: replaced }) => replaced)].map((spelling) =>
    collapseSpaces(spelling.replace(anyEmptyWord, ' ')),
  )
  const near = ways.flatMap(({ text: replaced, isFar }) => (isFar ? [] : [replaced]))
  const distant = ways.flatMap(({ text: replaced, isFar }) => (isFar ? [replaced] : []))
  const given = new Set([...near, ...near.slice(0, 1).map(splitGenericWord)])
  const bare = new Set([
    ...distant,
    ...plain,
    ...[text, ...near, ...plain.slice(0, 1)].map(stripInflections),
  ])
  return {
    replacements: [...given].filter((other) => other !== text),
    withoutGenericWords: [...bare]
      .filter((other) => other !== text && other !== '' && !given.has(other))
      .slice(0, maxWithoutGenericWords),
  }
}

/** Replaces each synonym. `isFar` if a title word was replaced by another. */
function replaceSynonyms(text: string, way: number): { text: string; isFar: boolean } {
  let isFar = false
  const given = text.replace(anyTradeWord, (word) => {
    const titles = wordsOfTitles.get(word.toLowerCase()) ?? [word]
    const title = titles[Math.min(way, titles.length - 1)] ?? word
    if (titles[0] === word && title !== word) isFar = true
    return title
  })
  return { text: given, isFar }
}

/** Splits `실사목록` into two words, the last of which is generic. */
function splitGenericWord(text: string): string {
  return collapseSpaces(text.replace(anyEmptyWord, (word) => ` ${word}`))
}

function collapseSpaces(text: string): string {
  return text.trim().replaceAll(/\s+/g, ' ')
}
