const characters = new Intl.Segmenter('ko', { granularity: 'grapheme' })
/** Two letters that are never part of one character; a shortcut for drawing. */
const plainPair = /^[ -~\u4E00-\u9FFF\uAC00-\uD7A3]{2}$/

/** Start of the character at a position, as users see it: an emoji, a flag, é, decomposed Hangul. */
function characterStart(text: string, at: number): number {
  if (at <= 0 || plainPair.test(text.slice(at - 1, at + 1))) return at
  return characters.segment(text).containing(at)?.index ?? at
}

/** Start of a text, at most `length` code units, that splits no character. */
export function cutEnd(text: string, length: number): string {
  return text.slice(0, length < text.length ? characterStart(text, length) : length)
}

/** Rest of a text from `start` on, without the rest of a split character. */
export function cutStart(text: string, start: number): string {
  let from = start
  while (from < text.length && characterStart(text, from) !== from) from += 1
  return text.slice(from)
}

/** A text of at most `max` code units, with `…` for the part left out. */
export function shorten(text: string, max = 30): string {
  return text.length > max ? `${cutEnd(text, max - 1)}…` : text
}
