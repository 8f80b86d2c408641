import { isExact, isTyped, paddingOf, type GridColumn } from '#ui/grid/columns/column.ts'
import { lettersInCells } from '#ui/grid/columns/text-width.ts'

/** Pixels that a column needs for what is in it; `isEmpty` where no row shown has anything. */
export interface Content {
  readonly width: number
  readonly isEmpty: boolean
  /** The user gave the column this width, and it stays. */
  readonly isOwn?: boolean
  /** What stands there are numbers of documents: part of one is another one. */
  readonly isNumbered?: boolean
}

export interface Fitted {
  readonly columns: readonly GridColumn[]
  /** How many columns are left out so that the others fit. */
  readonly folded: number
}

interface Sized {
  readonly column: GridColumn
  /** Stands among the columns that say what a row is about. */
  readonly leads: boolean
  /** Stands behind what is typed. */
  readonly trails: boolean
  readonly content: Content
  readonly width: number
}

/** A letter of a title, half as wide as a syllable. */
const TITLE_LETTER = 5.72
const PADDING = 17
/** The sign of a list beside what is typed. */
const SIGN = 12
/** Room that is kept for what will be typed. */
const TYPED_LEAST = 84
/** A text may end in `…` from here on; a number may not. */
const TEXT_LEAST = 112
/** The same where nothing more can be folded. */
const TEXT_LEAST_OF_ALL = 64
/** A text that has more to say than this is read in its cell and not in the grid. */
const READ_MOST = 240
/** So many columns say what a row is about where it names no item. */
const LEADING = 3
/** Where the mark of what is folded away stands. */
export const FOLD_MARK = 34

/** What a text takes in a cell, padding included, in CSS pixels. */
export function cellWidth(text: string): number {
  const { narrow, wide } = lettersInCells()
  const { letters, syllables } = counted(text)
  return Math.ceil(letters * narrow + syllables * wide + PADDING)
}

/** What a title takes: words are set in a face whose syllables are narrower. */
function titleWidth(title: string): number {
  const { letters, syllables } = counted(title)
  return Math.ceil((letters + syllables * 2) * TITLE_LETTER + PADDING)
}

function counted(text: string): { readonly letters: number; readonly syllables: number } {
  const all = Array.from(text)
  const letters = all.filter((letter) => letter.charCodeAt(0) < 0x300).length
  return { letters, syllables: all.length - letters }
}

/** What a column of figures side by side saves of the usual room on both sides. */
export function closer(column: GridColumn): number {
  return 2 * (paddingOf({}) - paddingOf(column))
}

/** The least width that shows what is there: all of a number, the beginning of a long text. */
function leastWidth(column: GridColumn, content: Content): number {
  if (content.isOwn === true) return content.width
  const title = titleWidth(column.title) - closer(column) + (column.required === true ? SIGN : 0)
  const hasList = column.kind === 'select' || column.kind === 'lookup'
  const sign = isTyped(column) && hasList ? SIGN : 0
  // What leads is typed as long as it is declared: a number of customs, to its last digit.
  const kept = column.leads === true ? column.width : TYPED_LEAST
  const typed = isTyped(column) ? Math.min(column.width, kept) : 0
  const inside = content.width + sign
  const most = isWhole({ column, content })
    ? inside
    : Math.min(inside, Math.max(column.width, title))
  return Math.max(28, title, typed, most)
}

/** Whether what is there is seen whole or not at all. */
function isWhole({ column, content }: Pick<Sized, 'column' | 'content'>): boolean {
  return isExact(column) || content.isNumbered === true || content.isOwn === true
}

function sum(sized: readonly Sized[]): number {
  return sized.reduce((total, { width }) => total + width, 0)
}

