import { CFB, utils, write } from 'xlsx'
import { makeWorkbook, sheetXml } from '#tests/server/files/sheet-files.ts'

const escapeXml = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;')

/** Workbook with one row, given as XML. */
export function makeRawWorkbook(
  row: string,
  options: { styles?: string; strings?: string; calcPr?: string } = {},
): Buffer {
  const { styles, strings = '', calcPr = '' } = options
  return makeWorkbook({
    sheets: [{ name: 's', xml: sheetXml(row) }],
    strings,
    calcPr,
    ...(styles === undefined ? {} : { styles }),
  })
}

/** Workbook with one value in A1. A built-in format is only referred to by its number. */
export function makeFormattedXlsx(value: number | string, format: string | number): Buffer {
  const id = typeof format === 'number' ? format : 164
  const own =
    typeof format === 'number'
      ? ''
      : `<numFmts count="1"><numFmt numFmtId="164" formatCode="${escapeXml(format)}"/></numFmts>`
  const styles =
    `<styleSheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main">${own}` +
    `<cellXfs count="2"><xf numFmtId="0"/><xf numFmtId="${id}"/></cellXfs></styleSheet>`
  const type = typeof value === 'string' ? ' t="str"' : ''
  return makeRawWorkbook(`<row r="1"><c r="A1" s="1"${type}><v>${value}</v></c></row>`, { styles })
}

/** Like the workbook with one value, but as a BIFF8 .xls. */
export function makeFormattedXls(value: number | string, format: string | number): Buffer {
  const placeholder = '0.00000000'
  const z = typeof format === 'number' ? placeholder : format
  const sheet = utils.aoa_to_sheet([[{ t: typeof value === 'string' ? 's' : 'n', v: value, z }]])
  const book = utils.book_new()
  utils.book_append_sheet(book, sheet, 's')
  const bytes: Buffer = write(book, { type: 'buffer', bookType: 'biff8' })
  return typeof format === 'number' ? withFormatNumber(bytes, format) : bytes
}

const xfRecord = 0xe0
const formatRecord = 0x41e

function withStream(bytes: Buffer, change: (content: Buffer) => Buffer): Buffer {
  const container = CFB.read(bytes, { type: 'buffer' })
  const stream = CFB.find(container, 'Workbook')
  if (!stream) throw new Error('no workbook stream')
  stream.content = change(Buffer.from(stream.content as Uint8Array))
  stream.size = stream.content.length
  return CFB.write(container, { type: 'buffer' })
}

function* records(content: Buffer): Generator<{ type: number; at: number; data: number }> {
  for (let index = 0; index + 4 <= content.length; index += 4 + content.readUInt16LE(index + 2)) {
    yield { type: content.readUInt16LE(index), at: index, data: index + 4 }
  }
}

/** Replaces the custom format of a workbook by a built-in one, which has no record. */
function withFormatNumber(bytes: Buffer, id: number): Buffer {
  return withStream(bytes, (content) => {
    for (const { type, at, data } of records(content)) {
      // Leaves an unused record in place of the format.
      if (type === formatRecord && content.readUInt16LE(data) >= 60) content.writeUInt16LE(0, at)
      if (type === xfRecord && content.readUInt16LE(data + 2) >= 60) {
        content.writeUInt16LE(id, data + 2)
      }
    }
    return content
  })
}

const dimensionsRecord = 0x200
const rowRecord = 0x208
const hiddenFlag = 0x20

/** Hides a row, counted from 0, of a workbook with one sheet. */
export function withHiddenRow(bytes: Buffer, row: number): Buffer {
  const record = Buffer.alloc(20)
  record.writeUInt16LE(rowRecord, 0)
  record.writeUInt16LE(16, 2)
  record.writeUInt16LE(row, 4)
  record.writeUInt8(hiddenFlag, 16)
  return withStream(bytes, (content) => {
    const place = [...records(content)].find(({ type }) => type === dimensionsRecord)?.at ?? 0
    return Buffer.concat([content.subarray(0, place), record, content.subarray(place)])
  })
}

const numberRecord = 0x203
const formulaRecord = 0x06

/** Puts a formula of these tokens in place of the last number of a workbook with one sheet. */
export function withFormula(bytes: Buffer, tokens: readonly number[]): Buffer {
  return withStream(bytes, (content) => {
    const cell = [...records(content)].findLast(({ type }) => type === numberRecord)
    if (!cell) throw new Error('no number')
    const size = content.readUInt16LE(cell.at + 2)
    const body = Buffer.concat([
      content.subarray(cell.data, cell.data + 14),
      Buffer.from([0, 0, 0, 0, 0, 0, tokens.length, 0, ...tokens]),
    ])
    const head = Buffer.alloc(4)
    head.writeUInt16LE(formulaRecord, 0)
    head.writeUInt16LE(body.length, 2)
    return Buffer.concat([
      content.subarray(0, cell.at),
      head,
      body,
      content.subarray(cell.data + size),
    ])
  })
}

export function makeTextXlsx(text: string): Buffer {
  // Outside attributes and line ends, XML allows a reference for any character.
  const references = Array.from(text, (char) => `&#${char.codePointAt(0)};`).join('')
  return makeRawWorkbook(
    `<row r="1"><c r="A1" t="inlineStr"><is><t xml:space="preserve">${references}</t></is></c></row>`,
  )
}

/** One field, quoted as spreadsheets do. */
export function csvField(text: string, isQuoted = true): string {
  return isQuoted ? `"${text.replaceAll('"', '""')}"` : text
}
