import {
  drawnColumns,
  isBlank,
  isTyped,
  type CellValue,
  type GridColumn,
} from '#ui/grid/columns/column.ts'
import { lettersInCells } from '#ui/grid/columns/text-width.ts'
import { cellWidth, closer, fitColumns, type Content, type Fitted } from './fit-columns.ts'

/** Rows whose texts are measured; a number that is longer further down is a mark in its cell. */
const ROWS_MEASURED = 200
/** Rows that are added up for the width of a sum; what is further down is taken to be like them. */
const ROWS_SUMMED = 5_000
/** Rows in which a value is looked for before a column counts as empty. */
const ROWS_LOOKED_AT = 50_000

/** What the widths of a grid were worked out for; anything else has them worked out anew. */
interface Occasion {
  readonly room: number
  readonly columns: readonly GridColumn[]
  readonly store: unknown
  readonly grouping: unknown
  readonly isWhole: boolean
  /** Letters are wider or narrower once their font is there. */
  readonly letters: unknown
}

/** What of a grid its widths come of. */
interface FittedGrid {
  readonly options: { readonly columns: readonly GridColumn[] }
  readonly columns: readonly GridColumn[]
  readonly rows: { readonly store: unknown; readonly grouping: unknown }
  readonly windows: unknown
  readonly rowCount: number
  text(viewRow: number, column: GridColumn): string
  value(viewRow: number, columnId: string): CellValue
}

/** Which columns of a grid are drawn, and how wide, in the room there is. */
export class ColumnFit {
  /** How many columns are folded away. */
  folded = 0
  /** The user asked for all columns: the grid scrolls sideways. */
  #isUnfolded = false
  #known: Occasion | undefined

  /** The columns to draw; undefined where nothing changed that they depend on. */
  drawn(
    grid: FittedGrid,
    arranged: readonly GridColumn[],
    now: Omit<Occasion, 'columns' | 'store' | 'grouping' | 'letters'>,
  ): readonly GridColumn[] | undefined {
    const { store, grouping } = grid.rows
    // Rows that stay on the server come and go while the grid is scrolled.
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
    if (this.#isUnfolded) return this.#take({ columns: beside(arranged, now.room), folded: 0 })
    const declared = new Map(grid.options.columns.map((column) => [column.id, column.width]))
    return this.#take(
      fitColumns(arranged, now.room, (column) => {
        const isOwn = (declared.get(column.id) ?? column.width) !== column.width
        const content = contentOf(grid, column)
        return isOwn ? { ...content, width: column.width, isOwn } : content
      }),
    )
  }

  /** Between columns that fit and all of them; worked out when they are next asked for. */
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

/** What the rows shown have in a column. */
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
 * Documents are told apart by the last digits of their numbers, which have to be seen; so are cargo
 * and reports of customs, and tax invoices by their 24 digits.
 */
function isDocumentNumber(text: string): boolean {
  return /^(?:[A-Z]{2,4}-\d{6,8}-\d+|\d{24}|(?=(?:.*\d){10})[A-Z\d]{14,20})$/.test(text)
}

/** What the sum of a column will take, from what the rows that are looked at add up to. */
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

/** Whether no row further down has a value, as far as they are looked at. */
function isEmptyBelow(grid: FittedGrid, column: GridColumn, from: number): boolean {
  if (grid.windows || grid.rowCount > ROWS_LOOKED_AT) return false
  for (let row = from; row < grid.rowCount; row++) {
    const value = grid.value(row, column.id)
    if (!isBlank(value) && (column.zeroAsEmpty !== true || Number(value) !== 0)) return false
  }
  return true
}

/** The columns before the item and the item itself, without the foremost ones that take too much room. */
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

/** Wider than the room: the item stays in sight, and what is typed stands beside it. */
function beside(columns: readonly GridColumn[], room: number): readonly GridColumn[] {
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