/** Long texts give way first: each by its share of what is missing. */
function squeezed(sized: readonly Sized[], room: number, least: number): readonly Sized[] {
  const spare = (each: Sized) => (isWhole(each) ? 0 : Math.max(0, each.width - least))
  const all = sized.reduce((total, each) => total + spare(each), 0)
  const missing = Math.min(all, sum(sized) - room)
  if (missing <= 0) return sized
  return sized.map((each) => ({
    ...each,
    width: Math.floor(each.width - (missing * spare(each)) / all),
  }))
}

/** What must be typed, what was laid out as it is, and the item of a row are never folded. */
function mayFold({ column, content }: Sized): boolean {
  const isFixed = column.frozen === true || column.isItem === true || content.isOwn === true
  return !isFixed && column.required !== true
}

type Test = (sized: Sized) => boolean

const isEmpty: Test = ({ column, content }) =>
  content.isEmpty && (column.seldom === true || !isTyped(column))

/** What is folded first. What is typed is last, and then what nobody has typed in yet. */
const order: readonly Test[] = [
  ({ column, trails }) => trails && column.tone === undefined,
  ({ column, leads }) =>
    !isTyped(column) && !leads && column.tone === undefined && column.footer === undefined,
  ({ column, leads }) => !isTyped(column) && !leads,
  ({ column, content }) => isTyped(column) && content.isEmpty,
  ({ leads }) => !leads,
  () => true,
]

/** Leaves out columns from the right, those that pass the first test first, until the others fit. */
function folded(
  sized: readonly Sized[],
  room: (isFolded: boolean) => number,
  tests: readonly Test[],
): readonly Sized[] {
  let kept = sized
  for (const test of tests) {
    for (const each of sized.toReversed()) {
      if (sum(kept) <= room(kept.length < sized.length)) return kept
      if (kept.length > 2 && kept.includes(each) && mayFold(each) && test(each)) {
        kept = kept.filter((other) => other !== each)
      }
    }
  }
  return kept
}

/** Gives what is left over back, from the left: to texts that end too soon, then as declared. */
function widened(sized: readonly Sized[], room: number): readonly Sized[] {
  let left = Math.max(0, room - sum(sized))
  const upTo = (most: (each: Sized) => number) => (each: Sized) => {
    const more = Math.min(left, Math.max(0, most(each) - each.width))
    left -= more
    return { ...each, width: each.width + more }
  }
  const read = ({ content }: Sized) => Math.min(content.width, READ_MOST)
  return sized.map(upTo(read)).map(upTo(({ column }) => column.width))
}

/**
 * The columns with widths of what they hold, so that all of them are seen in `room` pixels. Declared
 * widths stand where they fit. Else long texts end sooner, then columns are left out from the right:
 * those without a value, those that say least; never one that must be typed.
 */
export function fitColumns(
  columns: readonly GridColumn[],
  room: number,
  contentOf: (column: GridColumn) => Content,
): Fitted {
  const item = columns.findIndex(({ isItem }) => isItem === true)
  const lastLeading = item < 0 ? LEADING - 1 : item
  const lastTyped = columns.findLastIndex((each) => isTyped(each) && each.seldom !== true)
  const sized = columns.map((column, at): Sized => {
    const content = contentOf(column)
    const trails = lastTyped >= 0 && at > lastTyped
    const leads = at <= lastLeading || column.leads === true
    return { column, leads, trails, content, width: leastWidth(column, content) }
  })
  const filled = folded(sized, (isFolded) => (isFolded ? room - FOLD_MARK : room), [isEmpty])
  const within = (isFolded: boolean) =>
    isFolded || filled.length < sized.length ? room - FOLD_MARK : room
  const kept = folded(squeezed(filled, within(false), TEXT_LEAST), within, order)
  const space = within(kept.length < sized.length)
  const last = squeezed(kept, space, TEXT_LEAST_OF_ALL)
  return {
    columns: widened(last, space).map(({ column, width }) =>
      column.width === width ? column : { ...column, width },
    ),
    folded: sized.length - last.length,
  }
}
