import type { SpreadsheetCell } from '#kernel/parse-cell.ts'
import { shownText } from '#kernel/sheet-mapping.ts'
import { countText } from './sheet-compactor.ts'
import { withSheetName, SpreadsheetError } from './spreadsheet-error.ts'
import { readSpreadsheet, type SpreadsheetContent } from './spreadsheet-reader.ts'

const maxSheets = 20
const maxRows = 50_001

export interface SheetNames {
  readonly title: string
  readonly names: ReadonlyMap<string, string>
}

/** Titles are matched regardless of case and spaces. */
const foldTitle = (text: string): string => text.replaceAll(/\s/g, '').toLowerCase()

function readTitle(cell: SpreadsheetCell | undefined): string {
  return shownText(cell).trim()
}

/**
 * Combines all sheets whose names are in `names` into one: columns are merged by title, after a
 * column derived from the sheet name. Reads only the first visible sheet if no name matches. Throws
 * SpreadsheetError.
 */
export async function readJoinedSheets(
  bytes: Uint8Array,
  fileName: string,
  { title, names }: SheetNames,
): Promise<SpreadsheetContent> {
  const known = new Map([...names].map(([name, text]) => [foldTitle(name), text]))
  const sheets = await namedSheets(bytes, fileName, known)
  if (sheets.length === 0) return readSpreadsheet(bytes, { fileName })
  const titles = [title]
  const joined: SpreadsheetCell[][] = []
  for (const { sheetName, rows } of sheets) {
    const [head, ...rest] = rows
    const places = (head?.cells ?? []).map((cell) => {
      const text = readTitle(cell)
      if (text === '' || foldTitle(text) === foldTitle(title)) return -1
      const index = titles.findIndex((other) => foldTitle(other) === foldTitle(text))
      return index === -1 ? titles.push(text) - 1 : index
    })
    for (const { cells } of rest) {
      const row: SpreadsheetCell[] = [known.get(foldTitle(sheetName)) ?? null]
      cells.forEach((cell, index) => {
        const at = places[index] ?? -1
        if (at > 0) row[at] = cell
      })
      joined.push(row)
    }
  }
  if (joined.length === 0) throw new SpreadsheetError('empty')
  if (joined.length >= maxRows) {
    throw new SpreadsheetError('too-many-rows', countText(joined.length + 1, maxRows))
  }
  const rows = [titles, ...joined].map((cells, index) => ({
    row: index + 1,
    cells: Array.from({ length: titles.length }, (_, at) => cells[at] ?? null),
  }))
  const sumOf = (count: 'skippedEmptyRows' | 'hiddenRows' | 'mergedRanges'): number =>
    sheets.reduce((sum, sheet) => sum + sheet[count], 0)
  return {
    sheetName: sheets.map(({ sheetName }) => sheetName).join(', '),
    rows,
    lastRow: rows.length,
    skippedEmptyRows: sumOf('skippedEmptyRows'),
    hiddenRows: sumOf('hiddenRows'),
    mergedRanges: sumOf('mergedRanges'),
    totalRows: sheets.flatMap(({ totalRows }) => totalRows),
  }
}

async function namedSheets(
  bytes: Uint8Array,
  fileName: string,
  known: ReadonlyMap<string, string>,
): Promise<SpreadsheetContent[]> {
  const found: SpreadsheetContent[] = []
  for (let sheet = 0; sheet < maxSheets; sheet += 1) {
    try {
      const content = await readSpreadsheet(bytes, { fileName, sheet })
      if (known.has(foldTitle(content.sheetName))) found.push(content)
      if (content.sheetName === '') break
    } catch (error) {
      if (!(error instanceof SpreadsheetError)) throw error
      if (error.code === 'no-such-sheet') break
      const isOther = error.sheetName !== undefined && !known.has(foldTitle(error.sheetName))
      if (error.code !== 'empty' && !isOther) throw withSheetName(error)
    }
  }
  return found
}
