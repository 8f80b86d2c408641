import { mkdtemp, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { utils, write } from 'xlsx'

/** A workbook on disk with one sheet, as a partner would send it. */
export async function sheetFile(name: string, rows: readonly unknown[][]): Promise<string> {
  const book = utils.book_new()
  utils.book_append_sheet(book, utils.aoa_to_sheet(rows as unknown[][]), 'sheet1')
  const folder = await mkdtemp(join(tmpdir(), 'wms-sheets-'))
  const file = join(folder, name)
  await writeFile(file, write(book, { type: 'buffer', bookType: 'xlsx' }) as Buffer)
  return file
}
