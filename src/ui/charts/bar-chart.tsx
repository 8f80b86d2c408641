import type { JSX } from 'react'
import { figureText, useChartKeys, type ChartPoint } from './chart-keys.ts'
import './charts.css'

interface BarChartProps {
  readonly title: string
  readonly points: readonly ChartPoint[]
}

const WIDTH = 480
const LINE = 28
const NAME = 110
const FIGURE = 90

/** Amounts side by side as bars; each is named and counted for whoever hears it. */
export function BarChart({ title, points }: BarChartProps): JSX.Element {
  const { onKeyDown, pointProps } = useChartKeys(points.length)
  const most = Math.max(1, ...points.map(({ value }) => value))
  const height = Math.max(1, points.length) * LINE
  return (
    <figure className="chart frame">
      <figcaption className="frame-title">{title}</figcaption>
      <svg viewBox={`0 0 ${WIDTH} ${height}`} role="group" aria-label={title} onKeyDown={onKeyDown}>
        {points.map(({ name, value }, index) => {
          const long = ((WIDTH - NAME - FIGURE) * Math.max(value, 0)) / most
          return (
            <g
              key={index}
              {...pointProps(index)}
              className="chart-point"
              role="img"
              aria-label={`${name} ${figureText(value)}`}
              transform={`translate(0 ${index * LINE})`}
            >
              <rect className="chart-focus" width={WIDTH} height={LINE} />
              <text x={NAME - 10} y={18} textAnchor="end">
                {name}
              </text>
              <rect className="chart-bar" x={NAME} y={7} width={long} height={LINE - 14} />
              <text className="chart-figure" x={NAME + long + 8} y={18}>
                {figureText(value)}
              </text>
            </g>
          )
        })}
      </svg>
    </figure>
  )
}
