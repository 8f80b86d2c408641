import { label, type Label } from '#kernel/label.ts'
import { t } from '#ui/base/language.ts'
import { saveChart } from '#ui/charts/chart-file.ts'
import type { ChartHandle, ChartActions } from '#ui/charts/chart-handle.ts'
import { chooseLine, type Choice } from '#ui/forms/choose-line.ts'
import type { HelpColumn } from '#ui/forms/value-help.tsx'
import type { Offers } from '#ui/tabs/page-registry.ts'
import { notify } from '#ui/windows/notify.tsx'

const columns: readonly HelpColumn[] = [
  { name: 'CODE', title: label('형식', 'Format'), width: '80px' },
  { name: 'NAME', title: label('내용', 'Content'), width: '1fr' },
]

async function savePicture(chart: ChartHandle, kind: 'png' | 'svg'): Promise<void> {
  const picture = chart.picture()
  if (!picture) return
  const name = await saveChart(picture.element, picture.scene, picture.title, kind)
  notify('success', t(label(`${name} 저장`, `${name} saved`)))
}

function exportChart(chart: ChartHandle, asTable?: () => Promise<void>): Promise<void> {
  const choice = (CODE: string, name: Label, run: () => Promise<void>): Choice => ({
    line: { CODE, NAME: t(name) },
    run,
  })
  const table = label('표: 아래 그리드의 행', 'Table: the rows of the grid below')
  return chooseLine({
    title: t(label('차트 내보내기', 'Export the chart')),
    columns,
    choices: [
      choice('png', label('그림 (PNG)', 'Picture (PNG)'), () => savePicture(chart, 'png')),
      choice('svg', label('그림, 크기 조절 가능 (SVG)', 'Picture that scales (SVG)'), () =>
        savePicture(chart, 'svg'),
      ),
      ...(asTable ? [choice('xlsx', table, asTable)] : []),
    ],
    placeholder: label('png, svg, xlsx…', 'png, svg, xlsx…'),
    none: label(
      '없는 형식입니다. 목록에서 선택하세요.',
      'Format not found. Select one from the list.',
    ),
  })
}

export function chartOffers(
  chart: ChartHandle,
  work: ChartActions = {},
  asTable?: () => Promise<void>,
): Offers {
  const { drill, select, compare } = work
  return {
    'page.focus-chart': () => chart.focus(),
    'chart.next': () => chart.step('next'),
    'chart.previous': () => chart.step('previous'),
    'chart.next-series': () => chart.step('next-series'),
    'chart.previous-series': () => chart.step('previous-series'),
    'chart.first': () => chart.step('first'),
    'chart.last': () => chart.step('last'),
    'chart.tenth-on': () => chart.step('tenth-on'),
    'chart.tenth-back': () => chart.step('tenth-back'),
    'chart.export': () => exportChart(chart, asTable),
    ...(drill && { 'chart.drill': drill }),
    ...(select && { 'chart.select': select }),
    ...(compare && { 'chart.compare': compare }),
  }
}
