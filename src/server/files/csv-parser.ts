import { SpreadsheetError } from './spreadsheet-error.ts'

/**
 * Decodes CSV: by byte order mark, otherwise strict UTF-8, otherwise code page 949, which Korean
 * Excel writes. TextDecoder supports only EUC-KR, its older subset, which lacks thousands of
 * syllables such as 뷁 and 똠. Throws SpreadsheetError `not-a-spreadsheet`.
 */
export async function decodeCsv(bytes: Uint8Array): Promise<string> {
  const text = decodeMarked(bytes) ?? decodeAs('utf-8', bytes) ?? (await decodeCp949(bytes))
  if (text.includes('\0')) throw new SpreadsheetError('not-a-spreadsheet')
  return text
}

async function decodeCp949(bytes: Uint8Array): Promise<string> {
  const { cptable: codePages } = await import('xlsx/dist/cpexcel.full.mjs')
  const characters = codePages[949]?.dec ?? {}
  const parts: string[] = []
  for (let at = 0; at < bytes.length; at += 1) {
    let code = bytes[at] ?? 0
    if (code >= 0x80) {
      at += 1
      code = code * 256 + (bytes[at] ?? 0)
    }
    const character = characters[code]
    if (character === undefined || character === '\uFFFD') {
      throw new SpreadsheetError('not-a-spreadsheet')
    }
    parts.push(character)
  }
  return parts.join('')
}

function decodeMarked(bytes: Uint8Array): string | undefined {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return decodeAs('utf-16le', bytes)
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return decodeAs('utf-16be', bytes)
  return undefined
}

function decodeAs(encoding: string, bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes)
  } catch {
    return undefined
  }
}

/**
 * Most frequent delimiter of the first line (comma, tab, semicolon or bar); comma if there is none.
 */
function findDelimiter(text: string): string {
  const firstLine = /^[^\r\n]*/.exec(text)?.[0].replaceAll(/"[^"]*"/g, '') ?? ''
  let best = ','
  let bestCount = 0
  for (const candidate of [',', '\t', ';', '|']) {
    const count = firstLine.split(candidate).length - 1
    if (count > bestCount) [best, bestCount] = [candidate, count]
  }
  return best
}

/**
 * Parses CSV records (RFC 4180). A blank line is one empty field. A quote is special only at the
 * start of a field, so `5" pipe` is unchanged. Throws SpreadsheetError `broken` with the line of an
 * unterminated quoted field, which would silently swallow the rest of the file.
 */
export function* parseCsv(text: string): Generator<string[]> {
  const delimiter = findDelimiter(text)
  const stop = new RegExp(`[${delimiter}\\r\\n]`, 'g')
  let at = 0
  let record = 0
  while (at < text.length) {
    const fields: string[] = []
    record += 1
    for (;;) {
      const { field, next } = readField(text, at, stop, record)
      fields.push(field)
      at = next
      if (text[at] !== delimiter) break
      at += 1
    }
    at += text.startsWith('\r\n', at) ? 2 : 1
    yield fields
  }
}

function readField(
  text: string,
  at: number,
  stop: RegExp,
  record: number,
): { field: string; next: number } {
  if (text[at] !== '"') {
    const next = findStop(text, at, stop)
    return { field: text.slice(at, next), next }
  }
  let from = at + 1
  let field = ''
  for (;;) {
    const quote = text.indexOf('"', from)
    if (quote === -1) throw new SpreadsheetError('broken', `"… ${record}`)
    field += text.slice(from, quote)
    if (text[quote + 1] !== '"') {
      const next = findStop(text, quote + 1, stop)
      return { field: field + text.slice(quote + 1, next), next }
    }
    field += '"'
    from = quote + 2
  }
}

function findStop(text: string, at: number, stop: RegExp): number {
  stop.lastIndex = at
  return stop.exec(text)?.index ?? text.length
}
