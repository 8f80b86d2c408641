import { useEffect, useRef, useState, type JSX } from 'react'
import { sampleFigures } from '#areas/system/operations/samples.ts'
import { label } from '#kernel/label.ts'
import type { PaneScreen } from '#kernel/pane-screen.ts'
import { t, useLanguage } from '#ui/base/language.ts'
import { formatFigure } from '#ui/charts/chart-data.ts'
import type { ChartHandle } from '#ui/charts/chart-handle.ts'
import { PointChart, type ChartPoint } from '#ui/charts/point-chart.tsx'
import { chartOffers } from '#ui/page/tools/chart-offers.ts'
import type { PageProps } from '#ui/page/tools/use-grid-page.ts'
import { codeLists } from '#ui/remote/code-lists.ts'
import { postQuery, toFailure } from '#ui/remote/query-call.ts'
import { notify } from '#ui/windows/notify.tsx'
import { useSamplePage } from './use-sample-page.ts'
import './sample-pages.css'

interface Figures {
  readonly states: readonly ChartPoint[]
  readonly months: readonly ChartPoint[]
}

function useFigures(): Figures | undefined {
  const [figures, setFigures] = useState<Figures>()
  const language = useLanguage()
  useEffect(() => {
    void (async () => {
      const rows = await postQuery({ source: sampleFigures }, {})
      await codeLists.load(['shipment-state'])
      const names = new Map(codeLists.get('shipment-state')?.map(({ CODE, NAME }) => [CODE, NAME]))
      const points = rows.map(({ PART, NAME, QTY }) => {
        const name = String(NAME)
        return { part: PART, name: names.get(name) ?? name.slice(-2), value: Number(QTY) }
      })
      const { STATE: states = [], MONTH: months = [] } = Object.groupBy(points, ({ part }) =>
        part === 'STATE' ? 'STATE' : 'MONTH',
      )
      setFigures({ states, months })
    })().catch((error: unknown) => notify('error', toFailure(error).text))
  }, [language])
  return figures
}

export function ChartTemplatePage(props: PageProps<PaneScreen>): JSX.Element {
  const figures = useFigures()
  return (
    <div className="chart-sheet" data-zone="chart">
      {figures && <SampleCharts {...props} {...figures} />}
    </div>
  )
}

function SampleCharts({
  tabKey,
  active,
  states,
  months,
}: PageProps<PaneScreen> & Figures): JSX.Element {
  const barsChart = useRef<ChartHandle>(null)
  const lineChart = useRef<ChartHandle>(null)
  useSamplePage({
    tabKey,
    active,
    editable: false,
    focus: () => {
      barsChart.current?.focus()
      return barsChart.current !== null
    },
    offers: () => {
      const charts = [lineChart.current, barsChart.current].filter((chart) => chart !== null)
      const inFocus = charts.find((chart) => chart.hasFocus()) ?? charts[0]
      return inFocus ? chartOffers(inFocus) : {}
    },
  })
  return (
    <>
      <div>
        <PointChart
          ref={barsChart}
          kind="bars"
          title={t(label('상태별 수량', 'Quantity by status'))}
          points={states}
        />
        <PointChart
          ref={lineChart}
          kind="line"
          title={t(label('월별 출고', 'Shipped by month'))}
          points={months}
        />
      </div>
      <section className="frame">
        <h2 className="frame-title">{t(label('같은 수를 표로', 'The same figures as a table'))}</h2>
        <FigureTable points={states} />
        <FigureTable points={months} />
      </section>
    </>
  )
}

function FigureTable({ points }: { readonly points: readonly ChartPoint[] }): JSX.Element {
  return (
    <table className="chart-table">
      <tbody>
        {points.map(({ name, value }) => (
          <tr key={name}>
            <th scope="row">{name}</th>
            <td>{formatFigure(value)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
