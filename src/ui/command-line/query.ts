import { convertQwertyToAlphabet } from 'es-hangul'
import { onOtherLayout } from '#kernel/hangul-layout.ts'
import { pattern, type Pattern } from './pattern.ts'
import { lateCode } from './late-code.ts'

/** One reading of the query: as typed, on the other keyboard layout, in the words of the titles. */
export interface Reading {
  readonly text: string
  readonly whole: Pattern
  /** The words of the query where there are several; they may stand in any order. */
  readonly words: readonly Pattern[]
  /** On the other layout, or without some of the words: behind all that is found as typed. */
  readonly viaLayout: boolean
  /** Words of the trade were taken for those of the titles. */
  readonly viaTrade: boolean
}

/** The readings of a query, the typed one first; none when nothing comparable is in it. */
export function readings(query: string): Reading[] {
  const text = query.normalize('NFC').trim()
  const other = inOtherLayout(text)
  const typed = reading(text, false, false)
  if (!typed) return []
  const others = [
    other === text ? undefined : reading(other, true, false),
    ...[text, ...(other === text ? [] : [other])].flatMap((each) => {
      const { said = [], bare = [] } = lateCode().inWordsOfTitles?.(each) ?? {}
      return [
        ...said.map((words) => reading(words, each !== text, true)),
        ...bare.map((words) => reading(words, true, true)),
      ]
    }),
  ]
  return [typed, ...others.filter((each) => each !== undefined)]
}

/** Keys that make no syllables in their order, by a slip, are still keys of that layout. */
function inOtherLayout(text: string): string {
  const other = onOtherLayout(text)
  return other === text ? convertQwertyToAlphabet(text) : other
}

function reading(text: string, viaLayout: boolean, viaTrade: boolean): Reading | undefined {
  const whole = pattern(text)
  if (!whole) return undefined
  const words = text.split(/\s+/).flatMap((word) => pattern(word) ?? [])
  return { text, whole, words: words.length > 1 ? words : [], viaLayout, viaTrade }
}
