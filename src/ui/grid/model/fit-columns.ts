import { isExact, isTyped, columnPadding, type GridColumn } from '#ui/grid/columns/column.ts'
import { characterWidths } from '#ui/grid/columns/text-width.ts'

/** Width in pixels that a column's content needs. `isEmpty` if no visible row has a value. */
export interface ContentWidth {
  readonly width: number
  readonly isEmpty: boolean
  readonly isOwn?: boolean
  /** Document numbers, which must not be truncated. */
  readonly isNumbered?: boolean
}

export interface FittedColumns {
  readonly columns: readonly GridColumn[]
  readonly folded: number
}

interface SizedColumn {
  readonly column: GridColumn
  readonly leads: boolean
  readonly trails: boolean
  readonly content: ContentWidth
  readonly width: number
}

/**
 * Widths of the characters in titles (Pretendard 12.5 px); any other character is
 * `WIDE_TITLE_CHARACTER`.
 */
const TITLE_LETTERS = new Map(
  [
    [3, " !',.:;Iijl·"],
    [4, '()/[\\]frt|}'],
    [5, '"1?_{'],
    [6, '-^`sx'],
    [7, '*EFJLPabcehknopuvyz'],
    [8, '#$&+023456789<=>BKRSVXYZdgq~'],
    [9, 'ACDGHNTU'],
    [10, 'OQw'],
    [11, '%@MWm'],
  ].flatMap(([width, letters]) =>
    Array.from(String(letters), (letter) => [letter, Number(width)] as const),
  ),
)
const WIDE_TITLE_CHARACTER = 11.44
const PADDING = 17
const SIGN = 12
const MIN_TYPED = 84
/** Minimum width at which text can be truncated with `…`. Numbers are never truncated. */
const MIN_TEXT = 112
/** Minimum width of truncated text when no more columns can be folded. */
const ABSOLUTE_MIN_TEXT = 64
/** Maximum width of a text column. Longer text is read in its cell. */
const MAX_READABLE = 240
/** Number of columns that identify a row without an item. */
const MAX_LEADING_COLUMNS = 3
export const FOLD_MARK = 34

export function cellWidth(text: string): number {
  const { narrow, wide } = characterWidths()
  const { letters, syllables } = countCharacters(text)
  return Math.ceil(letters * narrow + syllables * wide + PADDING)
}

export function titleWidth(title: string): number {
  const widths = Array.from(title, (letter) => TITLE_LETTERS.get(letter) ?? WIDE_TITLE_CHARACTER)
  return Math.ceil(widths.reduce((sum, width) => sum + width, 0) + PADDING)
}

function countCharacters(text: string): { readonly letters: number; readonly syllables: number } {
  const all = Array.from(text)
  const letters = all.filter((letter) => letter.charCodeAt(0) < 0x300).length
  return { letters, syllables: all.length - letters }
}

export function getSavablePadding(column: GridColumn): number {
  return 2 * (columnPadding({}) - columnPadding(column))
}

function fullTitleWidth(column: GridColumn): number {
  return (
    titleWidth(column.title) - getSavablePadding(column) + (column.required === true ? SIGN : 0)
  )
}

function minWidth(column: GridColumn, content: ContentWidth): number {
  if (content.isOwn === true) return content.width
  const title = fullTitleWidth(column)
  const hasList = column.kind === 'select' || column.kind === 'lookup'
  const sign = isTyped(column) && hasList ? SIGN : 0
  // Identifying columns get their full declared width, to show a customs number to its last digit.
  const kept = column.leads === true ? column.width : MIN_TYPED
  const typed = isTyped(column) ? Math.min(column.width, kept) : 0
  const inside = content.width + sign
  const limit = isReadInFull(column) ? MAX_READABLE : 0
  const maxWidth = mustShowEntirely({ column, content })
    ? inside
    : Math.min(inside, Math.max(column.width, title, limit))
  return Math.max(28, title, typed, maxWidth)
}

/**
 * Columns that distinguish rows for users, and code lists, whose names often differ only at the end
 * (Partly allocated, Partly picked). Other columns fold before their text is truncated.
 */
function isReadInFull({ kind, frozen, isItem, identifies, required }: GridColumn): boolean {
  if (kind === 'select') return true
  return kind === 'text' && (frozen || isItem || identifies || required) === true
}

function mustShowEntirely({ column, content }: Pick<SizedColumn, 'column' | 'content'>): boolean {
  return isExact(column) || content.isNumbered === true || content.isOwn === true
}

function sumWidths(sized: readonly SizedColumn[]): number {
  return sized.reduce((total, { width }) => total + width, 0)
}

