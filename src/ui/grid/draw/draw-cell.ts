import { fitText, type FittedText, type Seen } from './fit-text.ts'
import { CELL_PADDING } from '#ui/grid/columns/column.ts'
import { DATA_FONT, DATA_FONT_SIZE, type GridPalette } from './grid-theme.ts'
import { textWidth } from '#ui/grid/columns/text-width.ts'

/** Everything needed to draw one cell. */
export interface CellPicture {
  readonly text: string
  readonly align: 'left' | 'right' | 'center'
  readonly colour: string
  readonly palette: GridPalette
  readonly bold?: boolean
  readonly struck?: boolean
  /** Nobody typed it yet: a dotted line stands under it. */
  readonly proposed?: boolean
  readonly faulty?: boolean
  readonly check?: 'on' | 'off' | 'some'
  /** Per cent. */
  readonly progress?: number
  readonly current?: 'focused' | 'unfocused'
  /** The last column that stays when the grid is scrolled sideways. */
  readonly frozenEdge?: boolean
  /** The cell opens a list or value help. */
  readonly list?: boolean
  /** A number, a day or a moment: it is drawn whole or not at all. */
  readonly number?: boolean
  /** The end of the text that is never left out. */
  readonly tail?: string
  /** Room that is left free on either side of the text. */
  readonly padding?: number
  /** What of the grid can be seen where the cell stands. */
  readonly seen?: Seen | undefined
  /** A small sign at the left edge, beside the text. */
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

/** Draws one cell over the ground already painted. Leaves font and colours to the next one. */
export function drawCell(ctx: CanvasRenderingContext2D, box: Box, picture: CellPicture): void {
  if (picture.current) drawCurrentGround(ctx, box, picture)
  if (picture.frozenEdge === true) drawFrozenEdge(ctx, box, picture.palette)
  if (picture.check) drawCheck(ctx, box, picture)
  else if (picture.progress !== undefined) drawProgress(ctx, box, picture)
  else drawText(ctx, box, picture)
  if (picture.mark) drawMark(ctx, box, picture.mark)
  if (picture.faulty === true) drawCorner(ctx, box, picture.palette.stop)
  if (picture.current) drawRing(ctx, box, picture)
}

function drawCurrentGround(ctx: CanvasRenderingContext2D, box: Box, picture: CellPicture): void {
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
 * A ring of 2 px inside the cell, so that no neighbour has to be redrawn with it. Without the
 * keyboard a thin frame stands within its place: no pixel tells the two apart by its colour alone.
 */
function drawRing(ctx: CanvasRenderingContext2D, box: Box, picture: CellPicture): void {
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

function drawText(ctx: CanvasRenderingContext2D, box: Box, picture: CellPicture): void {
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
    if (picture.struck === true) strike(ctx, box, fitted)
    if (picture.proposed === true) underline(ctx, box, fitted)
  }
  if (sign > 0) {
    ctx.textAlign = 'right'
    ctx.fillStyle = picture.palette.quiet
    ctx.fillText('▾', box.x + box.width - 6, middle)
  }
  ctx.textAlign = 'left'
}

/** In the colour of the text, which is set. */
function strike(ctx: CanvasRenderingContext2D, box: Box, fitted: FittedText): void {
  const [start, width] = extentOf(ctx, fitted)
  ctx.fillRect(start, Math.round(box.y + box.height / 2), width, 1)
}

/** Dots of one pixel, two apart, in the colour of the text. */
function underline(ctx: CanvasRenderingContext2D, box: Box, fitted: FittedText): void {
  const [start, width] = extentOf(ctx, fitted)
  const y = Math.round(box.y + box.height / 2) + 8
  for (let x = Math.round(start); x < start + width; x += 3) ctx.fillRect(x, y, 1, 1)
}

/** Where a text begins and how wide it is. */
function extentOf(
  ctx: CanvasRenderingContext2D,
  { text, align, x }: FittedText,
): readonly [start: number, width: number] {
  const { width } = ctx.measureText(text)
  return [{ left: x, center: x - width / 2, right: x - width }[align], width]
}

function drawCheck(ctx: CanvasRenderingContext2D, box: Box, picture: CellPicture): void {
  const { palette } = picture
  const left = Math.round(box.x + box.width / 2 - 6) + 0.5
  const top = Math.round(box.y + box.height / 2 - 5.5) + 0.5
  const on = picture.check !== 'off'
  ctx.lineWidth = 1
  ctx.strokeStyle = on ? palette.accent : palette.box
  ctx.strokeRect(left, top, 12, 12)
  if (!on) return
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

function drawProgress(ctx: CanvasRenderingContext2D, box: Box, picture: CellPicture): void {
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
