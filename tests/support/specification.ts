import { createHash } from 'node:crypto'

export interface Sentence {
  /** Section number, with the title of the part if the section has parts. */
  readonly section: string
  readonly sentence: string
}

const heading = /^(?<marks>#{2,3}) (?:(?<number>\d+)\. )?(?<title>.*)$/
const sentenceEnd = /(?<=[.?!]'?)\s+(?=[A-Z])/

/** Splits the text of the specification into its sentences and table rows, in order. */
export function parseSpecification(text: string): Sentence[] {
  let section = ''
  return text.split('\n').flatMap((line) => {
    const groups = heading.exec(line)?.groups
    if (groups) {
      const number = groups['number'] ?? section.split(' ')[0]
      section = groups['marks'] === '##' ? `${number}` : `${number} ${groups['title']}`
      return []
    }
    if (line === '' || line.startsWith('# ') || /^[|-]+$/.test(line)) return []
    const parts = line.startsWith('|')
      ? [line.replace(/^\|/, '').replace(/\|$/, '').trim()]
      : line.replace(/^- /, '').split(sentenceEnd)
    return parts.map((sentence) => ({ section, sentence }))
  })
}

const sentenceKey = ({ section, sentence }: Sentence): string => `§${section}: ${sentence}`

/** Sentences that only one of two lists contains, with the list they are in. */
export function findDifferences(
  specification: readonly Sentence[],
  table: readonly Sentence[],
): string[] {
  const specified = specification.map(sentenceKey)
  const listed = table.map(sentenceKey)
  const subtractTexts = (all: readonly string[], others: readonly string[]): string[] => {
    const remaining = new Map<string, number>()
    for (const other of others) remaining.set(other, (remaining.get(other) ?? 0) + 1)
    return all.filter((candidate) => {
      const count = remaining.get(candidate) ?? 0
      remaining.set(candidate, count - 1)
      return count <= 0
    })
  }
  return [
    ...subtractTexts(specified, listed).map((key) => `only specified: ${key}`),
    ...subtractTexts(listed, specified).map((key) => `only in the table: ${key}`),
  ]
}

/** Digest of sentences, regardless of their order. */
export function hashSentences(sentences: readonly Sentence[]): string {
  const text = sentences.map(sentenceKey).toSorted().join('\n')
  return createHash('sha256').update(text).digest('hex')
}
