import { fitText, type FittedText, type VisiblePart } from './fit-text.ts'
import { CELL_PADDING } from '#ui/grid/columns/column.ts'
import { DATA_FONT, DATA_FONT_SIZE, type GridPalette } from './grid-theme.ts'
import { textWidth } from '#ui/grid/columns/text-width.ts'

export interface CellStyle {
  readonly text: string
  readonly align: 'left' | 'right' | 'center'
  readonly colour: string
  readonly palette: GridPalette
  readonly bold?: boolean
  readonly isStruckThrough?: boolean
  /** Proposed by the server, not typed by the user. Drawn with a dotted underline. */
  readonly isProposed?: boolean
  readonly invalid?: boolean
  readonly check?: 'on' | 'off' | 'some'
  readonly progress?: number
  readonly current?: 'focused' | 'unfocused'
  /** The last column that does not scroll horizontally. */
  readonly frozenEdge?: boolean
  readonly list?: boolean
  /** Drawn in full or not at all: part of a number or date would be a different value. */
  readonly number?: boolean
  /** Trailing part of the text, never truncated. */
  readonly tail?: string
  readonly padding?: number
  readonly seen?: VisiblePart | undefined
  readonly mark?: { readonly text: string; readonly colour: string }
}

export interface Box {
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
}

const PLAIN = `${DATA_FONT_SIZE}px ${DATA_FONT}`
export const BOLD = `bold ${DATA_FONT_SIZE}px ${DATA_FONT}`

/** Draws one cell over the background already painted. Does not restore font and colours. */
export function drawCell(ctx: CanvasRenderingContext2D, box: Box, picture: CellStyle): void {
  if (picture.current) drawCurrentBackground(ctx, box, picture)
  if (picture.frozenEdge === true) drawFrozenEdge(ctx, box, picture.palette)
  if (picture.check) drawCheck(ctx, box, picture)
  else if (picture.progress !== undefined) drawProgress(ctx, box, picture)
  else drawText(ctx, box, picture)
  if (picture.mark) drawMark(ctx, box, picture.mark)
  if (picture.invalid === true) drawCorner(ctx, box, picture.palette.stop)
  if (picture.current) drawRing(ctx, box, picture)
}

function drawCurrentBackground(ctx: CanvasRenderingContext2D, box: Box, picture: CellStyle): void {
  ctx.fillStyle = picture.palette.cellCurrent
  ctx.fillRect(box.x + 1, box.y + 1, box.width - 1, box.height - 1)
}

export function drawFrozenEdge(
  ctx: CanvasRenderingContext2D,
  box: Box,
  palette: GridPalette,
): void {
  ctx.fillStyle = palette.edge
  ctx.fillRect(box.x + box.width - 1, box.y, 1, box.height)
}

/**
 * Draws a 2 px ring inside the cell, which avoids redrawing the neighbours. An unfocused grid has a
 * thin frame inset further, because the two must differ in more than colour.
 */
function drawRing(ctx: CanvasRenderingContext2D, box: Box, picture: CellStyle): void {
  const isFocused = picture.current === 'focused'
  const inset = isFocused ? 2 : 3.5
  ctx.lineWidth = isFocused ? 2 : 1
  ctx.strokeStyle = isFocused ? picture.palette.accent : picture.palette.quiet
  ctx.strokeRect(
    box.x + inset,
    box.y + inset,
    box.width - 2 * inset + 1,
    box.height - 2 * inset + 1,
  )
}

