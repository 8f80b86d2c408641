import {
  drawnColumns,
  isBlank,
  isExact,
  isTyped,
  type CellValue,
  type GridColumn,
} from '#ui/grid/columns/column.ts'
import { formatCell } from '#ui/grid/columns/cell-input.ts'
import { characterWidths } from '#ui/grid/columns/text-width.ts'
import { footerText } from './footer-text.ts'
import {
  cellWidth,
  getSavablePadding,
  fitColumns,
  type ContentWidth,
  type FittedColumns,
} from './fit-columns.ts'

/**
 * Rows whose text is measured, half of them at the top and the others spread over the rest. A
 * longer number elsewhere widens its column when it comes into view.
 */
const MAX_MEASURED_ROWS = 200
/** Rows summed to estimate the width of the total. The remaining rows are assumed to be similar. */
const MAX_SUMMED_ROWS = 5_000
/** Largest row count for which all rows are searched before a column counts as empty. */
const MAX_ROWS_SCANNED = 50_000

interface FitInput {
  readonly room: number
  readonly columns: readonly GridColumn[]
  readonly store: unknown
  readonly grouping: unknown
  readonly isWhole: boolean
  /**
   * Number of digits in the row count. Measure again as it grows, because later rows can have wider
   * values.
   */
  readonly digits: number
  /** Character widths change once the font has loaded. */
  readonly letters: unknown
}

/** Rows in view, whose numbers and dates must be shown in full. */
export interface RowsInView {
  readonly first: number
  readonly count: number
}

interface FitTarget {
  readonly options: { readonly columns: readonly GridColumn[] }
  readonly columns: readonly GridColumn[]
  readonly drawn: readonly GridColumn[]
  readonly rows: { readonly store: unknown; readonly grouping: unknown }
  readonly windows: unknown
  readonly rowCount: number
  text(viewRow: number, column: GridColumn): string
  value(viewRow: number, columnId: string): CellValue
  footerValue(columnId: string): CellValue
}

export class ColumnFit {
  folded = 0
  #isUnfolded = false
  #lastInput: FitInput | undefined
  /** Widths of numbers that were wider than the measured ones, by column. */
  #widerWidths = new Map<string, number>()

