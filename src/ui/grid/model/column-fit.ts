import {
  drawnColumns,
  isBlank,
  isTyped,
  type CellValue,
  type GridColumn,
} from '#ui/grid/columns/column.ts'
import { lettersInCells } from '#ui/grid/columns/text-width.ts'
import { cellWidth, closer, fitColumns, type Content, type Fitted } from './fit-columns.ts'

/** Rows whose text is measured. A longer number further down is replaced by marks. */
const ROWS_MEASURED = 200
/** Rows summed to estimate the width of the total. The remaining rows are assumed to be similar. */
const ROWS_SUMMED = 5_000
/** Largest row count for which all rows are searched before a column counts as empty. */
const ROWS_LOOKED_AT = 50_000

interface Occasion {
  readonly room: number
  readonly columns: readonly GridColumn[]
  readonly store: unknown
  readonly grouping: unknown
  readonly isWhole: boolean
  /** Character widths change once the font has loaded. */
  readonly letters: unknown
}

interface FittedGrid {
  readonly options: { readonly columns: readonly GridColumn[] }
  readonly columns: readonly GridColumn[]
  readonly rows: { readonly store: unknown; readonly grouping: unknown }
  readonly windows: unknown
  readonly rowCount: number
  text(viewRow: number, column: GridColumn): string
  value(viewRow: number, columnId: string): CellValue
}

export class ColumnFit {
  folded = 0
  #isUnfolded = false
  #known: Occasion | undefined

  /** Columns to draw; undefined if none of their inputs changed. */
  drawn(
    grid: FittedGrid,
    arranged: readonly GridColumn[],
    now: Omit<Occasion, 'columns' | 'store' | 'grouping' | 'letters'>,
  ): readonly GridColumn[] | undefined {
    const { store, grouping } = grid.rows
    // With rows on the server, compare the source: loaded rows change while scrolling.
    const letters = lettersInCells()
    const occasion = {
      ...now,
      columns: grid.columns,
      store: grid.windows ?? store,
      grouping,
      letters,
    }
    if (this.#known && isSame(this.#known, occasion)) return undefined
    this.#known = occasion
    if (this.#isUnfolded) return this.#take({ columns: neighbours(arranged, now.room), folded: 0 })
    const declared = new Map(grid.options.columns.map((column) => [column.id, column.width]))
    return this.#take(
      fitColumns(arranged, now.room, (column) => {
        const isOwn = (declared.get(column.id) ?? column.width) !== column.width
        const content = contentOf(grid, column)
        return isOwn ? { ...content, width: column.width, isOwn } : content
      }),
    )
  }

  turn(): void {
    this.#isUnfolded = !this.#isUnfolded
    this.folded = 0
    this.#known = undefined
  }

  #take({ columns, folded }: Fitted): readonly GridColumn[] {
    this.folded = folded
    return columns
  }
}

function isSame(one: Occasion, other: Occasion): boolean {
  return (
    one.room === other.room &&
    one.columns === other.columns &&
    one.store === other.store &&
    one.grouping === other.grouping &&
    one.isWhole === other.isWhole &&
    one.letters === other.letters
  )
}

function contentOf(grid: FittedGrid, column: GridColumn): Content {
  if (column.kind === 'progress') return { width: Math.min(column.width, 80), isEmpty: false }
  const rows = Math.min(grid.rowCount, ROWS_MEASURED)
  let width = 0
  let isEmpty = rows > 0
  let isNumbered = column.kind === 'text'
  for (let row = 0; row < rows; row++) {
    const text = column.kind === 'check' ? '✓' : grid.text(row, column)
    if (text !== '' && text !== '·') isEmpty = false
    if (text !== '' && !isDocumentNumber(text)) isNumbered = false
    width = Math.max(width, text === '' ? 0 : cellWidth(text) - closer(column))
  }
  if (isEmpty && rows < grid.rowCount) isEmpty = isEmptyBelow(grid, column, rows)
  return { width: Math.max(width, sumWidth(grid, column, rows)), isEmpty, isNumbered }
}

/**
 * Numbers of documents, customs cargo and reports differ in their last digits, which must be
 * visible. The same holds for the 24 digits of tax invoices.
 */
function isDocumentNumber(text: string): boolean {
  return /^(?:[A-Z]{2,4}-\d{6,8}-\d+|\d{24}|(?=(?:.*\d){10})[A-Z\d]{14,20})$/.test(text)
}

/** Estimated width of a column's total, extrapolated from the first rows. */
function sumWidth(grid: FittedGrid, column: GridColumn, measured: number): number {
  if (column.footer === undefined || typeof column.footer === 'function') return 0
  const rows = grid.windows ? measured : Math.min(grid.rowCount, ROWS_SUMMED)
  let sum = 0
  let sign = ''
  let decimals = column.decimalsMin ?? 0
  for (let row = 0; row < rows; row++) {
    const value = grid.value(row, column.id) ?? 0
    sum += Math.abs(Number(value))
    if (Number(value) < 0) sign = '-'
    const point = String(value).indexOf('.')
    if (point >= 0) decimals = Math.max(decimals, String(value).length - point - 1)
  }
  if (rows === 0) return 0
  const shown = Math.min(decimals, column.decimalsMost ?? decimals, column.scale ?? decimals)
  const total = Math.ceil(Number.isNaN(sum) ? grid.rowCount : (sum * grid.rowCount) / rows)
  const text = sign + total.toLocaleString('en-US') + (shown > 0 ? `.${'0'.repeat(shown)}` : '')
  return cellWidth(text) - closer(column)
}

function isEmptyBelow(grid: FittedGrid, column: GridColumn, from: number): boolean {
  if (grid.windows || grid.rowCount > ROWS_LOOKED_AT) return false
  for (let row = from; row < grid.rowCount; row++) {
    const value = grid.value(row, column.id)
    if (!isBlank(value) && (column.zeroAsEmpty !== true || Number(value) !== 0)) return false
  }
  return true
}

/** The item column and the preceding ones that fit within `most` pixels. */
function frozenUpTo(
  item: number,
  columns: readonly GridColumn[],
  most: number,
): readonly GridColumn[] {
  let first = item
  let width = columns[item]?.width ?? 0
  while (first > 0 && width + (columns[first - 1]?.width ?? 0) <= most) {
    first -= 1
    width += columns[first]?.width ?? 0
  }
  return width > most ? [] : columns.slice(first, item + 1)
}

/** If the columns exceed the width, freezes the item and places the editable columns next to it. */
function neighbours(columns: readonly GridColumn[], room: number): readonly GridColumn[] {
  const total = columns.reduce((sum, { width }) => sum + width, 0)
  const item = columns.findIndex(({ isItem }) => isItem === true)
  if (total <= room || item < 0 || columns.some(({ frozen }) => frozen === true)) return columns
  const front = frozenUpTo(item, columns, room / 2)
  if (front.length === 0) return columns
  const rest = columns.filter((column) => !front.includes(column))
  return drawnColumns([
    ...front.map((column) => ({ ...column, frozen: true })),
    ...rest.filter(isTyped),
    ...rest.filter((column) => !isTyped(column)),
  ])
}