function drawText(ctx: CanvasRenderingContext2D, box: Box, picture: CellStyle): void {
  const sign = picture.list === true ? 12 : 0
  const font = picture.bold === true ? BOLD : PLAIN
  ctx.font = font
  ctx.fillStyle = picture.colour
  ctx.textBaseline = 'middle'
  const middle = box.y + box.height / 2 + 1.5
  const { x, width } = box
  const fitted =
    picture.text === ''
      ? undefined
      : fitText({ ...picture, x, width, sign }, (text) => textWidth(ctx, font, text))
  if (fitted && fitted.text !== '') {
    ctx.textAlign = fitted.align
    ctx.fillText(fitted.text, fitted.x, middle)
    if (picture.isStruckThrough === true) strikeThrough(ctx, box, fitted)
    if (picture.isProposed === true) underline(ctx, box, fitted)
  }
  if (sign > 0) {
    ctx.textAlign = 'right'
    ctx.fillStyle = picture.palette.quiet
    ctx.fillText('▾', box.x + box.width - 6, middle)
  }
  ctx.textAlign = 'left'
}

/** Uses the text colour, which is already set. */
function strikeThrough(ctx: CanvasRenderingContext2D, box: Box, fitted: FittedText): void {
  const [start, width] = textExtent(ctx, fitted)
  ctx.fillRect(start, Math.round(box.y + box.height / 2), width, 1)
}

/** Dots of one pixel, two apart, in the text colour. */
function underline(ctx: CanvasRenderingContext2D, box: Box, fitted: FittedText): void {
  const [start, width] = textExtent(ctx, fitted)
  const y = Math.round(box.y + box.height / 2) + 8
  for (let x = Math.round(start); x < start + width; x += 3) ctx.fillRect(x, y, 1, 1)
}

function textExtent(
  ctx: CanvasRenderingContext2D,
  { text, align, x }: FittedText,
): readonly [start: number, width: number] {
  const { width } = ctx.measureText(text)
  return [{ left: x, center: x - width / 2, right: x - width }[align], width]
}

function drawCheck(ctx: CanvasRenderingContext2D, box: Box, picture: CellStyle): void {
  const { palette } = picture
  const left = Math.round(box.x + box.width / 2 - 6) + 0.5
  const top = Math.round(box.y + box.height / 2 - 5.5) + 0.5
  const isOn = picture.check !== 'off'
  ctx.lineWidth = 1
  ctx.strokeStyle = isOn ? palette.accent : palette.box
  ctx.strokeRect(left, top, 12, 12)
  if (!isOn) return
  ctx.strokeStyle = palette.accent
  ctx.lineWidth = 2
  ctx.beginPath()
  if (picture.check === 'some') {
    ctx.moveTo(left + 3, top + 6)
    ctx.lineTo(left + 9, top + 6)
  } else {
    ctx.moveTo(left + 2.5, top + 6)
    ctx.lineTo(left + 5, top + 9)
    ctx.lineTo(left + 10, top + 3)
  }
  ctx.stroke()
}

function drawProgress(ctx: CanvasRenderingContext2D, box: Box, picture: CellStyle): void {
  const width = Math.max(0, box.width - CELL_PADDING * 2)
  const top = Math.round(box.y + box.height / 2 - 2.5)
  const share = Math.max(0, Math.min(100, picture.progress ?? 0)) / 100
  ctx.fillStyle = picture.palette.track
  ctx.fillRect(box.x + CELL_PADDING, top, width, 6)
  ctx.fillStyle = picture.palette.accent
  ctx.fillRect(box.x + CELL_PADDING, top, Math.round(width * share), 6)
}

function drawMark(
  ctx: CanvasRenderingContext2D,
  box: Box,
  mark: { readonly text: string; readonly colour: string },
): void {
  ctx.font = BOLD
  ctx.fillStyle = mark.colour
  ctx.textBaseline = 'middle'
  ctx.textAlign = 'left'
  ctx.fillText(mark.text, box.x + 4, box.y + box.height / 2 + 1.5)
}

function drawCorner(ctx: CanvasRenderingContext2D, box: Box, colour: string): void {
  const right = box.x + box.width
  ctx.fillStyle = colour
  ctx.beginPath()
  ctx.moveTo(right - 7, box.y + 1)
  ctx.lineTo(right, box.y + 1)
  ctx.lineTo(right, box.y + 8)
  ctx.fill()
}
