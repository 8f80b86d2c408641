import type { JSX } from 'react'
import { useId } from 'react'
import type { ChartData } from './chart-data.ts'
import { lineInk, paretoClasses, paretoStyle } from './layout.ts'
import { ScenePatterns, SvgShapes } from './scene-svg.tsx'
import { seriesStyle, type Shape } from './scene.ts'

const swatch = { kind: 'rect', x: 0.5, y: 0.5, width: 10, height: 11 } as const

function legendEntries(data: ChartData): readonly (readonly [name: string, shape: Shape])[] {
  const before: Shape = { kind: 'path', d: 'M0,6.5H11', ink: 'strong', width: 2, dashes: '3 2' }
  const was = data.previousTitle ? [[data.previousTitle, before] as const] : []
  switch (data.kind) {
    case 'heat':
    case 'calendar':
      return was
    case 'plan': {
      const low: Shape = { ...swatch, ink: 'low', pattern: 'hatch' }
      return [
        [data.series[1] ?? '', { ...swatch, ink: 'quiet', isOutline: true }],
        [data.series[0] ?? '', { ...swatch, ink: 'part1' }],
        ...(data.lowTitle ? [[data.lowTitle, low] as const] : []),
        ...was,
      ]
    }
    case 'pareto':
      return [
        ...paretoClasses.map(
          ({ name }, index) => [name, { ...swatch, ...paretoStyle(index) }] as const,
        ),
        ...was,
      ]
    case 'line':
      return [
        ...data.series.map((name, index) => {
          const shape: Shape = { kind: 'path', d: 'M0,6H11', ink: lineInk(index), width: 2 }
          return [name, shape] as const
        }),
        ...was,
      ]
    case 'bars': {
      const parts = data.series.map(
        (name, index) => [name, { ...swatch, ...seriesStyle(index) }] as const,
      )
      return [...(parts.length > 1 ? parts : []), ...was]
    }
  }
}

export function ChartLegend({ data }: { readonly data: ChartData }): JSX.Element {
  const id = useId()
  return (
    <figcaption className="frame-title chart-legend">
      <span>
        {data.title} {data.unit}
      </span>
      {legendEntries(data).map(([name, shape]) => (
        <span key={name} className="chart-key">
          <svg width={11} height={12} aria-hidden="true">
            <ScenePatterns chart={id} shapes={[shape]} />
            <SvgShapes shapes={[shape]} chart={id} />
          </svg>
          {name}
        </span>
      ))}
    </figcaption>
  )
}
