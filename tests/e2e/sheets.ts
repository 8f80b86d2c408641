import { mkdtemp, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { CFB, utils, write } from 'xlsx'
import { makeWorkbook, saveWorkbook, sheetXml } from '#tests/server/files/sheet-files.ts'
import { columnTitles } from '#tests/support/labels.ts'

async function getFile(name: string, bytes: Buffer): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'wms-sheets-'))
  const file = join(folder, name)
  await writeFile(file, bytes)
  return file
}

export async function writeSheetFile(name: string, rows: readonly unknown[][]): Promise<string> {
  const book = utils.book_new()
  utils.book_append_sheet(book, utils.aoa_to_sheet(rows as unknown[][]), 'sheet1')
  return getFile(name, write(book, { type: 'buffer', bookType: 'xlsx' }) as Buffer)
}

export function writeTornFile(name: string): Promise<string> {
  const whole = saveWorkbook([[columnTitles.OWNER_ORDER_NO], ['PO-1']])
  return getFile(name, whole.subarray(0, whole.length / 2))
}

export function writeProtectedFile(name: string): Promise<string> {
  const container = CFB.utils.cfb_new()
  CFB.utils.cfb_add(container, '/EncryptedPackage', Buffer.alloc(4_096, 7))
  CFB.utils.cfb_add(container, '/EncryptionInfo', Buffer.alloc(248, 1))
  return getFile(name, CFB.write(container, { type: 'buffer' }) as Buffer)
}

function cellXml(text: string, at: string): string {
  return `<c r="${at}" t="inlineStr"><is><t>${text}</t></is></c>`
}

/** Rows of text, followed by rows with borders and colours but no values. */
export function writeMostlyEmptyFile(
  name: string,
  rows: readonly string[][],
  emptyRows: number,
): Promise<string> {
  const real = rows.map((cells, row) => {
    const created = cells.map((text, index) => cellXml(text, `${'ABCDEFG'[index]}${row + 1}`))
    return `<row r="${row + 1}">${created.join('')}</row>`
  })
  const empty = Array.from({ length: emptyRows }, (_, index) => {
    const row = rows.length + index + 1
    return `<row r="${row}"><c r="A${row}" s="0"/><c r="B${row}" s="0"/></row>`
  })
  const xml = sheetXml([...real, ...empty].join(''), `A1:G${rows.length + emptyRows}`)
  return getFile(name, makeWorkbook({ sheets: [{ name: '입고', xml }] }))
}
