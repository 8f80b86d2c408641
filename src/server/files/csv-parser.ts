import { label } from '#kernel/label.ts'
import { SpreadsheetError } from './spreadsheet-error.ts'
import { firstInvalidUtf8 } from './utf8-errors.ts'

/**
 * Decodes CSV: by byte order mark, as UTF-16 if half of its ASCII bytes are NUL, otherwise strict
 * UTF-8, otherwise code page 949, which Korean
 * Excel writes. TextDecoder supports only EUC-KR, its older subset, which lacks thousands of
 * syllables such as 뷁 and 똠. Drops repeated byte order marks and the end mark of DOS. Throws
 * SpreadsheetError `not-a-spreadsheet`, or `bad-characters` with the line of the first bad byte.
 */
export async function decodeCsv(bytes: Uint8Array): Promise<string> {
  const text =
    decodeMarked(bytes) ??
    decodeUnmarkedUtf16(bytes) ??
    decodeAs('utf-8', bytes) ??
    (await decodeCp949(bytes))
  if (text.includes('\0')) throw new SpreadsheetError('not-a-spreadsheet')
  return stripEndMark(text.replace(/^\uFEFF+/, ''))
}

function stripEndMark(text: string): string {
  const end = text.trimEnd()
  return end.endsWith('\u001A') ? stripEndMark(end.slice(0, -1)) : text
}

async function decodeCp949(bytes: Uint8Array): Promise<string> {
  const { at: badByte, isMostlyUtf8 } = firstInvalidUtf8(bytes)
  if (isMostlyUtf8) throw badCharacterError(bytes, badByte)
  const { cptable: codePages } = await import('xlsx/dist/cpexcel.full.mjs')
  const characters = codePages[949]?.dec ?? {}
  const parts: string[] = []
  for (let index = 0; index < bytes.length; index += 1) {
    const start = index
    let code = bytes[index] ?? 0
    if (code >= 0x80) {
      index += 1
      code = code * 256 + (bytes[index] ?? 0)
    }
    const character = characters[code]
    if (character === undefined || character === '\uFFFD') throw badCharacterError(bytes, start)
    parts.push(character)
  }
  return parts.join('')
}

/**
 * Error for an invalid byte. Binary content is rejected as a different file type, not as damaged
 * text.
 */
function badCharacterError(bytes: Uint8Array, at: number): SpreadsheetError {
  const isBinary = bytes.some((byte) => byte < 32 && ![9, 10, 12, 13, 26, 27].includes(byte))
  if (isBinary) return new SpreadsheetError('not-a-spreadsheet')
  const before = Buffer.from(bytes.subarray(0, at)).toString('latin1')
  const line = before.split(/\r\n|\r|\n/).length
  const byte = (bytes[at] ?? 0).toString(16).toUpperCase()
  return new SpreadsheetError(
    'bad-characters',
    label(`${line}번째 줄, 0x${byte}`, `line ${line}, 0x${byte}`),
  )
}

function decodeMarked(bytes: Uint8Array): string | undefined {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return decodeAs('utf-16le', bytes)
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return decodeAs('utf-16be', bytes)
  return undefined
}

/** In the wrong byte order, separators and line ends become other characters. */
function decodeUnmarkedUtf16(bytes: Uint8Array): string | undefined {
  if (bytes.length % 2 === 1 || !bytes.includes(0)) return undefined
  return ['utf-16le', 'utf-16be']
    .map((encoding) => decodeAs(encoding, bytes))
    .find((text) => text !== undefined && /[\t\n,;|]/.test(text) && !/[^\P{Cc}\t\r\n]/u.test(text))
}

function decodeAs(encoding: string, bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes)
  } catch {
    return undefined
  }
}

/** Earlier delimiters win ties, because commas also occur in ordinary text. */
const delimiters = ['\t', ';', '|', ','] as const
const recordsMeasured = 100
/** A delimiter that splits fewer records is ordinary text in a single-column file. */
const minShare = 0.5

/**
 * Returns the delimiter that splits the most of the first records, at least half, into the same
 * number of fields. If several split as many, the one with the most fields wins. Title lines above
 * the header and commas inside names then have no effect. If none does, returns the first one whose
 * quotes do not match, to report them.
 */
function findDelimiter(text: string): string {
  let best = { delimiter: ',', share: 0, width: 1 }
  let broken: string | undefined
  for (const delimiter of delimiters) {
    const { share, width, isBroken = false } = measureDelimiter(text, delimiter)
    if (isBroken) broken ??= delimiter
    const isBetter = share > best.share || (share === best.share && width > best.width)
    if (share >= minShare && isBetter) best = { delimiter, share, width }
  }
  return best.share > 0 ? best.delimiter : (broken ?? best.delimiter)
}

interface DelimiterMeasure {
  readonly share: number
  readonly width: number
  readonly isBroken?: boolean
}

function measureDelimiter(text: string, delimiter: string): DelimiterMeasure {
  const counts = new Map<number, number>()
  let records = 0
  try {
    for (const fields of readRecords(text, delimiter)) {
      if (fields.every((field) => field.trim() === '')) continue
      records += 1
      counts.set(fields.length, (counts.get(fields.length) ?? 0) + 1)
      if (records === recordsMeasured) break
    }
  } catch {
    // With the wrong delimiter, a quote can start a field that never ends.
    return { share: 0, width: 1, isBroken: true }
  }
  counts.delete(1)
  const [width, count] = [...counts].reduce(
    (a, b) => (b[1] > a[1] || (b[1] === a[1] && b[0] > a[0]) ? b : a),
    [1, 0],
  )
  return { share: count / Math.max(1, records), width }
}

/** First line that specifies the delimiter for Excel: `sep=;`. Not part of the data. */
const delimiterLine = /^"?sep=([^\r\n"])"?(?:\r\n|\r|\n|$)/i

/**
 * Parses CSV records (RFC 4180). A blank line is one empty field. A quote is special only at the
 * start of a field, so `5" pipe` is unchanged. Throws SpreadsheetError `broken` with the record of a
 * quoted field without an end, or with an end in a later record, which would swallow the text
 * between.
 */
export function parseCsv(text: string): Generator<string[]> {
  const named = delimiterLine.exec(text)
  if (named) return readRecords(text.slice(named[0].length), named[1] ?? ',')
  return readRecords(text, findDelimiter(text))
}

function* readRecords(text: string, delimiter: string): Generator<string[]> {
  const stop = new RegExp(`[${delimiter.replace(/[\\\]^-]/, '\\$&')}\\r\\n]`, 'g')
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
    const next = findFieldEnd(text, at, stop)
    return { field: text.slice(at, next), next }
  }
  let from = at + 1
  let field = ''
  for (;;) {
    const quote = text.indexOf('"', from)
    if (quote === -1) throw new SpreadsheetError('broken', `"… ${record}`)
    field += text.slice(from, quote)
    if (text[quote + 1] !== '"') {
      const next = findFieldEnd(text, quote + 1, stop)
      const rest = text.slice(quote + 1, next)
      // A missing quote above has joined two records.
      if (/[\r\n]/.test(field) && rest.trim() !== '')
        throw new SpreadsheetError('broken', `"… ${record}`)
      return { field: field + rest, next }
    }
    field += '"'
    from = quote + 2
  }
}

function findFieldEnd(text: string, at: number, stop: RegExp): number {
  stop.lastIndex = at
  return stop.exec(text)?.index ?? text.length
}
