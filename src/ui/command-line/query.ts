import { convertQwertyToAlphabet } from 'es-hangul'
import { toOtherKeyboardLayout } from '#kernel/hangul-layout.ts'
import { pattern, type Pattern } from './pattern.ts'
import { lazyCode } from './lazy-code.ts'

/** A reading of the query: as typed, in the other keyboard layout, or with synonyms. */
export interface QueryReading {
  readonly text: string
  readonly textPattern: Pattern
  /** The words, in any order, if there are several. */
  readonly words: readonly Pattern[]
  /** Read in the other layout, or without some words. Its hits rank lower. */
  readonly isOtherLayout: boolean
  readonly isTradeWord: boolean
}

export function getReadings(query: string): QueryReading[] {
  const text = query.normalize('NFC').trim()
  const other = toOtherLayout(text)
  const typed = toReading(text, false, false)
  if (!typed) return []
  const others = [
    other === text ? undefined : toReading(other, true, false),
    ...[text, ...(other === text ? [] : [other])].flatMap((spelling) => {
      const { replacements = [], withoutGenericWords = [] } =
        lazyCode().replaceTradeWords?.(spelling) ?? {}
      return [
        ...replacements.map((words) => toReading(words, spelling !== text, true)),
        ...withoutGenericWords.map((words) => toReading(words, true, true)),
      ]
    }),
  ]
  return [typed, ...others.filter((each) => each !== undefined)]
}

/** Converts keystrokes that form no valid syllables to single letters. */
function toOtherLayout(text: string): string {
  const other = toOtherKeyboardLayout(text)
  return other === text ? convertQwertyToAlphabet(text) : other
}

function toReading(
  text: string,
  isOtherLayout: boolean,
  isTradeWord: boolean,
): QueryReading | undefined {
  const textPattern = pattern(text)
  if (!textPattern) return undefined
  const words = text.split(/\s+/).flatMap((word) => pattern(word) ?? [])
  return { text, textPattern, words: words.length > 1 ? words : [], isOtherLayout, isTradeWord }
}
