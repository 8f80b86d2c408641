import { cutEnd, cutStart } from '#kernel/cut-text.ts'
import { CELL_PADDING } from '#ui/grid/columns/column.ts'

/** Visible range of scrolling cells, in pixels from the left edge of the grid. */
export interface VisiblePart {
  readonly left: number
  readonly right: number
}

interface TextPlace {
  readonly text: string
  readonly align: 'left' | 'right' | 'center'
  readonly x: number
  readonly width: number
  /** Part of a number or date would be a different value. */
  readonly number?: boolean | undefined
  /** Trailing part of the text, always shown: the row count of a group. */
  readonly tail?: string | undefined
  readonly sign?: number | undefined
  readonly seen?: VisiblePart | undefined
  readonly padding?: number | undefined
}

export interface FittedText {
  readonly text: string
  readonly align: 'left' | 'right' | 'center'
  readonly x: number
}

type Measure = (text: string) => number

/** Replaces digits that do not fit, as in spreadsheets. */
const MARK = '#'

/** Tolerance in pixels for inexact measurements before a digit is cut off. */
const SLACK = 1

/**
 * Fits a text into a cell and its visible part. Words are truncated with `…`. A number is replaced
 * by `#` marks, because a truncated 168 would read as 16.
 */
export function fitText(place: TextPlace, measure: Measure): FittedText {
  const { text, align, x, width, sign = 0, seen, padding = CELL_PADDING } = place
  const left = x + padding
  const right = x + width - padding - sign
  const min = Math.max(left, seen ? seen.left + 2 : left)
  const max = Math.min(right, seen ? seen.right - 2 : right)
  if (place.number === true) return fitNumber(place, { left, right, min, max, padding }, measure)
  const shown = truncateEnd(text, { room: right - left + SLACK, tail: place.tail ?? '' }, measure)
  const wide = measure(shown)
  const from = { left, center: x + width / 2 - wide / 2, right: right - wide }[align]
  const to = from + wide
  if (min <= from + SLACK && to <= max + SLACK) {
    return { text: shown, align, x: { left, center: x + width / 2, right }[align] }
  }
  if (min > from + SLACK) {
    // The start of the text is under frozen columns.
    return {
      text: truncateStart(text, to - min + SLACK, measure),
      align: 'right',
      x: Math.min(to, max),
    }
  }
  const room = Math.max(0, max - from + SLACK)
  return {
    text: truncateEnd(text, { room, tail: place.tail ?? '' }, measure),
    align: 'left',
    x: from,
  }
}

interface Edges {
  readonly left: number
  readonly right: number
  readonly min: number
  readonly max: number
  readonly padding: number
}

function fitNumber(place: TextPlace, edges: Edges, measure: Measure): FittedText {
  const { text, align } = place
  const { left, right, min, max } = edges
  const wide = measure(text)
  const middle = place.x + place.width / 2
  const from = { left, center: middle - wide / 2, right: right - wide }[align]
  const hasRoom = wide <= right - left + SLACK
  if (hasRoom && from >= min - SLACK && from + wide <= max + SLACK) {
    // The closing parenthesis of a credit is placed in the padding to align its digits with other
    // amounts.
    const overhang = text.endsWith(')') ? Math.min(measure(')'), edges.padding) : 0
    return { text, align, x: { left, center: middle, right: right + overhang }[align] }
  }
  const count = Math.floor((max - min + SLACK) / measure(MARK))
  const marks = MARK.repeat(Math.max(0, Math.min(count, text.length)))
  return align === 'left' ? { text: marks, align, x: min } : { text: marks, align: 'right', x: max }
}

export function isReplacedByMarks(place: TextPlace, measure: Measure): boolean {
  return place.text !== '' && fitText({ ...place, number: true }, measure).text !== place.text
}

/** Truncates a text with `…` before it reaches the next column. */
export function truncateText(text: string, room: number, measure: Measure): string {
  return truncateEnd(text, { room: room + SLACK, tail: '' }, measure)
}

function truncateEnd(
  text: string,
  { room, tail }: { readonly room: number; readonly tail: string },
  measure: Measure,
): string {
  if (measure(text) <= room) return text
  const words = text.slice(0, text.length - tail.length)
  const fittingLength = findLongestFit(words.length, (length) => {
    return measure(`${cutEnd(words, length)}…${tail}`) <= room
  })
  if (measure(`…${tail}`) <= room) return `${cutEnd(words, fittingLength)}…${tail}`
  if (tail !== '') return MARK.repeat(Math.max(0, Math.floor(room / measure(MARK))))
  return measure('…') <= room ? '…' : ''
}

function truncateStart(text: string, room: number, measure: Measure): string {
  const fittingLength = findLongestFit(text.length, (length) => {
    return measure(`…${cutStart(text, text.length - length)}`) <= room
  })
  if (fittingLength === 0) return measure('…') <= room ? '…' : ''
  return `…${cutStart(text, text.length - fittingLength)}`
}

function findLongestFit(max: number, fits: (length: number) => boolean): number {
  let low = 0
  let high = max
  while (low < high) {
    const middle = (low + high + 1) >> 1
    if (fits(middle)) low = middle
    else high = middle - 1
  }
  return low
}
