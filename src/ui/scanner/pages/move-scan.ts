import { formatCount } from '#kernel/format-count.ts'
import { label } from '#kernel/label.ts'
import type { MoveScan } from '#kernel/screen.ts'
import type { GridModel } from '#ui/grid/model/grid-model.ts'
import type { InterpretedScan } from '#ui/scanner/codes/scan-part.ts'
import type { ScanResponse } from '#ui/scanner/codes/scan-part.ts'
import { scannedCode } from '#ui/scanner/codes/scan-columns.ts'
import { cellText, rejectedScan } from './count-scan.ts'

/**
 * Scans a move in two steps. A source label checks its rows, and the next cell label becomes their
 * target. Without checked rows a cell label is a source.
 */
export function moveScan(grid: GridModel, columns: MoveScan, scan: InterpretedScan): ScanResponse {
  if (scan.refusal) return rejectedScan(scan.refusal)
  const all = Array.from({ length: grid.rowCount }, (_, row) => row)
  const waiting = all.filter((row) => grid.isChecked(row) && cellText(grid, row, columns.to) === '')
  const code = scannedCode(scan)
  // A plain cell code is indistinguishable from text.
  const isText = scan.parts.every(({ kind }) => kind === 'unknown')
  const isCellHere = all.some((row) => cellText(grid, row, 'CELL_CD') === toUpper(code))
  const labelledCell = scan.parts.find(({ kind }) => kind === 'cell')?.value
  const cell = labelledCell ?? (isText && isCellHere ? toUpper(code) : undefined)
  if (cell !== undefined && waiting.length > 0) return setTargetCell(grid, columns, waiting, cell)
  const codes = new Set([scan.code, ...scan.parts.map(({ value }) => value)].map(toUpper))
  const named = all.filter((row) =>
    columns.find.some((name) => codes.has(cellText(grid, row, name))),
  )
  if (named.length > 0) return checkSourceRows(grid, columns, named, code)
  if (isText && waiting.length > 0) return setTargetCell(grid, columns, waiting, code.toUpperCase())
  return rejectedScan(
    label(`${code}: 이 화면에 없는 코드입니다.`, `${code} is not on this screen.`),
  )
}

const toUpper = (text: string): string => text.toUpperCase()

function checkSourceRows(
  grid: GridModel,
  { to }: MoveScan,
  rows: readonly number[],
  code: string,
): ScanResponse {
  grid.setCurrent(rows[0] ?? 0, to)
  grid.transaction(() => {
    for (const row of rows) if (cellText(grid, row, to) !== '') grid.setCell(row, to, null)
  })
  grid.setChecked([...rows], true)
  return {
    ok: true,
    message: label(`${code} ▸ 도착셀을 스캔하세요.`, `${code} ▸ Scan the To cell.`),
  }
}

function setTargetCell(
  grid: GridModel,
  { to }: MoveScan,
  rows: readonly number[],
  cell: string,
): ScanResponse {
  const here = rows.filter((row) => cellText(grid, row, 'CELL_CD') === cell.toUpperCase())
  if (here.length > 0) {
    return rejectedScan(
      label(
        `${cell}: 현재 셀입니다. 다른 셀을 스캔하세요.`,
        `${cell}: Already in this cell. Scan another one.`,
      ),
    )
  }
  grid.transaction(() => {
    for (const row of rows) grid.setCell(row, to, cell)
  })
  grid.setCurrent(rows[0] ?? 0, to)
  return {
    ok: true,
    message: label(
      `${formatCount(rows.length)}건 → ${cell}`,
      `${formatCount(rows.length)} → ${cell}`,
    ),
  }
}
