import type { JSX } from 'react'
import { PATTERN_SIZE, patternLines } from './scene-pattern.ts'
import type { Ink, Pattern, Shape } from './scene.ts'

/** The name of a pattern on the page: a chart's own, as what is drawn looks for it everywhere. */
const patternId = (chart: string, pattern: Pattern, ink: Ink) => `${chart}-${pattern}-${ink}`

/** The patterns that some shapes are filled with. */
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

/** Shapes as SVG, in the colours of the theme. */
export function SvgShapes({ chart, shapes }: ShapesProps): JSX.Element {
  return (
    <>
      {shapes.map((shape, at) => (
        <SvgShape key={at} shape={shape} chart={chart} />
      ))}
    </>
  )
}

function SvgShape({ shape, chart }: { shape: Shape; chart: string }): JSX.Element {
  const colour = `var(--${shape.ink})`
  switch (shape.kind) {
    case 'rect': {
      const { x, y, width, height, pattern, ink, isOutline, share } = shape
      const fill = pattern ? `url(#${patternId(chart, pattern, ink)})` : colour
      const place = { x, y, width: Math.max(0, width), height: Math.max(0, height) }
      if (!isOutline) return <rect {...place} style={{ fill, fillOpacity: share ?? 1 }} />
      return <rect {...place} style={{ fill: 'none', stroke: colour, strokeDasharray: '3 2' }} />
    }
    case 'path':
      return (
        <path
          d={shape.d}
          style={{
            fill: 'none',
            stroke: colour,
            strokeWidth: shape.width,
            strokeDasharray: shape.dashes,
          }}
        />
      )
    case 'dot':
      return <circle cx={shape.x} cy={shape.y} r={shape.radius} style={{ fill: colour }} />
    case 'text': {
      const { x, y, turn, anchor, text } = shape
      const turned = turn === undefined ? undefined : `rotate(${turn} ${x} ${y})`
      return (
        <text x={x} y={y} transform={turned} textAnchor={anchor} style={{ fill: colour }}>
          {text}
        </text>
      )
    }
  }
}
