import { ambiguityError } from '#kernel/ambiguous-code.ts'
import { toPieceGtin } from '#kernel/gs1/check-digit.ts'
import { label, type Label } from '#kernel/label.ts'
import type { CountScan } from '#kernel/screen.ts'
import type { GridModel } from '#ui/grid/model/grid-model.ts'
import type { InterpretedScan, ScanPartKind } from '#ui/scanner/codes/scan-part.ts'
import type { ScanResponse } from '#ui/scanner/codes/scan-part.ts'
import { partColumns, scannedCode, scannedQuantity } from '#ui/scanner/codes/scan-columns.ts'

interface ScannedCell {
  readonly column: string
  readonly value: string
}

const descriptiveKinds: readonly ScanPartKind[] = ['quantity', 'net-weight', 'serial']

function scannedCodes(scan: InterpretedScan): ReadonlySet<string> {
  const codes = scan.parts
    .filter(({ kind }) => !descriptiveKinds.includes(kind) && partColumns[kind] === undefined)
    .flatMap(({ value, gtin14 }) => (gtin14 ? [value, ...gtinVariants(gtin14)] : [value]))
  return new Set([scan.code, ...codes].map((code) => code.toUpperCase()))
}

function gtinVariants(gtin: string): string[] {
  return [gtin, gtin.slice(1), gtin.slice(2), gtin.slice(6)].filter(
    (_, index) => index === 0 || /^0+$/.test(gtin.slice(0, [0, 1, 2, 6][index])),
  )
}

function pieceCodes(scan: InterpretedScan): ReadonlySet<string> {
  const pieces = scan.parts.flatMap(({ gtin14 }) => (gtin14 ? [toPieceGtin(gtin14)] : []))
  return new Set(pieces.flatMap((gtin) => (gtin === undefined ? [] : gtinVariants(gtin))))
}

function scannedCells(grid: GridModel, scan: InterpretedScan): ScannedCell[] {
  return scan.parts.flatMap(({ kind, value }) => {
    const column = partColumns[kind]?.find((name) => grid.column(name))
    return column === undefined ? [] : [{ column, value }]
  })
}

export function cellText(grid: GridModel, row: number, column: string): string {
  return String(grid.value(row, column) ?? '').toUpperCase()
}

function isEditable(grid: GridModel, row: number, name: string): boolean {
  const column = grid.column(name)
  return column !== undefined && grid.isEditable(row, column)
}

/** A row contradicts the code if it has a different value that cannot be changed. */
function isContradictory(grid: GridModel, row: number, { column, value }: ScannedCell): boolean {
  const text = cellText(grid, row, column)
  if (text === '' || text === value.toUpperCase()) return false
  // Values of an earlier scan belong to a different lot and must not be overwritten.
  return !isEditable(grid, row, column) || grid.isChecked(row)
}

/** An untouched quantity is only the server's proposal. */
function countedQuantity(grid: GridModel, row: number, column: string): number {
  const typed = grid.rows.tracker.originals(grid.rows.view.at(row))
  const isProposal = !grid.isChecked(row) && !typed.has(column)
  return isProposal ? 0 : Number(grid.value(row, column) ?? 0)
}

function findRows(
  grid: GridModel,
  names: readonly string[],
  codes: ReadonlySet<string>,
  owner?: string,
): number[] {
  const all = Array.from({ length: grid.rowCount }, (_, row) => row)
  const isTheirs = (row: number): boolean => {
    const of = owner === undefined ? '' : cellText(grid, row, 'OWNER_CD')
    return of === '' || of === owner
  }
  return all.filter(
    (row) => isTheirs(row) && names.some((name) => codes.has(cellText(grid, row, name))),
  )
}

function bestRow(
  grid: GridModel,
  { count, upTo }: CountScan,
  rows: readonly number[],
  facts: readonly ScannedCell[],
): number | undefined {
  const rank = (row: number): number => {
    const isOpen = countedQuantity(grid, row, count) < Number(grid.value(row, upTo) ?? 0)
    const matchingFacts = facts.filter(
      ({ column, value }) => cellText(grid, row, column) === value.toUpperCase(),
    )
    return (isOpen ? 100 : 0) + matchingFacts.length
  }
  return rows.toSorted((left, right) => rank(right) - rank(left))[0]
}

export function rejectedScan(text: Label): ScanResponse {
  return { ok: false, message: text }
}

function fillEmptyCells(grid: GridModel, row: number, facts: readonly ScannedCell[]): void {
  for (const { column, value } of facts) {
    const isNew = cellText(grid, row, column) !== value.toUpperCase()
    if (isNew && isEditable(grid, row, column)) grid.setCell(row, column, value)
  }
}

/**
 * Counts a scan in the row it identifies, never beyond the wanted quantity. Lot, dates, cell and
 * pallet select a row or fill its columns. The row becomes current and checked for later actions. A
 * code without an item, such as a cell label, applies to the current row.
 */
