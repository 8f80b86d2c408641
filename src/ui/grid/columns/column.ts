import type { Ratio } from '#kernel/field.ts'

/** Dates are `yyyyMMdd`, date-times `yyyyMMddHHmmss`, check cells `Y` or `N`. */
export type CellValue = string | number | null

export type GridRow = Record<string, CellValue>

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

/** Digits of a typed date, or why it is not a valid date. */
export type DateRead =
  | { readonly digits: string }
  | { readonly error: 'date' | 'noSuchDate'; readonly why?: string }

/** Column definition of a screen. Widths are CSS pixels; scale is the number of decimals. */
export interface GridColumn {
  readonly id: string
  readonly title: string
  readonly kind: ColumnKind
  readonly width: number
  readonly align?: 'left' | 'right' | 'center' | undefined
  readonly editable?: boolean | ((row: GridRow) => boolean) | undefined
  readonly required?: boolean | undefined
  /** Lists codes of a value help, separated by commas. */
  readonly listsCodes?: boolean | undefined
  /** Options of a select column, shown by NAME and stored by CODE. */
  readonly options?: readonly CodeOption[] | undefined
  readonly upperCase?: boolean | undefined
  readonly digitsOnly?: boolean | undefined
  /** Whether the dates are months of six digits. */
  readonly isMonth?: boolean | undefined
  /** Whether inner spaces and hyphens of a text are removed. */
  readonly closedUp?: boolean | undefined
  readonly maxLength?: number | undefined
  /**
   * Parser for typed dates, timestamps and months. Without it the column accepts complete digits
   * only. See `cell-input.ts`.
   */
  readonly dateOf?: ((text: string, isPasted?: boolean) => DateRead) | undefined
  /** Measures the length of a text. Counts characters by default. */
  readonly lengthOf?: ((text: string) => number) | undefined
  readonly shapeOf?: ((text: string) => string | undefined) | undefined
  readonly meaningOf?: ((text: string) => string | undefined) | undefined
  readonly zeroToEmpty?: boolean | undefined
  /** Quantity of the row's item. Input in other units is converted by `unitsTyped`. */
  readonly pieces?: boolean | undefined
  readonly scale?: number | undefined
  /** Decimals always shown. More are shown, up to `scale`, if the value has them. */
  readonly minDecimals?: number | undefined
  readonly maxDecimals?: number | undefined
  /** Draws zero as a muted dot to draw attention to the other quantities. */
  readonly zeroAsEmpty?: boolean | undefined
  readonly footer?: Footer | undefined
  /**
   * `of` ÷ `to` × `times`, calculated from the sums of two columns. Shown in the footer and in
   * groups.
   */
  readonly ratio?: Ratio | undefined
  /** Column with the currency of the amounts. Amounts in different currencies are not summed. */
  readonly currency?: string | undefined
  readonly isUnit?: boolean | undefined
  /** Values of rows that sums leave out, such as cancelled documents. */
  readonly voids?: readonly string[] | undefined
  readonly frozen?: boolean | undefined
  /** Identifies the row's item: remains visible when the columns exceed the available width. */
  readonly isItem?: boolean | undefined
  readonly identifies?: boolean | undefined
  readonly leads?: boolean | undefined
  /** Whether the column is one of many adjacent number columns, drawn with less padding. */
  readonly isClose?: boolean | undefined
  readonly seldom?: boolean | undefined
  readonly hidden?: boolean | undefined
  readonly tone?: ((row: GridRow) => Tone | undefined) | undefined
}

/** Fields of a row that belong to the grid, not to the record. */
export const ROW_FIELDS = {
  flag: 'BATCH_FLAG',
  number: 'NO',
  check: 'AG_CHECK',
  message: 'PROCRETURN',
} as const

export function isNumeric(column: Pick<GridColumn, 'kind'>): boolean {
  return column.kind === 'number' || column.kind === 'progress'
}

export function isTyped({ editable }: Pick<GridColumn, 'editable'>): boolean {
  return editable !== undefined && editable !== false
}

/** Numbers and dates, for which part of a value is a different value. */
export function isExact(column: GridColumn): boolean {
  const { kind } = column
  return isNumeric(column) || kind === 'date' || kind === 'datetime' || column.dateOf !== undefined
}

export function columnAlignment(column: GridColumn): 'left' | 'right' | 'center' {
  if (column.align) return column.align
  if (column.kind === 'number') return 'right'
  return column.kind === 'check' ? 'center' : 'left'
}

export function drawnColumns(columns: readonly GridColumn[]): GridColumn[] {
  const shown = columns.filter((column) => column.hidden !== true)
  return [
    ...shown.filter((column) => column.frozen === true),
    ...shown.filter((column) => column.frozen !== true),
  ]
}

const GROUP_WIDTH = 150

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

export function moveColumns(
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

export const CELL_PADDING = 8

export function columnPadding({ isClose }: Pick<GridColumn, 'isClose'>): number {
  return isClose === true ? 3 : CELL_PADDING
}
