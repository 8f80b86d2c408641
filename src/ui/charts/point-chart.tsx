import { useMemo, useState, type JSX, type Ref } from 'react'
import { Chart } from './chart.tsx'
import type { ChartData, ChartPlace } from './chart-data.ts'
import type { ChartHandle } from './chart-handle.ts'

export interface ChartPoint {
  readonly name: string
  readonly value: number
}

interface PointChartProps {
  readonly kind: 'bars' | 'line'
  readonly title: string
  readonly points: readonly ChartPoint[]
  readonly ref?: Ref<ChartHandle>
}

export function PointChart({ kind, title, points, ref }: PointChartProps): JSX.Element {
  const [place, setPlace] = useState<ChartPlace>({ mark: 0, series: 0 })
  const data = useMemo(
    (): ChartData => ({
      kind,
      title,
      unit: '',
      series: [''],
      marks: points.map(({ name, value }) => ({ name, title: name, values: [value], facts: [] })),
    }),
    [kind, title, points],
  )
  return <Chart data={data} place={place} onMove={setPlace} height={240} {...(ref && { ref })} />
}