export function countScan(
  grid: GridModel,
  columns: CountScan,
  scan: InterpretedScan,
): ScanResponse {
  if (scan.refusal) return rejectedScan(scan.refusal)
  const facts = scannedCells(grid, scan)
  const namesStock = scan.parts.some(
    ({ kind }) => partColumns[kind] === undefined && !descriptiveKinds.includes(kind),
  )
  if (!namesStock && facts.length > 0) return fillCurrentRow(grid, columns, facts)
  const code = scannedCode(scan)
  const serial = scan.parts.find(({ kind }) => kind === 'serial')?.value
  const own = findRows(grid, columns.find, scannedCodes(scan), scan.owner)
  const named = own.length > 0 ? own : findRows(grid, columns.find, pieceCodes(scan), scan.owner)
  if (named.length === 0) {
    const current = grid.current?.row
    if (current !== undefined && takesSerials(grid, current)) {
      return countSerial(grid, columns, current, serial ?? code)
    }
    return rejectedScan(
      label(`${code}: 이 화면에 없는 코드입니다.`, `${code} is not on this screen.`),
    )
  }
  const ambiguous = ambiguityError(named.map((at) => cellText(grid, at, 'STOCK_CD')))
  if (ambiguous) return rejectedScan(ambiguous)
  const compatible = named.filter((row) => !facts.some((fact) => isContradictory(grid, row, fact)))
  const row = bestRow(grid, columns, compatible, facts)
  if (row === undefined) {
    const values = facts.map(({ value }) => value).join(', ')
    const ko = `${code}: 로트나 날짜가 행과 다릅니다 (${values})`
    return rejectedScan(label(ko, `${code}: lot or date differs from the row (${values})`))
  }
  if (takesSerials(grid, row)) return countSerial(grid, columns, row, serial, facts)
  const perCode = own.length > 0 ? 1 : Number(grid.row(row)['BOX_QTY'] ?? 1)
  return countInRow(grid, columns, { row, facts, code, by: (scannedQuantity(scan) ?? 1) * perCode })
}

/** Whether every piece of the row is identified by its serial. */
function takesSerials(grid: GridModel, row: number): boolean {
  return grid.row(row)['SERIAL_CD'] === 'ALL' && isEditable(grid, row, 'SERIALS')
}

/** Counts one piece by its serial. An item code selects the row whose serials are scanned next. */
export function countSerial(
  grid: GridModel,
  columns: CountScan,
  row: number,
  serial: string | undefined,
  facts: readonly ScannedCell[] = [],
): ScanResponse {
  grid.setCurrent(row, 'SERIALS')
  if (serial === undefined) {
    return { ok: true, message: label('시리얼을 스캔하세요.', 'Scan the serials.') }
  }
  const isNew = !grid.isChecked(row)
  const before = isNew ? '' : cellText(grid, row, 'SERIALS')
  const code = serial.toUpperCase()
  if (before.split(' ').includes(code)) {
    return rejectedScan(label(`${code}: 이미 스캔했습니다.`, `${code} is already scanned.`))
  }
  const counted = countInRow(grid, columns, { row, facts, code, by: 1 })
  if (counted.ok) grid.setCell(row, 'SERIALS', `${before} ${code}`.trim())
  return counted
}

interface CountingRow {
  readonly row: number
  readonly facts: readonly ScannedCell[]
  readonly code: string
  readonly by: number
}

function countInRow(
  grid: GridModel,
  columns: CountScan,
  { row, facts, code, by }: CountingRow,
): ScanResponse {
  const wanted = Number(grid.value(row, columns.upTo) ?? 0)
  const next = Math.round((countedQuantity(grid, row, columns.count) + by) * 1000) / 1000
  grid.setCurrent(row, columns.count)
  if (next > wanted) {
    return rejectedScan(
      label(`${code}: 수량 초과: 최대 ${wanted}`, `${code}: Over quantity: maximum ${wanted}`),
    )
  }
  grid.transaction(() => {
    grid.setCell(row, columns.count, next)
    fillEmptyCells(grid, row, facts)
  })
  grid.setChecked([row], true)
  return { ok: true, message: label(`${code} ${next} / ${wanted}`, `${code} ${next} / ${wanted}`) }
}

function fillCurrentRow(
  grid: GridModel,
  columns: CountScan,
  facts: readonly ScannedCell[],
): ScanResponse {
  const current = grid.current?.row
  const values = facts.map(({ value }) => value).join(', ')
  const acceptsFacts = (row: number) => facts.every(({ column }) => isEditable(grid, row, column))
  if (current !== undefined && acceptsFacts(current)) {
    grid.transaction(() => fillEmptyCells(grid, current, facts))
    return { ok: true, message: label(values, values) }
  }
  const all = Array.from({ length: grid.rowCount }, (_, row) => row)
  const agreeing = all.filter((row) =>
    facts.every(({ column, value }) => cellText(grid, row, column) === value.toUpperCase()),
  )
  const row = bestRow(grid, columns, agreeing, facts)
  if (row === undefined) {
    return rejectedScan(label(`${values}: 이 화면에 없습니다.`, `${values} is not on this screen.`))
  }
  grid.setCurrent(row, columns.count)
  return { ok: true, message: label(values, values) }
}
