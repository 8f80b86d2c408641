import { SpreadsheetError } from './spreadsheet-error.ts'
import { checkEntry, looksLikeZip, openZip } from './zip-reader.ts'

export type SpreadsheetKind = 'xlsx' | 'xls' | 'markup' | 'csv'

const maxBytes = 10 * 1024 * 1024
const oleMagic = [0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1]
/**
 * Names of the streams with an encrypted .xlsx, and with the content of an .xls under rights
 * management, which has a notice as its workbook. OLE directories are UTF-16LE.
 */
const encryptedStreams = ['EncryptedPackage', '\tDRMContent'].map((name) =>
  Buffer.from(name, 'utf16le'),
)
/** Leading bytes of files encrypted by DRM products of Korean companies. */
const drmMarks = ['DRMONE', 'SCDSA', 'NASCA DRM', '<DOCUMENT SAFER']
/** Shops and ERPs export HTML pages and XML Spreadsheet 2003 under the extension .xls. */
const markupExtensions = new Set(['', 'xls'])
/** PDF, web archive, RTF and SYLK are text as well, but not a table of separated values. */
const otherText = /^(?:%PDF|MIME-Version:|\{\\rtf|ID;P)/i
const textExtensions = new Set(['', 'csv', 'txt', 'tsv', 'xls'])

/**
 * Detects the file type by content. The name only determines whether plain text is accepted. Cheap
 * enough for the main thread: reads at most the zip directory. Throws SpreadsheetError for files
 * that can be rejected without parsing.
 */
export async function detectSpreadsheet(
  bytes: Uint8Array,
  fileName: string,
): Promise<SpreadsheetKind> {
  if (bytes.length === 0) throw new SpreadsheetError('empty')
  if (bytes.length > maxBytes) {
    throw new SpreadsheetError('too-large', `${(bytes.length / 1024 / 1024).toFixed(1)} MB > 10 MB`)
  }
  if (looksLikeZip(bytes)) return checkZip(bytes)
  const head = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.length, 512))
  if (oleMagic.every((byte, index) => bytes[index] === byte)) return checkOle(bytes)
  const start = head
    .toString('latin1')
    .replace(/^(?:\xff\xfe|\xfe\xff)/, '')
    .replaceAll('\0', '')
  if (drmMarks.some((mark) => start.includes(mark))) throw new SpreadsheetError('encrypted', 'DRM')
  const extension = /\.([^.]*)$/.exec(fileName)?.[1]?.toLowerCase() ?? ''
  const isMarkup = /^(?:\xef\xbb\xbf)?\s*<(?:!doctype|html|head|body|table|meta|\?xml|\w+:?\w*\s)/i
  if (isMarkup.test(start) && markupExtensions.has(extension)) return 'markup'
  if (isMarkup.test(start) || otherText.test(start) || !textExtensions.has(extension)) {
    throw new SpreadsheetError('not-a-spreadsheet')
  }
  return 'csv'
}

async function checkZip(bytes: Uint8Array): Promise<SpreadsheetKind> {
  const { entries } = await openZip(bytes)
  const parts = [...entries].filter(([name]) => /\.(?:xml|rels)$/.test(name))
  if (!parts.some(([name]) => /workbook[^/]*\.xml$/.test(name))) {
    throw new SpreadsheetError('not-a-spreadsheet')
  }
  for (const [, entry] of parts) checkEntry(entry)
  return 'xlsx'
}

function checkOle(bytes: Uint8Array): SpreadsheetKind {
  const content = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length)
  if (encryptedStreams.some((name) => content.includes(name)))
    throw new SpreadsheetError('encrypted')
  return 'xls'
}
