import { useEffect, useRef, useState, type JSX } from 'react'
import { label } from '#kernel/label.ts'
import type { PaneScreen } from '#kernel/pane-screen.ts'
import { registerPage } from '#ui/tabs/page-registry.ts'
import { figureText } from '#ui/charts/chart-data.ts'
import type { ChartHandle } from '#ui/charts/chart-handle.ts'
import { PointChart, type ChartPoint } from '#ui/charts/point-chart.tsx'
import { codeLists } from '#ui/remote/code-lists.ts'
import { GridModel } from '#ui/grid/model/grid-model.ts'
import { t, useLanguage } from '#ui/base/language.ts'
import { templateRegistration } from './grid-template-registration.ts'
import { chartOffers } from '#ui/page/tools/chart-offers.ts'
import type { PageProps } from '#ui/page/tools/use-grid-page.ts'
import { SampleBench } from './sample-bench.ts'
import './samples.css'

/** The charts of the product over rows that are made up; the arrows walk their points. */
export function ChartTemplatePage({ tabKey, active }: PageProps<PaneScreen>): JSX.Element {
  const [bench] = useState(() => new SampleBench())
  const barsChart = useRef<ChartHandle>(null)
  const lineChart = useRef<ChartHandle>(null)
  const [, redraw] = useState(0)
  const language = useLanguage()
  useEffect(() => {
    const stop = codeLists.subscribe(() => redraw((count) => count + 1))
    void codeLists.load(['shipment-state'])
    return stop
  }, [language])
  useEffect(() => {
    const focus = (): boolean => {
      barsChart.current?.focus()
      return barsChart.current !== null
    }
    if (active) focus()
    const own = templateRegistration(new GridModel({ columns: [] }), {
      grid: () => null,
      find: () => undefined,
      focusFilter: focus,
      clearFilter: () => undefined,
      chart: () => {
        const charts = [lineChart.current, barsChart.current].filter((each) => each !== null)
        const inFocus = charts.find((each) => each.hasFocus()) ?? charts[0]
        return inFocus ? chartOffers(inFocus) : {}
      },
    })
    return registerPage(tabKey, {
      ...own,
      status: () => ({}),
      context: () => ({
        'can.save': false,
        'can.export': false,
        'can.import': false,
        'can.print': false,
      }),
    })
  }, [tabKey, active])
  const states = bench.byState()
  const months = monthly(bench)
  return (
    <div className="sample-page" data-zone="chart">
      <div className="sample-charts">
        <PointChart
          ref={barsChart}
          kind="bars"
          title={t(label('상태별 수량', 'Quantity by state'))}
          points={states}
        />
        <PointChart
          ref={lineChart}
          kind="line"
          title={t(label('월별 출고', 'Shipped by month'))}
          points={months}
        />
      </div>
      <section className="frame" style={{ padding: '16px 14px 12px' }}>
        <h2 className="frame-title">{t(label('같은 수를 표로', 'The same figures as a table'))}</h2>
        <div className="sample-charts">
          <Figures points={states} />
          <Figures points={months} />
        </div>
      </section>
    </div>
  )
}

function monthly({ lines }: SampleBench): ChartPoint[] {
  return Array.from({ length: lines.rowCount }, (_, row) => ({
    name: String(lines.value(row, 'MONTH')).slice(5),
    value: Number(lines.value(row, 'OUT_QTY') ?? 0),
  }))
}

function Figures({ points }: { readonly points: readonly ChartPoint[] }): JSX.Element {
  return (
    <table className="chart-table">
      <tbody>
        {points.map(({ name, value }) => (
          <tr key={name}>
            <th scope="row">{name}</th>
            <td>{figureText(value)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
