import { drawCell, drawFrozenEdge, type Box } from './draw-cell.ts'
import {
  columnAlignment,
  isTyped,
  columnPadding,
  type GridColumn,
} from '#ui/grid/columns/column.ts'
import type { GridModel } from '#ui/grid/model/grid-model.ts'
import type { LeadColumn } from './grid-painter.ts'
import { truncateText } from './fit-text.ts'
import { WORD_FAMILY, type GridPalette } from './grid-theme.ts'

const WORD_FONT = `12.5px ${WORD_FAMILY}`
/** Pixels between a long title and the next column. */
const TITLE_GAP = 4
const SMALL_FONT = `9px ${WORD_FAMILY}`

interface HeaderStyle {
  readonly model: GridModel
  readonly palette: GridPalette
  readonly lead: LeadColumn | undefined
  readonly column: GridColumn | undefined
  readonly frozenEdge: boolean
}

export function drawHeader(ctx: CanvasRenderingContext2D, box: Box, head: HeaderStyle): void {
  const { column, palette } = head
  if (head.lead === 'check') {
    const check = head.model.checkState()
    drawCell(ctx, box, { text: '', align: 'center', colour: palette.text, palette, check })
  }
  if (head.frozenEdge) drawFrozenEdge(ctx, box, palette)
  if (!column) return
  const arrow = sortSign(head.model, column)
  const arrowRoom = arrow ? 14 + (arrow.rank ? 6 : 0) : 0
  ctx.save()
  ctx.beginPath()
  ctx.rect(box.x, box.y, box.width, box.height)
  ctx.clip()
  ctx.font = WORD_FONT
  ctx.textBaseline = 'middle'
  ctx.textAlign = 'left'
  const measure = (text: string): number => ctx.measureText(text).width
  const star = column.required === true ? measure(' *') : 0
  const { title, left, width } = placeTitle(column, box, star + arrowRoom, measure)
  const middle = box.y + box.height / 2 + 1
  // Titles of editable columns are brighter.
  ctx.fillStyle = isTyped(column) ? palette.text : palette.quiet
  ctx.fillText(title, left, middle)
  if (star > 0) {
    ctx.fillStyle = palette.stop
    ctx.fillText(' *', left + width, middle)
  }
  if (arrow) {
    ctx.fillStyle = palette.accent
    ctx.font = SMALL_FONT
    ctx.fillText(arrow.sign + arrow.rank, left + width + star + 5, middle)
  }
  ctx.restore()
}

/**
 * Text and position of a title. Leaves `taken` pixels for the symbols after it if there is space.
 */
export function placeTitle(
  column: GridColumn,
  { x, width: boxWidth }: Pick<Box, 'x' | 'width'>,
  taken: number,
  measure: (text: string) => number,
): { readonly title: string; readonly left: number; readonly width: number } {
  const padding = columnPadding(column)
  // In a narrow column the title may use the padding and the space of the symbols.
  const title = truncateText(column.title, boxWidth - padding - TITLE_GAP, measure)
  const width = measure(title)
  const spare = Math.max(0, boxWidth - padding * 2 - taken - width)
  const shift = { left: 0, center: spare / 2, right: spare }[columnAlignment(column)]
  return { title, left: x + padding + shift, width }
}

function sortSign(model: GridModel, column: GridColumn): { sign: string; rank: string } | null {
  const index = model.sortKeys.findIndex((key) => key.column === column.id)
  const key = model.sortKeys[index]
  if (!key) return null
  return {
    sign: key.direction === 'asc' ? '▲' : '▼',
    rank: model.sortKeys.length > 1 ? String(index + 1) : '',
  }
}
