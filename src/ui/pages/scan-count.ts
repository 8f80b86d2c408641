import { label } from '#kernel/label.ts'
import type { WorkScreen } from '#kernel/screen.ts'
import type { GridModel } from '#ui/grid/grid-model.ts'
import type { InterpretedScan } from '#ui/scanner/scan-code.ts'
import type { ScanAnswer } from '#ui/scanner/scan-router.ts'

type ScanColumns = NonNullable<WorkScreen['scan']>

/** Everything the code may stand as in a row: an item's own number, its GTIN, the whole code. */
function codesIn(scan: InterpretedScan): ReadonlySet<string> {
  const codes = scan.parts
    .filter(({ kind }) => kind !== 'quantity')
    .flatMap(({ value, gtin14 }) => (gtin14 ? [value, gtin14, gtin14.replace(/^0+/, '')] : [value]))
  return new Set([scan.code, ...codes].map((code) => code.toUpperCase()))
}

function quantityIn(scan: InterpretedScan): number {
  const part = scan.parts.find(({ kind }) => kind === 'quantity')
  const quantity = Number(part?.value ?? 1)
  return Number.isFinite(quantity) && quantity > 0 ? quantity : 1
}

/** Rows that a scan names, by their place in the view; those still short come first. */
function rowsNamed(grid: GridModel, columns: ScanColumns, codes: ReadonlySet<string>): number[] {
  const { find, count, upTo } = columns
  const rows: number[] = []
  for (let row = 0; row < grid.rowCount; row++) {
    const named = find.some((name) => codes.has(String(grid.value(row, name) ?? '').toUpperCase()))
    if (named) rows.push(row)
  }
  const isOpen = (row: number) =>
    Number(grid.value(row, count) ?? 0) < Number(grid.value(row, upTo) ?? 0)
  return [...rows.filter(isOpen), ...rows.filter((row) => !isOpen(row))]
}

/**
 * Counts a scan up in the row it names, never beyond what is wanted there. The row becomes current
 * and is ticked, so that what was scanned is what is acted on.
 */
export function countScan(
  grid: GridModel,
  columns: ScanColumns,
  scan: InterpretedScan,
): ScanAnswer {
  const { code } = scan
  const row = rowsNamed(grid, columns, codesIn(scan))[0]
  if (row === undefined) {
    const message = label(`${code}: 이 화면에 없는 코드입니다`, `${code} is not on this screen`)
    return { ok: false, message }
  }
  const wanted = Number(grid.value(row, columns.upTo) ?? 0)
  const next = Number(grid.value(row, columns.count) ?? 0) + quantityIn(scan)
  grid.setCurrent(row, columns.count)
  if (next > wanted) {
    const message = label(`${code}: ${wanted}까지입니다`, `${code}: no more than ${wanted}`)
    return { ok: false, message }
  }
  grid.setCell(row, columns.count, next)
  grid.setChecked([row], true)
  return { ok: true, message: label(`${code} ${next} / ${wanted}`, `${code} ${next} / ${wanted}`) }
}
