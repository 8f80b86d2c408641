import { onOtherLayout } from '#kernel/hangul-layout.ts'
import { pattern, type Pattern } from './pattern.ts'
import { inWordsOfTitles } from './trade-words.ts'

/** One reading of the query: as typed, on the other keyboard layout, in the words of the titles. */
export interface Reading {
  readonly text: string
  readonly whole: Pattern
  /** The words of the query where there are several; they may stand in any order. */
  readonly words: readonly Pattern[]
  /** The same words as they are written. */
  readonly wordTexts: readonly string[]
  readonly viaLayout: boolean
  /** Words of the trade were taken for those of the titles. */
  readonly viaTrade: boolean
}

/** The readings of a query, the typed one first; none when nothing comparable is in it. */
export function readings(query: string): Reading[] {
  const text = query.normalize('NFC').trim()
  const other = onOtherLayout(text)
  const typed = reading(text, false, false)
  if (!typed) return []
  const others = [
    other === text ? undefined : reading(other, true, false),
    ...[text, ...(other === text ? [] : [other])].map((each) => {
      const said = inWordsOfTitles(each)
      return said === each ? undefined : reading(said, each !== text, true)
    }),
  ]
  return [typed, ...others.filter((each) => each !== undefined)]
}

function reading(text: string, viaLayout: boolean, viaTrade: boolean): Reading | undefined {
  const whole = pattern(text)
  if (!whole) return undefined
  const texts = text.split(/\s+/).filter((word) => pattern(word) !== undefined)
  const wordTexts = texts.length > 1 ? texts : []
  const words = wordTexts.map(pattern).filter((word) => word !== undefined)
  return { text, whole, words, wordTexts, viaLayout, viaTrade }
}
