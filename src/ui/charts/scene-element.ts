import type { Ink, Pattern, Shape } from './scene.ts'

export interface SvgPaint {
  readonly colour: (ink: Ink) => string
  readonly pattern: (pattern: Pattern, ink: Ink) => string
}

interface SvgElement {
  readonly tag: 'rect' | 'path' | 'circle' | 'text'
  readonly place: Readonly<Record<string, string | number | undefined>>
  readonly style: Readonly<Record<string, string | number | undefined>>
  readonly text?: string
}

export function svgElement(shape: Shape, { colour, pattern }: SvgPaint): SvgElement {
  const ink = colour(shape.ink)
  switch (shape.kind) {
    case 'rect': {
      const { x, y, isOutline, share: fillOpacity = 1 } = shape
      const place = { x, y, width: Math.max(0, shape.width), height: Math.max(0, shape.height) }
      const dashed = { fill: 'none', stroke: ink, strokeDasharray: '3 2' }
      const fill = shape.pattern ? `url(#${pattern(shape.pattern, shape.ink)})` : ink
      return { tag: 'rect', place, style: isOutline ? dashed : { fill, fillOpacity } }
    }
    case 'path': {
      const { d, width: strokeWidth, dashes: strokeDasharray } = shape
      const style = { fill: 'none', stroke: ink, strokeWidth, strokeDasharray }
      return { tag: 'path', place: { d }, style }
    }
    case 'dot':
      return {
        tag: 'circle',
        place: { cx: shape.x, cy: shape.y, r: shape.radius },
        style: { fill: ink },
      }
    case 'text': {
      const { x, y, turn, anchor: textAnchor, text } = shape
      const transform = turn === undefined ? undefined : `rotate(${turn} ${x} ${y})`
      return { tag: 'text', place: { x, y, transform, textAnchor }, style: { fill: ink }, text }
    }
  }
}
