import type { Node } from 'pdfmake'

/** Widths in ems, on the safe side: Hangul and other wide letters are square, `W` nearly so. */
const wide = 1
const narrow = 0.72

function widthInEms(text: string): number {
  let width = 0
  for (const char of text) width += char >= '\u1100' || char === 'W' || char === 'M' ? wide : narrow
  return width
}

/** Lines that a text takes at most in a width (points) at a size of letters. */
export function linesAtMost(text: string, width: number, fontSize: number): number {
  return text
    .split(/\r?\n/)
    .reduce((sum, line) => sum + Math.max(1, Math.ceil((widthInEms(line) * fontSize) / width)), 0)
}

/**
 * A text set so that Korean breaks between words: by the rules of Unicode it may break between any
 * two syllables, which leaves single syllables on lines of their own. Words that might not fit the
 * width (points) on a line of their own may still be broken anywhere. Texts that surely fit are
 * kept in one piece, which also makes long documents quicker.
 */
export function fitText(text: string, width: number, fontSize: number): Node {
  const emsMax = width / fontSize
  if (/[\r\n]/.test(text)) return { text }
  if (widthInEms(text) <= emsMax) return { text, noWrap: true }
  const words = text.split(/(?<= )(?=[^ ])/)
  if (words.length === 1) return { text }
  return {
    text: words.map((word) =>
      widthInEms(word) <= emsMax ? { text: word, noWrap: true } : { text: word },
    ),
  }
}
