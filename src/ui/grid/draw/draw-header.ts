import { drawCell, drawFrozenEdge, type Box } from './draw-cell.ts'
import { alignmentOf, isTyped, paddingOf, type GridColumn } from '#ui/grid/columns/column.ts'
import type { GridModel } from '#ui/grid/model/grid-model.ts'
import type { LeadColumn } from './grid-painter.ts'
import { truncateText } from './fit-text.ts'
import { WORD_FAMILY, type GridPalette } from './grid-theme.ts'

const WORD_FONT = `12.5px ${WORD_FAMILY}`
const SMALL_FONT = `9px ${WORD_FAMILY}`

interface HeaderPicture {
  readonly model: GridModel
  readonly palette: GridPalette
  readonly lead: LeadColumn | undefined
  readonly column: GridColumn | undefined
  readonly frozenEdge: boolean
}

export function drawHeader(ctx: CanvasRenderingContext2D, box: Box, head: HeaderPicture): void {
  const { column, palette } = head
  if (head.lead === 'check') {
    const check = head.model.checkState()
    drawCell(ctx, box, { text: '', align: 'center', colour: palette.text, palette, check })
  }
  if (head.frozenEdge) drawFrozenEdge(ctx, box, palette)
  if (!column) return
  const align = alignmentOf(column)
  const arrow = sortSign(head.model, column)
  const arrowRoom = arrow ? 14 + (arrow.rank ? 6 : 0) : 0
  ctx.save()
  ctx.beginPath()
  ctx.rect(box.x, box.y, box.width, box.height)
  ctx.clip()
  ctx.font = WORD_FONT
  ctx.textBaseline = 'middle'
  ctx.textAlign = 'left'
  const star = column.required === true ? ctx.measureText(' *').width : 0
  const padding = paddingOf(column)
  const room = box.width - padding * 2 - star - arrowRoom
  const title = truncateText(column.title, room, (text) => ctx.measureText(text).width)
  const width = ctx.measureText(title).width
  const spare = room - width
  const shift = { left: 0, center: Math.max(0, spare) / 2, right: Math.max(0, spare) }[align]
  const left = box.x + padding + shift
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

function sortSign(model: GridModel, column: GridColumn): { sign: string; rank: string } | null {
  const at = model.sortKeys.findIndex((key) => key.column === column.id)
  const key = model.sortKeys[at]
  if (!key) return null
  return {
    sign: key.direction === 'asc' ? '▲' : '▼',
    rank: model.sortKeys.length > 1 ? String(at + 1) : '',
  }
}
