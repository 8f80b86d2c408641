import type { Label } from '#kernel/label.ts'

export interface WrittenText extends Label {
  /** Contains interpolated values, so the displayed text does not occur in the source. */
  readonly isFilled: boolean
}

interface Literal {
  readonly text: string
  readonly isFilled: boolean
  readonly end: number
}

const start = /\blabel\(\s*|\bko:\s*(?=['"`])/g
const separators = { call: /\s*,\s*(?=['"`])/y, object: /\s*,\s*en:\s*/y }
const escapes: Readonly<Record<string, string>> = { n: '\n', t: '\t', r: '\r' }

/**
 * Parses the string literal at `from`; undefined if there is none. Each interpolated value of a
 * template becomes `{…}`.
 */
function readLiteral(source: string, from: number): Literal | undefined {
  const quote = source[from] ?? ''
  if (!'\'"`'.includes(quote) || quote === '') return undefined
  let text = ''
  let isFilled = false
  for (let index = from + 1; index < source.length; index += 1) {
    const sign = source[index] ?? ''
    if (sign === quote) return { text, isFilled, end: index + 1 }
    if (sign === '\n' && quote !== '`') return undefined
    if (sign === '\\') {
      const read = readEscape(source, index + 1)
      text += read.text
      index = read.end - 1
    } else if (quote === '`' && sign === '$' && source[index + 1] === '{') {
      index = endOfValue(source, index + 2)
      text += '{…}'
      isFilled = true
    } else text += sign
  }
  return undefined
}

function readEscape(source: string, at: number): { readonly text: string; readonly end: number } {
  const sign = source[at] ?? ''
  const code = /^u(?:\{([\da-f]+)\}|([\da-f]{4}))/i.exec(source.slice(at, at + 10))
  if (code) {
    const text = String.fromCodePoint(Number.parseInt(code[1] ?? code[2] ?? '', 16))
    return { text, end: at + code[0].length }
  }
  return { text: escapes[sign] ?? sign, end: at + 1 }
}

function endOfValue(source: string, from: number): number {
  let depth = 1
  for (let index = from; index < source.length; index += 1) {
    const sign = source[index] ?? ''
    if (sign === '{') depth += 1
    if (sign === '}') depth -= 1
    if (depth === 0) return index
    if ('\'"`'.includes(sign)) index = (readLiteral(source, index)?.end ?? index + 1) - 1
  }
  return source.length
}

/** Extracts bilingual texts from a file: `label('…', '…')` and `{ ko: '…', en: '…' }`. */
export function findTexts(source: string): WrittenText[] {
  return [...source.matchAll(start)].flatMap((found) => {
    const line = source.slice(source.lastIndexOf('\n', found.index) + 1, found.index)
    // Skip examples in comments.
    if (/^\s*(?:\/\/|\/?\*)/.test(line)) return []
    const korean = readLiteral(source, found.index + found[0].length)
    if (!korean) return []
    const comma = found[0].startsWith('label') ? separators.call : separators.object
    comma.lastIndex = korean.end
    const gap = comma.exec(source)
    const english = gap && readLiteral(source, korean.end + gap[0].length)
    if (!english) return []
    const isFilled = korean.isFilled || english.isFilled
    return [{ ko: korean.text, en: english.text, isFilled }]
  })
}