  /** Columns to draw; undefined if none of their inputs changed. */
  drawn(
    grid: FitTarget,
    arranged: readonly GridColumn[],
    now: Pick<FitInput, 'room' | 'isWhole'>,
    inView?: RowsInView,
  ): readonly GridColumn[] | undefined {
    const { store, grouping } = grid.rows
    // With rows on the server, compare the source: loaded rows change while scrolling.
    const letters = characterWidths()
    const input = {
      ...now,
      columns: grid.columns,
      store: grid.windows ?? store,
      grouping,
      digits: String(grid.rowCount).length,
      letters,
    }
    if (this.#lastInput?.store !== input.store) this.#widerWidths.clear()
    const isWider = inView !== undefined && this.#recordWiderContent(grid, inView)
    if (this.#lastInput && isSame(this.#lastInput, input) && !isWider) return undefined
    this.#lastInput = input
    const declared = new Map(grid.options.columns.map((column) => [column.id, column.width]))
    const isOwn = ({ id, width }: GridColumn): boolean => (declared.get(id) ?? width) !== width
    const widerWidth = ({ id }: GridColumn): number => this.#widerWidths.get(id) ?? 0
    if (this.#isUnfolded) {
      const shown = arranged.map((column) =>
        isOwn(column) || widerWidth(column) <= column.width
          ? column
          : { ...column, width: widerWidth(column) },
      )
      return this.#applyFit({ columns: freezeItem(shown, now.room), folded: 0 })
    }
    return this.#applyFit(
      fitColumns(arranged, now.room, (column) => {
        const content = measureContent(grid, column)
        if (isOwn(column)) return { ...content, width: column.width, isOwn: true }
        return { ...content, width: Math.max(content.width, widerWidth(column)) }
      }),
    )
  }

  /** Records numbers and dates in view, and sums, that are wider than their columns. */
  #recordWiderContent(grid: FitTarget, { first, count }: RowsInView): boolean {
    let isWider = false
    const end = Math.min(grid.rowCount, first + count)
    const recordWidth = (column: GridColumn, text: string): void => {
      const width = text === '' ? 0 : cellWidth(text) - getSavablePadding(column)
      if (width <= column.width || width <= (this.#widerWidths.get(column.id) ?? 0)) return
      this.#widerWidths.set(column.id, width)
      isWider = true
    }
    for (const column of grid.drawn.filter(isExact)) {
      for (let row = Math.max(0, first); row < end; row++)
        recordWidth(column, grid.text(row, column))
      if (column.footer !== undefined || column.ratio !== undefined)
        recordWidth(column, footerText(grid, column))
    }
    return isWider
  }

  /** Shows the folded columns, or folds them again. Undefined before the first fit. */
  toggleFold(grid: FitTarget, arranged: readonly GridColumn[]): readonly GridColumn[] | undefined {
    const known = this.#lastInput
    this.#isUnfolded = !this.#isUnfolded
    this.folded = 0
    this.#lastInput = undefined
    return known && this.drawn(grid, arranged, known)
  }

  #applyFit({ columns, folded }: FittedColumns): readonly GridColumn[] {
    this.folded = folded
    return columns
  }
}

function isSame(input: FitInput, other: FitInput): boolean {
  return (
    input.room === other.room &&
    input.columns === other.columns &&
    input.store === other.store &&
    input.grouping === other.grouping &&
    input.isWhole === other.isWhole &&
    input.digits === other.digits &&
    input.letters === other.letters
  )
}

function measureContent(grid: FitTarget, column: GridColumn): ContentWidth {
  if (column.kind === 'progress') return { width: Math.min(column.width, 80), isEmpty: false }
  const rows = measuredRows(grid)
  let width = 0
  let isEmpty = rows.length > 0
  // Codes in the same column as document numbers, such as order numbers of several owners, count as
  // document numbers.
  let isNumbered = false
  let isCoded = column.kind === 'text'
  for (const row of rows) {
    const text = column.kind === 'check' ? '✓' : grid.text(row, column)
    if (text !== '' && text !== '·') isEmpty = false
    if (isDocumentNumber(text)) isNumbered = true
    if (!/^[\w./-]{0,24}$/.test(text)) isCoded = false
    width = Math.max(width, text === '' ? 0 : cellWidth(text) - getSavablePadding(column))
  }
  if (isEmpty && rows.length < grid.rowCount) isEmpty = isEmptyBelow(grid, column)
  const shapeWidth = isEmpty ? 0 : dateWidth(column)
  return {
    width: Math.max(width, shapeWidth, sumWidth(grid, column)),
    isEmpty,
    isNumbered: isNumbered && isCoded,
  }
}

/** Width of dates and times, which are all equally wide. */
function dateWidth(column: GridColumn): number {
  const { kind } = column
  if (kind !== 'date' && kind !== 'datetime') return 0
  const sample = kind === 'date' ? '20261231' : '20261231235959'
  return cellWidth(formatCell(column, sample)) - getSavablePadding(column)
}

/** Rows to measure. For rows on the server, only the first ones are known. */
function measuredRows({ rowCount, windows }: FitTarget): readonly number[] {
  if (windows || rowCount <= MAX_MEASURED_ROWS)
    return indexes(Math.min(rowCount, MAX_MEASURED_ROWS))
  const top = MAX_MEASURED_ROWS / 2
  const step = (rowCount - 1 - top) / (MAX_MEASURED_ROWS - top - 1)
  const rest = indexes(MAX_MEASURED_ROWS - top).map((at) => Math.round(top + at * step))
  return [...indexes(top), ...rest]
}

function indexes(count: number): number[] {
  return Array.from({ length: count }, (_, index) => index)
}

/**
 * Numbers of documents, customs cargo and reports differ in their last digits, which must be
 * visible. The same holds for the 24 digits of tax invoices.
 */
function isDocumentNumber(text: string): boolean {
  return /^(?:[A-Z]{2,4}-\d{6,8}-\d+|\d{24}|(?=(?:.*\d){10})[A-Z\d]{14,20})$/.test(text)
}

/** Estimated width of a column's footer, extrapolated from the first rows. */
function sumWidth(grid: FitTarget, column: GridColumn): number {
  if (column.footer === undefined || typeof column.footer === 'function') return 0
  const rows = Math.min(grid.rowCount, grid.windows ? MAX_MEASURED_ROWS : MAX_SUMMED_ROWS)
  let sum = 0
  let sign = ''
  let decimals = column.minDecimals ?? 0
  for (let row = 0; row < rows; row++) {
    const value = grid.value(row, column.id) ?? 0
    sum += Math.abs(Number(value))
    if (Number(value) < 0) sign = '-'
    const point = String(value).indexOf('.')
    if (point >= 0) decimals = Math.max(decimals, String(value).length - point - 1)
  }
  if (rows === 0) return 0
  const shown = Math.min(decimals, column.maxDecimals ?? decimals, column.scale ?? decimals)
  const total = Math.ceil(Number.isNaN(sum) ? grid.rowCount : (sum * grid.rowCount) / rows)
  const text = sign + total.toLocaleString('en-US') + (shown > 0 ? `.${'0'.repeat(shown)}` : '')
  return cellWidth(text) - getSavablePadding(column)
}

function isEmptyBelow(grid: FitTarget, column: GridColumn): boolean {
  if (grid.windows || grid.rowCount > MAX_ROWS_SCANNED) return false
  for (let row = 0; row < grid.rowCount; row++) {
    const value = grid.value(row, column.id)
    if (!isBlank(value) && (column.zeroAsEmpty !== true || Number(value) !== 0)) return false
  }
  return true
}

/** The item column and the preceding ones that fit within `max` pixels. */
function columnsToFreeze(
  item: number,
  columns: readonly GridColumn[],
  max: number,
): readonly GridColumn[] {
  let first = item
  let width = columns[item]?.width ?? 0
  while (first > 0 && width + (columns[first - 1]?.width ?? 0) <= max) {
    first -= 1
    width += columns[first]?.width ?? 0
  }
  return width > max ? [] : columns.slice(first, item + 1)
}

/** If the columns exceed the width, freezes the item and places the editable columns next to it. */
function freezeItem(columns: readonly GridColumn[], room: number): readonly GridColumn[] {
  const total = columns.reduce((sum, { width }) => sum + width, 0)
  const item = columns.findIndex(({ isItem }) => isItem === true)
  if (total <= room || item < 0 || columns.some(({ frozen }) => frozen === true)) return columns
  const front = columnsToFreeze(item, columns, room / 2)
  if (front.length === 0) return columns
  const rest = columns.filter((column) => !front.includes(column))
  return drawnColumns([
    ...front.map((column) => ({ ...column, frozen: true })),
    ...rest.filter(isTyped),
    ...rest.filter((column) => !isTyped(column)),
  ])
}
