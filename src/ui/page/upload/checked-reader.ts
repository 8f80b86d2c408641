import type { Fields, WireRow } from '#kernel/field.ts'
import { headerCheck, headerMapping } from '#kernel/sheet-header.ts'
import {
  rowReader,
  type CodeLists,
  type RowReader,
  type SheetMapping,
  type TitleCells,
} from '#kernel/sheet-mapping.ts'
import { readEntry } from '#ui/remote/lookup-source.ts'

interface SheetSource {
  readonly header: Fields
  readonly fields: Fields
  readonly titles: TitleCells
  readonly mapping: SheetMapping
  readonly given: WireRow
  readonly codes: CodeLists
}

/** Reads the rows of a sheet, and rejects those that contradict a value entered above it. */
export async function checkedReader(source: SheetSource): Promise<RowReader> {
  const { header, fields, titles, given, codes } = source
  const read = rowReader(fields, source.mapping, given, codes)
  const mapping = headerMapping(header, titles, source.mapping)
  if (Object.keys(mapping).length === 0) return read
  const names = await readNames(header, mapping, given)
  const check = headerCheck({ header, mapping, given, names, codes })
  return (row) => {
    const { errors, ...mapped } = read(row)
    return { ...mapped, errors: [...errors, ...check(row)] }
  }
}

/** Names of the codes entered above the sheet. If a lookup fails, only the code itself matches. */
async function readNames(
  header: Fields,
  mapping: SheetMapping,
  given: WireRow,
): Promise<Record<string, string>> {
  const names: Record<string, string> = {}
  for (const name of Object.keys(mapping)) {
    const lookup = header[name]?.lookup
    const code = given[name] ?? null
    if (lookup === undefined || code === null) continue
    try {
      const entry = await readEntry(lookup, String(code), given)
      names[name] = String(entry?.['NAME'] ?? '')
    } catch {
      names[name] = ''
    }
  }
  return names
}
