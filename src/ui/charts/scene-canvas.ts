import { inks, type Ink, type Pattern, type Scene, type Shape } from './scene.ts'
import { PATTERN_SIZE, patternLines } from './scene-pattern.ts'

export interface Paint {
  readonly colours: Readonly<Record<Ink, string>>
  readonly font: string
}

export function readPaint(element: Element): Paint {
  const style = getComputedStyle(element)
  const colours = Object.fromEntries(
    inks.map((ink) => [ink, style.getPropertyValue(`--${ink}`).trim() || '#888']),
  ) as Record<Ink, string>
  return { colours, font: `12px ${style.getPropertyValue('--mono') || 'monospace'}` }
}

export function drawScene(context: CanvasRenderingContext2D, scene: Scene, paint: Paint): void {
  const fills = new Map<string, CanvasPattern | string>()
  const inkFill = (ink: Ink, pattern: Pattern | undefined): CanvasPattern | string => {
    if (!pattern) return paint.colours[ink]
    const key = `${pattern} ${ink}`
    const known = fills.get(key) ?? patternFill(context, pattern, paint, ink)
    fills.set(key, known)
    return known
  }
  context.font = paint.font
  context.textBaseline = 'alphabetic'
  const draw = (shape: Shape): void => drawShape(context, shape, paint, inkFill)
  for (const shape of scene.background) draw(shape)
  for (const { shapes } of scene.marks) for (const shape of shapes) draw(shape)
  for (const shape of scene.overlay) draw(shape)
}

function drawShape(
  context: CanvasRenderingContext2D,
  shape: Shape,
  { colours }: Paint,
  fillOf: (ink: Ink, pattern: Pattern | undefined) => CanvasPattern | string,
): void {
  const colour = colours[shape.ink]
  switch (shape.kind) {
    case 'rect': {
      const { x, y, width, height, ink, pattern, isOutline, share } = shape
      if (isOutline) {
        context.setLineDash([3, 2])
        context.lineWidth = 1
        context.strokeStyle = colour
        context.strokeRect(x, y, width, height)
        return
      }
      context.globalAlpha = share ?? 1
      context.fillStyle = fillOf(ink, pattern)
      context.fillRect(x, y, width, height)
      context.globalAlpha = 1
      return
    }
    case 'path':
      context.setLineDash(shape.dashes ? shape.dashes.split(' ').map(Number) : [])
      context.lineWidth = shape.width
      context.strokeStyle = colour
      context.stroke(new Path2D(shape.d))
      return
    case 'dot':
      context.beginPath()
      context.arc(shape.x, shape.y, shape.radius, 0, 2 * Math.PI)
      context.fillStyle = colour
      context.fill()
      return
    case 'text':
      drawText(context, shape, colour)
  }
}

function drawText(
  context: CanvasRenderingContext2D,
  { x, y, turn, anchor, text }: Extract<Shape, { kind: 'text' }>,
  colour: string,
): void {
  context.save()
  context.translate(x, y)
  if (turn !== undefined) context.rotate((turn * Math.PI) / 180)
  context.textAlign = anchor === 'middle' ? 'center' : anchor
  context.fillStyle = colour
  context.fillText(text, 0, 0)
  context.restore()
}

function patternFill(
  context: CanvasRenderingContext2D,
  pattern: Pattern,
  { colours }: Paint,
  ink: Ink,
): CanvasPattern | string {
  const tile = document.createElement('canvas')
  tile.width = PATTERN_SIZE
  tile.height = PATTERN_SIZE
  const on = tile.getContext('2d')
  if (!on) return colours[ink]
  on.fillStyle = colours[ink]
  on.fillRect(0, 0, PATTERN_SIZE, PATTERN_SIZE)
  on.strokeStyle = colours.ground
  on.lineWidth = 1.2
  on.stroke(new Path2D(patternLines[pattern]))
  return context.createPattern(tile, 'repeat') ?? colours[ink]
}