/** Shrinks long texts in proportion to their spare width, down to `minimum` and their titles. */
function shrinkToFit(
  sized: readonly SizedColumn[],
  room: number,
  minimum: number,
  title: (column: GridColumn) => number = fullTitleWidth,
): readonly SizedColumn[] {
  const spareWidth = (column: SizedColumn) => {
    const kept =
      minimum === MIN_TEXT && isReadInFull(column.column) ? column.content.width : minimum
    const bound = Math.max(Math.min(kept, MAX_READABLE), title(column.column))
    return mustShowEntirely(column) ? 0 : Math.max(0, column.width - bound)
  }
  const all = sized.reduce((total, column) => total + spareWidth(column), 0)
  const missing = Math.min(all, sumWidths(sized) - room)
  if (missing <= 0) return sized
  return sized.map((column) => ({
    ...column,
    width: Math.floor(column.width - (missing * spareWidth(column)) / all),
  }))
}

/**
 * Frozen, identifying and user-sized columns and the row's item are never folded, nor required ones
 * unless they are marked as seldom changed from their default.
 */
function canFold({ column, content }: SizedColumn): boolean {
  const { frozen, isItem, identifies, required, seldom } = column
  return !(frozen || isItem || identifies || (required && !seldom) || content.isOwn)
}

type FoldTest = (sized: SizedColumn) => boolean

const isEmpty: FoldTest = ({ column, content }) =>
  content.isEmpty && (column.seldom === true || !isTyped(column))

/** Read-only columns that rarely have a value are shown once they have one. */
const isRarelyFilled: FoldTest = (column) =>
  column.column.seldom === true &&
  !isTyped(column.column) &&
  column.content.isEmpty &&
  canFold(column)

/** Order of folding. Editable columns are last, empty ones before those with values. */
const foldOrder: readonly FoldTest[] = [
  ({ column, trails }) => trails && column.tone === undefined,
  ({ column, leads }) =>
    !isTyped(column) && !leads && column.tone === undefined && column.footer === undefined,
  ({ column, leads }) => !isTyped(column) && !leads,
  ({ column, content }) => isTyped(column) && content.isEmpty,
  ({ leads }) => !leads,
  () => true,
]

/**
 * Removes columns from the right until the others fit, starting with those that pass the first
 * test.
 */
function foldColumns(
  sized: readonly SizedColumn[],
  room: (isFolded: boolean) => number,
  tests: readonly FoldTest[],
): readonly SizedColumn[] {
  let kept = sized
  for (const test of tests) {
    for (const column of sized.toReversed()) {
      if (sumWidths(kept) <= room(kept.length < sized.length)) return kept
      if (kept.length > 2 && kept.includes(column) && canFold(column) && test(column)) {
        kept = kept.filter((other) => other !== column)
      }
    }
  }
  return kept
}

/**
 * Distributes the remaining width from the left: first to truncated texts, then up to the declared
 * widths.
 */
function distributeWidth(sized: readonly SizedColumn[], room: number): readonly SizedColumn[] {
  let left = Math.max(0, room - sumWidths(sized))
  const cappedWidth = (maxWidth: (column: SizedColumn) => number) => (column: SizedColumn) => {
    const more = Math.min(left, Math.max(0, maxWidth(column) - column.width))
    left -= more
    return { ...column, width: column.width + more }
  }
  const read = ({ content }: SizedColumn) => Math.min(content.width, MAX_READABLE)
  return sized.map(cappedWidth(read)).map(cappedWidth(({ column }) => column.width))
}

/**
 * Fits columns to their content and to `room` pixels, with declared widths if possible. Otherwise
 * long texts shrink, then columns are folded from the right: empty ones first, then the least
 * important.
 */
export function fitColumns(
  columns: readonly GridColumn[],
  room: number,
  contentOf: (column: GridColumn) => ContentWidth,
): FittedColumns {
  const item = columns.findIndex(({ isItem }) => isItem === true)
  const lastLeading = item < 0 ? MAX_LEADING_COLUMNS - 1 : item
  const lastTyped = columns.findLastIndex((column) => isTyped(column) && column.seldom !== true)
  // An amount is misread without its currency.
  const currencies = new Set(columns.map(({ currency }) => currency))
  const sized = columns.map((column, index): SizedColumn => {
    const content = contentOf(column)
    const isCurrency = currencies.has(column.id)
    const isTrailing = lastTyped >= 0 && index > lastTyped && !isCurrency
    const leads = index <= lastLeading || column.leads === true || isCurrency
    return { column, leads, trails: isTrailing, content, width: minWidth(column, content) }
  })
  const known = sized.filter((column) => !isRarelyFilled(column))
  const filled = foldColumns(
    known,
    (isFolded) => (isFolded || known.length < sized.length ? room - FOLD_MARK : room),
    [isEmpty],
  )
  const fitsWithin = (isFolded: boolean) =>
    isFolded || filled.length < sized.length ? room - FOLD_MARK : room
  const kept = foldColumns(shrinkToFit(filled, fitsWithin(false), MIN_TEXT), fitsWithin, foldOrder)
  const available = fitsWithin(kept.length < sized.length)
  const shrunk = shrinkToFit(kept, available, ABSOLUTE_MIN_TEXT)
  const last = shrinkToFit(shrunk, available, ABSOLUTE_MIN_TEXT, () => 0)
  return {
    columns: distributeWidth(last, available).map(({ column, width }) =>
      column.width === width ? column : { ...column, width },
    ),
    folded: sized.length - last.length,
  }
}
