import { ambiguityError } from '#kernel/ambiguous-code.ts'
import { gtinOfPiece } from '#kernel/gs1/check-digit.ts'
import { label, type Label } from '#kernel/label.ts'
import type { CountScan } from '#kernel/screen.ts'
import type { GridModel } from '#ui/grid/model/grid-model.ts'
import type { InterpretedScan, ScanPartKind } from '#ui/scanner/codes/scan-part.ts'
import type { ScanResponse } from '#ui/scanner/codes/scan-part.ts'
import { partColumns, scannedCode, scannedQuantity } from '#ui/scanner/codes/scan-columns.ts'

interface Fact {
  readonly column: string
  readonly value: string
}

const describing: readonly ScanPartKind[] = ['quantity', 'net-weight', 'serial']

function codesIn(scan: InterpretedScan): ReadonlySet<string> {
  const codes = scan.parts
    .filter(({ kind }) => !describing.includes(kind) && partColumns[kind] === undefined)
    .flatMap(({ value, gtin14 }) => (gtin14 ? [value, ...gtinsAs(gtin14)] : [value]))
  return new Set([scan.code, ...codes].map((code) => code.toUpperCase()))
}

function gtinsAs(gtin: string): string[] {
  return [gtin, gtin.slice(1), gtin.slice(2), gtin.slice(6)].filter(
    (_, index) => index === 0 || /^0+$/.test(gtin.slice(0, [0, 1, 2, 6][index])),
  )
}

function piecesIn(scan: InterpretedScan): ReadonlySet<string> {
  const pieces = scan.parts.flatMap(({ gtin14 }) => (gtin14 ? [gtinOfPiece(gtin14)] : []))
  return new Set(pieces.flatMap((gtin) => (gtin === undefined ? [] : gtinsAs(gtin))))
}

function factsIn(grid: GridModel, scan: InterpretedScan): Fact[] {
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
function contradicts(grid: GridModel, row: number, { column, value }: Fact): boolean {
  const text = cellText(grid, row, column)
  if (text === '' || text === value.toUpperCase()) return false
  // Values of an earlier scan belong to another lot and must not be overwritten.
  return !isEditable(grid, row, column) || grid.isChecked(row)
}

/** An untouched quantity is only the server's proposal. */
function counted(grid: GridModel, row: number, column: string): number {
  const typed = grid.rows.tracker.originals(grid.rows.view.at(row))
  const isProposal = !grid.isChecked(row) && !typed.has(column)
  return isProposal ? 0 : Number(grid.value(row, column) ?? 0)
}

function rowsWith(
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
  facts: readonly Fact[],
): number | undefined {
  const rank = (row: number): number => {
    const isOpen = counted(grid, row, count) < Number(grid.value(row, upTo) ?? 0)
    const agreeing = facts.filter(
      ({ column, value }) => cellText(grid, row, column) === value.toUpperCase(),
    )
    return (isOpen ? 100 : 0) + agreeing.length
  }
  return rows.toSorted((left, right) => rank(right) - rank(left))[0]
}

export function refused(text: Label): ScanResponse {
  return { ok: false, message: text }
}

function fill(grid: GridModel, row: number, facts: readonly Fact[]): void {
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
  if (scan.refusal) return refused(scan.refusal)
  const facts = factsIn(grid, scan)
  const isAboutGoods = scan.parts.some(
    ({ kind }) => partColumns[kind] === undefined && !describing.includes(kind),
  )
  if (!isAboutGoods && facts.length > 0) return describe(grid, columns, facts)
  const code = scannedCode(scan)
  const own = rowsWith(grid, columns.find, codesIn(scan), scan.owner)
  const named = own.length > 0 ? own : rowsWith(grid, columns.find, piecesIn(scan), scan.owner)
  if (named.length === 0) {
    return refused(label(`${code}: 이 화면에 없는 코드입니다.`, `${code} is not on this screen.`))
  }
  const ambiguous = ambiguityError(named.map((at) => cellText(grid, at, 'STOCK_CD')))
  if (ambiguous) return refused(ambiguous)
  const agreeing = named.filter((row) => !facts.some((fact) => contradicts(grid, row, fact)))
  const row = bestRow(grid, columns, agreeing, facts)
  if (row === undefined) {
    const said = facts.map(({ value }) => value).join(', ')
    const ko = `${code}: 로트나 날짜가 행과 다릅니다 (${said})`
    return refused(label(ko, `${code}: lot or date differs from the row (${said})`))
  }
  const perCode = own.length > 0 ? 1 : Number(grid.row(row)['BOX_QTY'] ?? 1)
  return count(grid, columns, { row, facts, code, by: (scannedQuantity(scan) ?? 1) * perCode })
}

interface Counting {
  readonly row: number
  readonly facts: readonly Fact[]
  readonly code: string
  readonly by: number
}

function count(
  grid: GridModel,
  columns: CountScan,
  { row, facts, code, by }: Counting,
): ScanResponse {
  const wanted = Number(grid.value(row, columns.upTo) ?? 0)
  const next = Math.round((counted(grid, row, columns.count) + by) * 1000) / 1000
  grid.setCurrent(row, columns.count)
  if (next > wanted) {
    return refused(
      label(`${code}: 수량 초과: 최대 ${wanted}`, `${code}: Over quantity: maximum ${wanted}`),
    )
  }
  grid.transaction(() => {
    grid.setCell(row, columns.count, next)
    fill(grid, row, facts)
  })
  grid.setChecked([row], true)
  return { ok: true, message: label(`${code} ${next} / ${wanted}`, `${code} ${next} / ${wanted}`) }
}

function describe(grid: GridModel, columns: CountScan, facts: readonly Fact[]): ScanResponse {
  const current = grid.current?.row
  const said = facts.map(({ value }) => value).join(', ')
  const takes = (row: number) => facts.every(({ column }) => isEditable(grid, row, column))
  if (current !== undefined && takes(current)) {
    grid.transaction(() => fill(grid, current, facts))
    return { ok: true, message: label(said, said) }
  }
  const all = Array.from({ length: grid.rowCount }, (_, row) => row)
  const agreeing = all.filter((row) =>
    facts.every(({ column, value }) => cellText(grid, row, column) === value.toUpperCase()),
  )
  const row = bestRow(grid, columns, agreeing, facts)
  if (row === undefined) {
    return refused(label(`${said}: 이 화면에 없습니다.`, `${said} is not on this screen.`))
  }
  grid.setCurrent(row, columns.count)
  return { ok: true, message: label(said, said) }
}
