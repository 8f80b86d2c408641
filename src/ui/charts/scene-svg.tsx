import type { JSX } from 'react'
import { svgElement, type SvgPaint } from './scene-element.ts'
import { PATTERN_SIZE, patternLines } from './scene-pattern.ts'
import type { Ink, Pattern, Shape } from './scene.ts'

/** Id of a pattern, prefixed per chart because SVG ids are global to the page. */
const patternId = (chart: string, pattern: Pattern, ink: Ink) => `${chart}-${pattern}-${ink}`

export function ScenePatterns({ chart, shapes }: ShapesProps): JSX.Element {
  const used = new Map<string, readonly [Pattern, Ink]>()
  for (const shape of shapes) {
    if (shape.kind !== 'rect' || !shape.pattern) continue
    used.set(`${shape.pattern}-${shape.ink}`, [shape.pattern, shape.ink])
  }
  return (
    <defs>
      {[...used].map(([key, [pattern, ink]]) => (
        <pattern
          key={key}
          id={patternId(chart, pattern, ink)}
          width={PATTERN_SIZE}
          height={PATTERN_SIZE}
          patternUnits="userSpaceOnUse"
        >
          <rect width={PATTERN_SIZE} height={PATTERN_SIZE} fill={`var(--${ink})`} />
          <path d={patternLines[pattern]} className="chart-pattern" />
        </pattern>
      ))}
    </defs>
  )
}

interface ShapesProps {
  readonly chart: string
  readonly shapes: readonly Shape[]
}

export function SvgShapes({ chart, shapes }: ShapesProps): JSX.Element {
  const paint: SvgPaint = {
    colour: (ink) => `var(--${ink})`,
    pattern: (pattern, ink) => patternId(chart, pattern, ink),
  }
  return (
    <>
      {shapes.map((shape, index) => {
        const { tag: Tag, place, style, text } = svgElement(shape, paint)
        return (
          <Tag key={index} {...place} style={style}>
            {text}
          </Tag>
        )
      })}
    </>
  )
}
