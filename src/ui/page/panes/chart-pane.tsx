import type { JSX } from 'react'
import { label } from '#kernel/label.ts'
import type { ChartPart } from '#kernel/screen.ts'
import { currentLanguage, t } from '#ui/base/language.ts'
import { BarChart } from '#ui/charts/bar-chart.tsx'
import type { ChartPoint } from '#ui/charts/chart-keys.ts'
import { LineChart } from '#ui/charts/line-chart.tsx'
import { gridTexts } from '#ui/grid/edit/grid-texts.ts'
import type { GridModel } from '#ui/grid/model/grid-model.ts'
import type { PageModel } from '#ui/page/model/page-model.ts'
import { useGridVersion } from '#ui/page/rows/use-grid-version.ts'

/** More bars than these are one, so that each can be read. */
const BARS_MOST = 30

function pointsOf(grid: GridModel, { x, y }: ChartPart): ChartPoint[] {
  const column = grid.column(x)
  const empty = gridTexts[currentLanguage()].emptyCell
  return Array.from({ length: grid.rowCount }, (_, row) => ({
    name: (column && grid.text(row, column)) || empty,
    value: Number(grid.value(row, y) ?? 0),
  }))
}

/** The largest bars, and all the others as one. */
function barsOf(points: readonly ChartPoint[]): ChartPoint[] {
  const sorted = points.toSorted((one, other) => other.value - one.value)
  const rest = sorted.slice(BARS_MOST)
  if (rest.length === 0) return sorted
  const name = t(label(`그 밖 ${rest.length}`, `${rest.length} others`))
  const value = rest.reduce((sum, each) => sum + each.value, 0)
  return [...sorted.slice(0, BARS_MOST), { name, value }]
}

/** The rows of the grid as it shows them, drawn above it. */
export function ChartPane({ page, chart }: { page: PageModel; chart: ChartPart }): JSX.Element {
  const { grid } = page
  useGridVersion(grid)
  const measured = page.columns.find(({ name }) => name === chart.y)
  const title = measured ? t(measured.label) : chart.y
  const points = pointsOf(grid, chart)
  return (
    <div className="chart-pane" data-zone="form">
      {chart.kind === 'bars' ? (
        <BarChart title={title} points={barsOf(points)} />
      ) : (
        <LineChart title={title} points={points} />
      )}
    </div>
  )
}
