import type { CountScan } from '#kernel/screen.ts'
import type { InterpretedScan } from '#ui/scanner/codes/scan-part.ts'
import type { GridModel } from '#ui/grid/model/grid-model.ts'
import { readEntry } from '#ui/remote/lookup-source.ts'

const CELL = 'CELL_CD'

/** Whether some row holds a text in one of some columns. */
function isInRows(grid: GridModel, names: readonly string[], text: string): boolean {
  return Array.from({ length: grid.rowCount }, (_, row) => row).some((row) =>
    names.some((name) => String(grid.value(row, name) ?? '').toUpperCase() === text),
  )
}

/**
 * Reads a label that is only the code of a cell as one that says so, where rows have cells and the
 * text names no goods. A cell no row lies in is looked up.
 */
export async function withPlainCell(
  grid: GridModel,
  { find }: CountScan,
  scan: InterpretedScan,
): Promise<InterpretedScan> {
  const [part, ...more] = scan.parts
  const isText = part?.kind === 'unknown' && more.length === 0 && !scan.refusal
  if (!isText || !grid.column(CELL)) return scan
  const text = part.value.toUpperCase()
  if (isInRows(grid, find, text)) return scan
  const isCell = isInRows(grid, [CELL], text) || (await isKnownCell(text))
  return isCell ? { ...scan, parts: [{ kind: 'cell', value: text }] } : scan
}

async function isKnownCell(text: string): Promise<boolean> {
  // Without an answer the text stays what it was: nothing on this screen.
  const entry = await readEntry('cell', text).catch(() => undefined)
  // The name of a cell is its zone, which is no place.
  return String(entry?.['CODE'] ?? '').toUpperCase() === text
}
