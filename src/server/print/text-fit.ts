import type { Node } from 'pdfmake'

/**
 * Upper bounds of character widths in ems. Hangul and other wide characters are square, `W` is
 * almost square. Emoji and single Arabic letters are wider.
 */
const widest = 1.3
const wide = 1
const narrow = 0.72

export const rightToLeft = /\p{Script=Arabic}/u

function charWidth(char: string): number {
  if (char.length > 1 || rightToLeft.test(char)) return widest
  return char >= '\u1100' || char === 'W' || char === 'M' ? wide : narrow
}

function widthInEms(text: string): number {
  let width = 0
  for (const char of text) width += charWidth(char)
  return width
}

/** Maximum number of lines a text needs at a width (points) and font size. */
export function maxLines(text: string, width: number, fontSize: number): number {
  return text
    .split(/\r?\n/)
    .reduce((sum, line) => sum + Math.max(1, Math.ceil((widthInEms(line) * fontSize) / width)), 0)
}

/**
 * Breaks Korean text between words only. Unicode rules allow a break between any two syllables,
 * which leaves single syllables on lines. Words that might exceed the width (points) can still
 * break anywhere. Texts that surely fit are not split, which also speeds up long documents.
 */
export function fitText(text: string, width: number, fontSize: number): Node {
  const maxEms = width / fontSize
  if (/[\r\n]/.test(text)) return { text }
  if (widthInEms(text) <= maxEms) return { text, noWrap: true }
  const words = text.split(/(?<= )(?=[^ ])/)
  if (words.length === 1) return { text }
  if (rightToLeft.test(text)) return { text: fillLines(words, maxEms) }
  return {
    text: words.map((word) =>
      widthInEms(word) <= maxEms ? { text: word, noWrap: true } : { text: word },
    ),
  }
}

/**
 * Breaks right-to-left text into lines. pdfmake cannot do this, because it gets each run of such
 * words in one piece.
 */
function fillLines(words: readonly string[], maxEms: number): string {
  const lines: string[] = []
  for (const word of words) {
    const joined = `${lines.at(-1) ?? ''}${word}`
    if (lines.length > 0 && widthInEms(joined) <= maxEms) lines[lines.length - 1] = joined
    else lines.push(word)
  }
  return lines.join('\n')
}
