/** Second half of a surrogate pair, a mark, a joiner, or a vowel or final consonant of Hangul. */
const continuation = /^[\uDC00-\uDFFF\p{M}\u200D\u1160-\u11FF]/u

/** Whether a position is inside a character as users see it: an emoji, é, or decomposed Hangul. */
function isInside(text: string, at: number): boolean {
  if (at <= 0 || at >= text.length) return false
  return text[at - 1] === '\u200D' || continuation.test(text.slice(at, at + 2))
}

/** Start of a text, at most `length` code units, that splits no character. */
export function cutEnd(text: string, length: number): string {
  let end = length
  while (isInside(text, end)) end -= 1
  return text.slice(0, end)
}

/** Rest of a text from `start` on, without the rest of a split character. */
export function cutStart(text: string, start: number): string {
  let from = start
  while (isInside(text, from)) from += 1
  return text.slice(from)
}
