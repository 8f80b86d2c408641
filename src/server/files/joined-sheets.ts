import type { SpreadsheetCell } from '#kernel/parse-cell.ts'
import { countText } from './sheet-compactor.ts'
import { namingSheet, SpreadsheetError } from './spreadsheet-error.ts'
import { readSpreadsheet, type SpreadsheetContent } from './spreadsheet-reader.ts'

const sheetsMost = 20
const rowsMax = 50_001

/** What the rows of a sheet are, said by its name. */
export interface SheetNames {
  /** Title of the column that is put in front of theirs. */
  readonly title: string
  /** Names that say it, each with the text that stands in the column. */
  readonly names: ReadonlyMap<string, string>
}

/** Where a value stands is said by the title above it, whatever case and space it is written with. */
const plain = (text: string): string => text.replaceAll(/\s/g, '').toLowerCase()

function titleOf(cell: SpreadsheetCell | undefined): string {
  return typeof cell === 'string' || typeof cell === 'number' ? String(cell).trim() : ''
}

/**
 * Reads the sheets of a workbook that are named as one of `names`, one below the other: the columns
 * of all of them by their titles, and in front a column of what each row is. A workbook without
 * such sheets is read as any other, its first visible sheet. Throws SpreadsheetError.
 */
export async function readJoinedSheets(
  bytes: Uint8Array,
  fileName: string,
  { title, names }: SheetNames,
): Promise<SpreadsheetContent> {
  const known = new Map([...names].map(([name, text]) => [plain(name), text]))
  const sheets = await namedSheets(bytes, fileName, known)
  if (sheets.length === 0) return readSpreadsheet(bytes, { fileName })
  const titles = [title]
  const joined: SpreadsheetCell[][] = []
  for (const { sheetName, rows } of sheets) {
    const [head, ...rest] = rows
    const places = (head?.cells ?? []).map((cell) => {
      const text = titleOf(cell)
      if (text === '' || plain(text) === plain(title)) return -1
      const at = titles.findIndex((other) => plain(other) === plain(text))
      return at === -1 ? titles.push(text) - 1 : at
    })
    for (const { cells } of rest) {
      const row: SpreadsheetCell[] = [known.get(plain(sheetName)) ?? null]
      cells.forEach((cell, index) => {
        const at = places[index] ?? -1
        if (at > 0) row[at] = cell
      })
      joined.push(row)
    }
  }
  if (joined.length === 0) throw new SpreadsheetError('empty')
  if (joined.length >= rowsMax) {
    throw new SpreadsheetError('too-many-rows', countText(joined.length + 1, rowsMax))
  }
  const rows = [titles, ...joined].map((cells, index) => ({
    row: index + 1,
    cells: Array.from({ length: titles.length }, (_, at) => cells[at] ?? null),
  }))
  return {
    sheetName: sheets.map(({ sheetName }) => sheetName).join(', '),
    rows,
    lastRow: rows.length,
    skippedEmptyRows: sheets.reduce((sum, { skippedEmptyRows: skipped }) => sum + skipped, 0),
  }
}

/** The sheets with a known name, in the order of the workbook; one without a row is left out. */
async function namedSheets(
  bytes: Uint8Array,
  fileName: string,
  known: ReadonlyMap<string, string>,
): Promise<SpreadsheetContent[]> {
  const found: SpreadsheetContent[] = []
  for (let sheet = 0; sheet < sheetsMost; sheet += 1) {
    try {
      // A file of plain text is one sheet without a name.
      const content = await readSpreadsheet(bytes, { fileName, sheet })
      if (known.has(plain(content.sheetName))) found.push(content)
      if (content.sheetName === '') break
    } catch (error) {
      if (!(error instanceof SpreadsheetError)) throw error
      if (error.code === 'no-such-sheet') break
      // A sheet that nobody asks for stops nothing, whatever is wrong with it.
      const isOther = error.sheetName !== undefined && !known.has(plain(error.sheetName))
      if (error.code !== 'empty' && !isOther) throw namingSheet(error)
    }
  }
  return found
}
