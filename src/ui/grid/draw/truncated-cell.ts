import { cutEnd } from '#kernel/cut-text.ts'
import { columnAlignment, isExact, columnPadding } from '#ui/grid/columns/column.ts'
import { measureKnown } from '#ui/grid/columns/text-width.ts'
import type { GridModel } from '#ui/grid/model/grid-model.ts'
import { cellAt, cellBox, type Viewport } from './cell-geometry.ts'
import { BOLD } from './draw-cell.ts'
import { isReplacedByMarks, type VisiblePart } from './fit-text.ts'
import type { Place } from '#ui/grid/rows/selection.ts'
import { cellWidth } from '#ui/grid/model/fit-columns.ts'

export function visiblePart({ widths, frozen, clientWidth }: Viewport): VisiblePart {
  const left = widths.slice(0, frozen).reduce((total, width) => total + width, 0)
  return { left, right: clientWidth }
}

/** Width of a text in the cell font; 0 before the first drawing. */
export function widthInCells(text: string): number {
  return measureKnown(BOLD, text) ?? 0
}

interface DrawnGrid {
  readonly model: GridModel
  readonly rowWindow: { readonly first: number }
}

/** Texts at least this long are sentences to be read in full. Shorter ones are names. */
const SENTENCE = 30
/** Longer texts, such as a list of a thousand numbers, are truncated below the cell. */
const MAX_ANNOUNCED_CHARACTERS = 600

/**
 * Full text of a number replaced by marks or of a truncated sentence. Null if it is completely
 * visible.
 */
export function truncatedText(
  { model, rowWindow }: DrawnGrid,
  view: Viewport,
  { row, at }: Place,
): string | null {
  const column = model.drawn[at]
  if (!column || row < 0 || row >= model.rowCount) return null
  const isSum = model.groupAt(row) !== undefined
  if (!isSum && column.kind === 'text') {
    const sentence = model.text(row, column)
    if (sentence.length >= SENTENCE) {
      if (cellWidth(sentence) <= column.width) return null
      return sentence.length > MAX_ANNOUNCED_CHARACTERS
        ? `${cutEnd(sentence, MAX_ANNOUNCED_CHARACTERS)}…`
        : sentence
    }
  }
  if (!isSum && !isExact(column)) return null
  const lead = view.widths.length - model.drawn.length
  const { x, width, frozen } = cellBox(view, row - rowWindow.first, at + lead)
  const seen = frozen ? { left: 0, right: view.clientWidth } : visiblePart(view)
  const text = model.text(row, column)
  const place = {
    text,
    align: columnAlignment(column),
    x,
    width,
    seen,
    padding: columnPadding(column),
  }
  return isReplacedByMarks(place, widthInCells) ? text : null
}

export function truncatedTextAt(
  drawn: DrawnGrid,
  view: Viewport,
  point: { readonly x: number; readonly y: number },
): string | null {
  const found = cellAt(view, point)
  const lead = view.widths.length - drawn.model.drawn.length
  if (!found || found.at < lead) return null
  return truncatedText(drawn, view, { row: found.row + drawn.rowWindow.first, at: found.at - lead })
}
