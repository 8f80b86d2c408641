import type { JSX } from 'react'
import { figureText, useChartKeys, type ChartPoint } from './chart-keys.ts'
import './charts.css'

interface LineChartProps {
  readonly title: string
  readonly points: readonly ChartPoint[]
}

const WIDTH = 640
const HEIGHT = 220
const LEFT = 16
const TOP = 34
const FOOT = 28

/** An amount over time; the point in hand shows its figure, and says it. */
export function LineChart({ title, points }: LineChartProps): JSX.Element {
  const { here, onKeyDown, pointProps } = useChartKeys(points.length)
  const most = Math.max(1, ...points.map(({ value }) => value))
  const step = (WIDTH - 2 * LEFT) / Math.max(1, points.length - 1)
  const x = (index: number): number => LEFT + index * step
  const y = (value: number): number =>
    HEIGHT - FOOT - ((HEIGHT - TOP - FOOT) * Math.max(value, 0)) / most
  const path = points.map(({ value }, index) => `${x(index)},${y(value)}`).join(' ')
  return (
    <figure className="chart frame">
      <figcaption className="frame-title">{title}</figcaption>
      <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} role="group" aria-label={title} onKeyDown={onKeyDown}>
        <line className="chart-base" x1={LEFT} x2={WIDTH - LEFT} y1={y(0)} y2={y(0)} />
        <polyline className="chart-line" points={path} />
        {points.map(({ name, value }, index) => (
          <g
            key={index}
            {...pointProps(index)}
            className="chart-point"
            role="img"
            aria-label={`${name} ${figureText(value)}`}
          >
            <rect
              className="chart-focus"
              x={x(index) - Math.min(step, 40) / 2}
              y={0}
              width={Math.min(step, 40)}
              height={HEIGHT}
            />
            <circle cx={x(index)} cy={y(value)} r={index === here ? 5 : 3} />
            <text x={x(index)} y={HEIGHT - 8} textAnchor="middle">
              {name}
            </text>
            {index === here && (
              <text className="chart-figure" x={x(index)} y={y(value) - 12} textAnchor="middle">
                {figureText(value)}
              </text>
            )}
          </g>
        ))}
      </svg>
    </figure>
  )
}
