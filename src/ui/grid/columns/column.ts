/** Dates are 'yyyyMMdd', date-times 'yyyyMMddHHmmss', check cells 'Y' or 'N'. */
export type CellValue = string | number | null

export type GridRow = Record<string, CellValue>

/** An empty text is no value. */
export function isBlank(value: CellValue): value is null | '' {
  return value === null || value === ''
}

export type ColumnKind =
  | 'text'
  | 'number'
  | 'date'
  | 'datetime'
  | 'check'
  | 'select'
  | 'lookup'
  | 'progress'

export type Tone = 'normal' | 'quiet' | 'early' | 'middle' | 'accent' | 'warn' | 'stop' | 'bonded'

export interface CodeOption {
  readonly CODE: string
  readonly NAME: string
}

type FooterFunction = (values: readonly CellValue[]) => string

export type Footer = 'SUM' | 'COUNT' | 'MAX' | 'MIN' | 'AVG' | FooterFunction

/** The digits of a typed day; a day that no calendar has, or a text that is no day, and why. */
export type DateRead =
  | { readonly digits: string }
  | { readonly fault: 'date' | 'noSuchDate'; readonly why?: string }

/** One column as the screen describes it. Widths are CSS pixels, scale is digits after the point. */
export interface GridColumn {
  readonly id: string
  readonly title: string
  readonly kind: ColumnKind
  readonly width: number
  readonly align?: 'left' | 'right' | 'center' | undefined
  readonly editable?: boolean | ((row: GridRow) => boolean) | undefined
  readonly required?: boolean | undefined
  /** Shown by NAME, stored by CODE. */
  readonly options?: readonly CodeOption[] | undefined
  readonly upperCase?: boolean | undefined
  /** Text cells keep only the digits of what was typed. */
  readonly digitsOnly?: boolean | undefined
  /** Months, six digits. */
  readonly isMonth?: boolean | undefined
  /** Text cells drop spaces and hyphens within. */
  readonly closedUp?: boolean | undefined
  readonly lengthMax?: number | undefined
  /**
   * Cells of days, moments and months: what people typed as the calendar of the house reads it, or
   * why it is none. Without it the column takes digits that are all there. See `cell-input.ts`.
   */
  readonly dateOf?: ((text: string) => DateRead) | undefined
  /** How long a text is; its characters unless the column counts otherwise. */
  readonly lengthOf?: ((text: string) => number) | undefined
  /** Why a text has not the shape of the column, in words. */
  readonly shapeOf?: ((text: string) => string | undefined) | undefined
  /** What a code means, said beside the cell while it is typed. */
  readonly meaningOf?: ((text: string) => string | undefined) | undefined
  /** A zero that is typed empties the cell. */
  readonly zeroToEmpty?: boolean | undefined
  /** A quantity of the row's item: what is typed in units is handed to `unitsTyped`. */
  readonly pieces?: boolean | undefined
  readonly scale?: number | undefined
  /** Decimals that always stand there; more, up to `scale`, where the value has them. */
  readonly decimalsMin?: number | undefined
  /** Decimals shown at most, where that is fewer than the value may have. */
  readonly decimalsMost?: number | undefined
  /** A zero is drawn as a quiet dot, so that the eye finds the quantities that matter. */
  readonly zeroAsEmpty?: boolean | undefined
  readonly footer?: Footer | undefined
  /** `of` ÷ `to` × `times`, of the sums of two columns: what stands under the column and in groups. */
  readonly ratio?: { readonly of: string; readonly to: string; readonly times: number } | undefined
  /** Amounts, and the column with their currency: where rows differ there, they have no sum. */
  readonly currency?: string | undefined
  /** Says what the pieces or amounts of a row are counted in. */
  readonly isUnit?: boolean | undefined
  readonly frozen?: boolean | undefined
  /** Says which goods a row is about: it stays in sight where columns are more than the room. */
  readonly isItem?: boolean | undefined
  /** Says what a row is about, wherever it stands. */
  readonly leads?: boolean | undefined
  /** One of many figures side by side, which leave less room between each other. */
  readonly isClose?: boolean | undefined
  /** Typed now and then only. */
  readonly seldom?: boolean | undefined
  readonly hidden?: boolean | undefined
  readonly tone?: ((row: GridRow) => Tone | undefined) | undefined
}

/** Columns of a row that belong to the grid itself and not to the record. */
export const ROW_FIELDS = {
  flag: 'BATCH_FLAG',
  number: 'NO',
  check: 'AG_CHECK',
  message: 'PROCRETURN',
} as const

export function isNumeric(column: GridColumn): boolean {
  return column.kind === 'number' || column.kind === 'progress'
}

/** Whether cells of the column can be edited, perhaps not in every row. */
export function isTyped({ editable }: Pick<GridColumn, 'editable'>): boolean {
  return editable !== undefined && editable !== false
}

/** Whether cells hold numbers, days or moments, part of which is another one. */
export function isExact(column: GridColumn): boolean {
  const { kind } = column
  return isNumeric(column) || kind === 'date' || kind === 'datetime' || column.dateOf !== undefined
}

export function alignmentOf(column: GridColumn): 'left' | 'right' | 'center' {
  if (column.align) return column.align
  if (column.kind === 'number') return 'right'
  return column.kind === 'check' ? 'center' : 'left'
}

/** Visible columns in drawing order: frozen ones first, each group in its own order. */
export function drawnColumns(columns: readonly GridColumn[]): GridColumn[] {
  const shown = columns.filter((column) => column.hidden !== true)
  return [
    ...shown.filter((column) => column.frozen === true),
    ...shown.filter((column) => column.frozen !== true),
  ]
}

/** Least width of a column whose groups are shown with their rows counted, in CSS pixels. */
const GROUP_WIDTH = 150

/** Visible columns with those that rows are grouped by in front, in the order of their levels. */
export function groupedColumns(
  columns: readonly GridColumn[],
  keys: readonly { readonly column: string }[],
): readonly GridColumn[] {
  if (keys.length === 0) return drawnColumns(columns)
  const grouped = keys.flatMap(({ column }) => columns.find(({ id }) => id === column) ?? [])
  const front = grouped.map((column) => {
    return { ...column, hidden: false, frozen: true, width: Math.max(GROUP_WIDTH, column.width) }
  })
  return [...front, ...drawnColumns(columns).filter((column) => !grouped.includes(column))]
}

/** The columns with one drawn column moved to the place, and the freezing, of another. */
export function movedColumns(
  columns: readonly GridColumn[],
  from: number,
  to: number,
): readonly GridColumn[] {
  const drawn = drawnColumns(columns)
  const moved = drawn[from]
  const target = drawn[to]
  if (!moved || !target || moved === target) return columns
  const rest = columns.filter((column) => column !== moved)
  const at = rest.indexOf(target) + (to > from ? 1 : 0)
  return [...rest.slice(0, at), { ...moved, frozen: target.frozen === true }, ...rest.slice(at)]
}

/** Pixels that a cell keeps free on either side of its text. */
export const CELL_PADDING = 8

/** The same of a column. */
export function paddingOf({ isClose }: Pick<GridColumn, 'isClose'>): number {
  return isClose === true ? 3 : CELL_PADDING
}
