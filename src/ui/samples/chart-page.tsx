import { useEffect, useRef, useState, type JSX } from 'react'
import { label } from '#kernel/label.ts'
import type { PaneScreen } from '#kernel/pane-screen.ts'
import { registerPage } from '#ui/tabs/page-registry.ts'
import { BarChart } from '#ui/charts/bar-chart.tsx'
import { figureText, type ChartPoint } from '#ui/charts/chart-keys.ts'
import { LineChart } from '#ui/charts/line-chart.tsx'
import { codeLists } from '#ui/remote/code-lists.ts'
import { GridModel } from '#ui/grid/model/grid-model.ts'
import { t, useLanguage } from '#ui/base/language.ts'
import { templateRegistration } from './grid-template-registration.ts'
import type { PageProps } from '#ui/page/tools/use-grid-page.ts'
import { SampleBench } from './sample-bench.ts'
import './samples.css'

/** The charts of the product over rows that are made up; the arrows walk their points. */
export function ChartTemplatePage({ tabKey, active }: PageProps<PaneScreen>): JSX.Element {
  const root = useRef<HTMLDivElement>(null)
  const [bench] = useState(() => new SampleBench())
  const [, redraw] = useState(0)
  const language = useLanguage()
  useEffect(() => {
    const stop = codeLists.subscribe(() => redraw((count) => count + 1))
    void codeLists.load(['shipment-state'])
    return stop
  }, [language])
  useEffect(() => {
    const focus = (): boolean => {
      const first = root.current?.querySelector<SVGGElement>('.chart-point[tabindex="0"]')
      first?.focus()
      return Boolean(first)
    }
    if (active) focus()
    const own = templateRegistration(new GridModel({ columns: [] }), {
      grid: () => null,
      find: () => undefined,
      focusFilter: focus,
      clearFilter: () => undefined,
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
    <div ref={root} className="sample-page" data-zone="form">
      <div className="sample-charts">
        <BarChart title={t(label('상태별 수량', 'Quantity by state'))} points={states} />
        <LineChart title={t(label('월별 출고', 'Shipped by month'))} points={months} />
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
