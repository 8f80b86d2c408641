import { makeWorkbook, sheetXml } from '#tests/server/files/sheet-files.ts'

const rowXml = (at: string) => `<row r="${/\d+/.exec(at)?.[0]}"><c r="${at}"><v>7</v></c></row>`
const spaces = sheetXml(' '.repeat(40_000_000))
const makeHostileWorkbook = (xml: string, claimedSize?: number): Buffer =>
  makeWorkbook({ sheets: [{ name: 's', xml, ...(claimedSize && { claimedSize }) }] })

/** Small files that cost a careless parser minutes or all its memory, with their error codes. */
export const hostileSheets: readonly { name: string; bytes: Buffer; code: string }[] = [
  {
    name: 'a value in the seventeen billionth cell',
    bytes: makeHostileWorkbook(sheetXml(rowXml('XFD1048576'), 'A1:XFD1048576')),
    code: 'SPREADSHEET_TOO-MANY-COLUMNS',
  },
  {
    name: 'a thousand times its size',
    bytes: makeHostileWorkbook(spaces),
    code: 'SPREADSHEET_TOO-LARGE',
  },
  {
    name: 'a size that is a lie',
    bytes: makeHostileWorkbook(spaces, 2000),
    code: 'SPREADSHEET_BROKEN',
  },
]

/** Sheet that claims seventeen billion cells and has unsafe property names as titles. */
export const strangeSheet: Buffer = makeHostileWorkbook(
  sheetXml(
    `<row r="1">${['__proto__', 'constructor', 'toString']
      .map((text, index) => `<c r="${'ABC'[index]}1" t="inlineStr"><is><t>${text}</t></is></c>`)
      .join('')}</row>`,
    'A1:XFD1048576',
  ),
)
