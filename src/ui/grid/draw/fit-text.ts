import { CELL_PADDING } from '#ui/grid/columns/column.ts'

/** Where cells can be seen, in pixels from the left edge of the grid: from frozen columns to its end. */
export interface Seen {
  readonly left: number
  readonly right: number
}

/** A text and the place it is to have. */
interface TextPlace {
  readonly text: string
  readonly align: 'left' | 'right' | 'center'
  readonly x: number
  readonly width: number
  /** A number, a day or a moment: part of it is another one. */
  readonly number?: boolean | undefined
  /** The end of the text that always stands there: how many rows a group has. */
  readonly tail?: string | undefined
  /** Room at the right that something else takes. */
  readonly sign?: number | undefined
  readonly seen?: Seen | undefined
  /** Room that is left free on either side. */
  readonly padding?: number | undefined
}

/** A text as it is drawn, at an anchor. */
export interface FittedText {
  readonly text: string
  readonly align: 'left' | 'right' | 'center'
  readonly x: number
}

type Measure = (text: string) => number

/** Stands for digits that have no room, as in spreadsheets. */
const MARK = '#'

/** Pixels by which measures may be off before anything is missing from a digit. */
const SLACK = 1

/**
 * The text that has room in a cell and in what is seen of it. Words end in `…`; of a number nothing
 * is shown but marks, for 16 is not the beginning of 168 to whoever reads it.
 */
export function fitText(place: TextPlace, measure: Measure): FittedText {
  const { text, align, x, width, sign = 0, seen, padding = CELL_PADDING } = place
  const left = x + padding
  const right = x + width - padding - sign
  const least = Math.max(left, seen ? seen.left + 2 : left)
  const most = Math.min(right, seen ? seen.right - 2 : right)
  if (place.number === true) return fitNumber(place, { left, right, least, most, padding }, measure)
  const shown = ended(text, { room: right - left + SLACK, tail: place.tail ?? '' }, measure)
  const wide = measure(shown)
  const from = { left, center: x + width / 2 - wide / 2, right: right - wide }[align]
  const to = from + wide
  if (least <= from + SLACK && to <= most + SLACK) {
    return { text: shown, align, x: { left, center: x + width / 2, right }[align] }
  }
  if (least > from + SLACK) {
    // What stands before is under other columns.
    return { text: begun(text, to - least + SLACK, measure), align: 'right', x: Math.min(to, most) }
  }
  const room = Math.max(0, most - from + SLACK)
  return { text: ended(text, { room, tail: place.tail ?? '' }, measure), align: 'left', x: from }
}

interface Edges {
  readonly left: number
  readonly right: number
  readonly least: number
  readonly most: number
  readonly padding: number
}

function fitNumber(place: TextPlace, edges: Edges, measure: Measure): FittedText {
  const { text, align } = place
  const { left, right, least, most } = edges
  const wide = measure(text)
  const middle = place.x + place.width / 2
  const from = { left, center: middle - wide / 2, right: right - wide }[align]
  const hasRoom = wide <= right - left + SLACK
  if (hasRoom && from >= least - SLACK && from + wide <= most + SLACK) {
    // Digits of credits stand under those of other amounts: the parenthesis is beside them.
    const beside = text.endsWith(')') ? Math.min(measure(')'), edges.padding) : 0
    return { text, align, x: { left, center: middle, right: right + beside }[align] }
  }
  const count = Math.floor((most - least + SLACK) / measure(MARK))
  const marks = MARK.repeat(Math.max(0, Math.min(count, text.length)))
  return align === 'left'
    ? { text: marks, align, x: least }
    : { text: marks, align: 'right', x: most }
}

/** True where a number is not drawn as it is. */
export function isMarked(place: TextPlace, measure: Measure): boolean {
  return place.text !== '' && fitText({ ...place, number: true }, measure).text !== place.text
}

/** The beginning of a text with `…`, and its tail whole. */
function ended(
  text: string,
  { room, tail }: { readonly room: number; readonly tail: string },
  measure: Measure,
): string {
  if (measure(text) <= room) return text
  const words = text.slice(0, text.length - tail.length)
  const kept = longest(words.length, (length) => {
    return measure(`${words.slice(0, length)}…${tail}`) <= room
  })
  if (measure(`…${tail}`) <= room) return `${words.slice(0, kept)}…${tail}`
  if (tail !== '') return MARK.repeat(Math.max(0, Math.floor(room / measure(MARK))))
  return measure('…') <= room ? '…' : ''
}

/** The end of a text with `…` before it. */
function begun(text: string, room: number, measure: Measure): string {
  const kept = longest(text.length, (length) => {
    return measure(`…${text.slice(text.length - length)}`) <= room
  })
  if (kept === 0) return measure('…') <= room ? '…' : ''
  return `…${text.slice(text.length - kept)}`
}

function longest(most: number, fits: (length: number) => boolean): number {
  let low = 0
  let high = most
  while (low < high) {
    const middle = (low + high + 1) >> 1
    if (fits(middle)) low = middle
    else high = middle - 1
  }
  return low
}
