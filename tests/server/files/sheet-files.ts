import { crc32, deflateRawSync } from 'node:zlib'

import { utils, write } from 'xlsx'

interface ZipPart {
  name: string
  content: Buffer
  /** Size claimed by the headers instead of the real content size. */
  claimedSize?: number
}

/** Zip archive built byte by byte, which can be malformed in ways an attacker might try. */
function makeZip(parts: readonly ZipPart[]): Buffer {
  const locals: Buffer[] = []
  const centrals: Buffer[] = []
  let offset = 0
  for (const { name, content, claimedSize = content.length } of parts) {
    const packed = deflateRawSync(content)
    const path = Buffer.from(name)
    const local = Buffer.alloc(30)
    local.writeUInt32LE(0x04034b50, 0)
    local.writeUInt16LE(8, 8)
    local.writeUInt32LE(crc32(content), 14)
    local.writeUInt32LE(packed.length, 18)
    local.writeUInt32LE(claimedSize, 22)
    local.writeUInt16LE(path.length, 26)
    const central = Buffer.alloc(46)
    central.writeUInt32LE(0x02014b50, 0)
    local.copy(central, 6, 4, 30)
    central.writeUInt32LE(offset, 42)
    locals.push(local, path, packed)
    centrals.push(central, path)
    offset += local.length + path.length + packed.length
  }
  const directory = Buffer.concat(centrals)
  const end = Buffer.alloc(22)
  end.writeUInt32LE(0x06054b50, 0)
  end.writeUInt16LE(parts.length, 8)
  end.writeUInt16LE(parts.length, 10)
  end.writeUInt32LE(directory.length, 12)
  end.writeUInt32LE(offset, 16)
  return Buffer.concat([...locals, directory, end])
}

const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const office = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'

interface RawWorkbook {
  sheets: readonly { name: string; state?: string; xml: string; claimedSize?: number }[]
  date1904?: boolean
  styles?: string
  claimedStylesSize?: number
  /** Items of the shared strings. */
  strings?: string
  /** Calculation settings of the workbook. */
  calcPr?: string
}

export function makeWorkbook(workbook: RawWorkbook): Buffer {
  const { sheets, date1904, styles, claimedStylesSize, strings = '', calcPr = '' } = workbook
  const tags = sheets.map(
    ({ name, state = 'visible' }, index) =>
      `<sheet name="${name}" sheetId="${index + 1}" state="${state}" r:id="rId${index + 1}"/>`,
  )
  const relations = sheets.map(
    (_, index) =>
      `<Relationship Id="rId${index + 1}" Type="${office}/worksheet" Target="worksheets/sheet${index + 1}.xml"/>`,
  )
  relations.push(
    `<Relationship Id="rIdS" Type="${office}/styles" Target="styles.xml"/>`,
    `<Relationship Id="rIdT" Type="${office}/sharedStrings" Target="sharedStrings.xml"/>`,
  )
  const flag = date1904 === true ? '<workbookPr date1904="1"/>' : ''
  const textPart = (name: string, content: string): ZipPart => ({
    name,
    content: Buffer.from(content),
  })
  return makeZip([
    textPart('[Content_Types].xml', '<Types/>'),
    textPart(
      'xl/workbook.xml',
      `<workbook xmlns="${main}" xmlns:r="${office}">${flag}<sheets>${tags.join('')}</sheets>${calcPr}</workbook>`,
    ),
    textPart('xl/_rels/workbook.xml.rels', `<Relationships>${relations.join('')}</Relationships>`),
    textPart('xl/sharedStrings.xml', `<sst xmlns="${main}">${strings}</sst>`),
    {
      ...textPart('xl/styles.xml', styles ?? `<styleSheet xmlns="${main}"/>`),
      ...(claimedStylesSize === undefined ? {} : { claimedSize: claimedStylesSize }),
    },
    ...sheets.map(({ xml, claimedSize }, index) => ({
      ...textPart(`xl/worksheets/sheet${index + 1}.xml`, xml),
      ...(claimedSize === undefined ? {} : { claimedSize }),
    })),
  ])
}

export function sheetXml(rows: string, dimension = 'A1:B2'): string {
  return `<worksheet xmlns="${main}"><dimension ref="${dimension}"/><sheetData>${rows}</sheetData></worksheet>`
}

export function saveWorkbook(
  rows: readonly (readonly unknown[])[],
  bookType: 'xlsx' | 'biff8' = 'xlsx',
): Buffer {
  const workbook = utils.book_new()
  utils.book_append_sheet(workbook, utils.aoa_to_sheet(rows.map((row) => [...row])), '주문')
  return write(workbook, { type: 'buffer', bookType, compression: true })
}
