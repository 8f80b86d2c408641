import { useEffect, useMemo, useRef, useState, type JSX } from 'react'
import { label, type Label } from '#kernel/label.ts'
import type { ChartPart } from '#kernel/screen.ts'
import { today } from '#ui/base/calendar-day.ts'
import { t, useLanguage } from '#ui/base/language.ts'
import { Chart } from '#ui/charts/chart.tsx'
import type { ChartData, ChartMark, ChartPlace } from '#ui/charts/chart-data.ts'
import type { ChartHandle } from '#ui/charts/chart-handle.ts'
import type { PageModel } from '#ui/page/model/page-model.ts'
import type { PageView } from '#ui/page/model/page-view.ts'
import { useGridVersion } from '#ui/page/rows/use-grid-version.ts'
import { notify } from '#ui/windows/notify.tsx'
import { fetchPreviousPeriod } from './previous-period.ts'
import { chartRows, type ChartRows } from './chart-rows.ts'

interface ChartPaneProps {
  readonly page: PageModel
  readonly view: PageView
  readonly chart: ChartPart
  readonly onDrill?: (() => void) | undefined
}

const tooManyGroupsText = label(
  '행이 많아 차트를 그리지 않습니다. 조건을 좁혀 다시 조회하세요.',
  'Too many rows for a chart. Narrow the search.',
)
const noPeriod = label(
  '비교할 기간이 없습니다. 시작일과 종료일을 조회 조건에 입력하세요.',
  'No period to compare. Enter a start and end date in the search.',
)

const noRows = label('이 위치에는 행이 없습니다.', 'There are no rows here.')

/** Pixels. The grid below gets the larger part of the page. */
const HEIGHT = 268

/** Marks of the rows shown. Memoized, because moving the cursor must not recompute them. */
function useChartRows({ page, chart }: Pick<ChartPaneProps, 'page' | 'chart'>): ChartRows {
  const { grid } = page
  const language = useLanguage()
  const { since, arriving } = page.loaded
  const names = grid.column([chart.split ?? ''].flat()[0] ?? '')?.options
  return useMemo(
    () =>
      chartRows({
        grid,
        chart,
        columns: page.columns,
        unit: page.part.source.unit,
        today: today(),
      }),
    // eslint-disable-next-line react-hooks/exhaustive-deps
    [
      grid,
      chart,
      grid.rowCount,
      grid.sortKeys,
      grid.filters,
      grid.isArranging,
      since,
      arriving,
      names,
      language,
    ],
  )
}

/** Chart position of the grid's cursor. Moving in either one updates the other. */
function useChartCursor({ grid }: PageModel, rows: ChartRows) {
  const [own, setSelected] = useState<{
    place: ChartPlace
    row: number | undefined
    of: ChartRows
  }>()
  const row = grid.current?.row
  const isOwn = own !== undefined && own.row === row && own.of === rows
  const place =
    (isOwn ? own.place : undefined) ?? (row === undefined ? undefined : rows.placeOf(row))
  function move(to: ChartPlace, column: string | undefined): void {
    const ofSeries = rows.rowsOf(to.mark, to.series)
    const all = rows.rowsOf(to.mark)
    const next = ofSeries[0] ?? all[0]
    const stays = row !== undefined && ofSeries.includes(row)
    if (!stays && next !== undefined) {
      const isDrawn = grid.drawn.some(({ id }) => id === column)
      grid.setCurrent(next, isDrawn ? column : undefined)
    }
    setSelected({ place: to, row: grid.current?.row, of: rows })
  }
  return { place: place ?? { mark: 0, series: 0 }, move }
}

/** Values of the previous period for comparison, discarded when the rows change. */
function usePreviousPeriod(page: PageModel, chart: ChartPart, rows: ChartRows) {
  const [previous, setPrevious] = useState<{
    readonly of: ChartRows
    readonly title: Label
    readonly values: ReadonlyMap<string, number>
  }>()
  const shown = previous?.of === rows ? previous : undefined
  async function compare(): Promise<void> {
    if (shown) return setPrevious(undefined)
    const found = await fetchPreviousPeriod(page, chart)
    if (found) setPrevious({ ...found, of: rows })
    else notify('info', t(noPeriod), { answersKey: true })
  }
  const data = useMemo((): ChartData => {
    if (!shown) return rows.data
    const marks = rows.data.marks.map((mark, index): ChartMark => ({
      ...mark,
      previousValue: shown.values.get(rows.keys[index] ?? ''),
    }))
    return { ...rows.data, marks, previousTitle: t(shown.title) }
  }, [rows, shown])
  return { data, compare }
}

export function ChartPane(props: ChartPaneProps): JSX.Element {
  const { page, view, chart } = props
  const { grid } = page
  useGridVersion(grid)
  const rows = useChartRows(props)
  const { place, move } = useChartCursor(page, rows)
  const { data, compare } = usePreviousPeriod(page, chart, rows)
  const handle = useRef<ChartHandle>(null)
  // Sort the rows like the bars, unless the user has chosen another order.
  const isSorted = chart.kind === 'bars' || chart.kind === 'pareto'
  useEffect(() => {
    const [column] = [chart.y].flat()
    if (!isSorted || column === undefined || grid.sortKeys.length > 0) return
    grid.sort([{ column, direction: 'desc' }])
    grid.setCurrent(0)
  }, [grid, isSorted, chart.y])
  const drill = (): void => {
    // The cursor of the grid is still on the row of another mark.
    if (rows.rowsOf(place.mark).length === 0) return notify('info', t(noRows), { answersKey: true })
    if (props.onDrill) props.onDrill()
    else void view.focusGrid('grid')
  }
  const select = (): void => {
    const chosen = rows.rowsOf(place.mark)
    grid.setChecked(chosen, !chosen.every((row) => grid.isChecked(row)))
  }
  const work = useRef({ drill, select, compare })
  useEffect(() => {
    work.current = { drill, select, compare }
  })
  useEffect(() => {
    view.drawnChart({
      handle: () => handle.current,
      work: {
        drill: () => work.current.drill(),
        ...(page.part.checks && { select: () => work.current.select() }),
        compare: () => work.current.compare(),
      },
    })
    page.changed()
    return () => view.drawnChart(undefined)
  }, [page, view])
  if (grid.windows) {
    return (
      <p className="chart-pane" role="status">
        {t(tooManyGroupsText)}
      </p>
    )
  }
  const measured = [chart.y, chart.against ?? []].flat()
  const ticked = new Set<number>()
  for (const id of grid.checkedIds()) {
    const found = rows.placeOf(grid.viewRowOf(id))
    if (found) ticked.add(found.mark)
  }
  return (
    <div className="chart-pane" data-zone="chart" onFocus={() => page.setZone('grid')}>
      <Chart
        ref={handle}
        data={data}
        place={place}
        height={HEIGHT}
        selected={ticked}
        onDrill={drill}
        onMove={(to) => move(to, chart.split ? measured[0] : measured[to.series])}
      />
    </div>
  )
}
