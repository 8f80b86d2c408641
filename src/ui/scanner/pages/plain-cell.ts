import type { CountScan } from '#kernel/screen.ts'
import type { InterpretedScan } from '#ui/scanner/codes/scan-part.ts'
import type { GridModel } from '#ui/grid/model/grid-model.ts'
import { readEntry } from '#ui/remote/lookup-source.ts'

const CELL = 'CELL_CD'

function isInRows(grid: GridModel, names: readonly string[], text: string): boolean {
  return Array.from({ length: grid.rowCount }, (_, row) => row).some((row) =>
    names.some((name) => String(grid.value(row, name) ?? '').toUpperCase() === text),
  )
}

/**
 * Treats plain text as a cell label if it matches a cell and no item. Cells that appear in no row
 * are looked up.
 */
export async function readPlainCell(
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
  // Without a response the text stays unknown.
  const entry = await readEntry('cell', text).catch(() => undefined)
  // The NAME of a cell is its zone.
  return String(entry?.['CODE'] ?? '').toUpperCase() === text
}
