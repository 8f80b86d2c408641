import { createRoot } from 'react-dom/client'
import { flushSync } from 'react-dom'
import '#ui/theme/theme.css'
import { Chart } from '#ui/charts/chart.tsx'
import type { ChartData } from '#ui/charts/chart-data.ts'

const root = createRoot(document.getElementById('root') ?? document.body)

function getData(kind: ChartData['kind'], points: number): ChartData {
  const series = kind === 'heat' ? Array.from({ length: 24 }, (_, hour) => `${hour}`) : ['출고']
  const marks = Array.from({ length: Math.ceil(points / series.length) }, (_, index) => ({
    key: String(index),
    name: `${index + 1}`,
    title: `${index + 1}일`,
    facts: [],
    values: series.map((_each, other) => 900 + ((index * 37 + other * 61) % 700)),
  }))
  return { kind, title: '출고', unit: 'EA', series, marks }
}

const waitForPaint = (): Promise<void> =>
  new Promise((resolve) => {
    requestAnimationFrame(() => setTimeout(resolve))
  })

/** Milliseconds from the data to the frame that shows its chart, and for a step of its cursor. */
async function timeChart(
  kind: ChartData['kind'],
  points: number,
): Promise<{ drawn: number; moved: number }> {
  root.render(null)
  await waitForPaint()
  const data = getData(kind, points)
  const drawChart = (mark: number) =>
    flushSync(() => {
      root.render(
        <Chart data={data} place={{ mark, series: 0 }} height={320} onMove={() => undefined} />,
      )
    })
  let from = performance.now()
  drawChart(0)
  await waitForPaint()
  const drawn = performance.now() - from
  from = performance.now()
  drawChart(Math.floor(data.marks.length / 2))
  await waitForPaint()
  return { drawn, moved: performance.now() - from }
}

window.timeChart = timeChart
