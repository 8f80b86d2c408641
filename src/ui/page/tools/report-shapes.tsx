import { dateRangeError } from '#kernel/date-range.ts'
import { date, dateTime, type Field, type WireRow } from '#kernel/field.ts'
import { label, type Label } from '#kernel/label.ts'
import { periodNames, type Period } from '#kernel/period.ts'
import type { GroupKey } from '#kernel/summary-key.ts'
import { isSummary, type Summary } from '#kernel/summary.ts'
import { t } from '#ui/base/language.ts'
import { promptInput } from '#ui/forms/prompt-input.tsx'
import { chooseLine, type Choice } from '#ui/forms/choose-line.ts'
import type { HelpColumn } from '#ui/forms/value-help.tsx'
import { bufferKeysWhile } from '#ui/keys/loading-keys.ts'
import type { PageModel } from '#ui/page/model/page-model.ts'
import {
  comparisonRequest,
  searchedDates,
  type Comparison,
  type SearchedDates,
  type Shape,
} from '#ui/page/model/report-shape.ts'

export function pageReport(page: PageModel): Summary | undefined {
  const { source } = page.screen.sources.grid
  return isSummary(source) ? source : undefined
}

const columns: readonly HelpColumn[] = [
  { name: 'NAME', title: label('항목', 'Field'), width: '1fr' },
  { name: 'PERIOD', title: label('기간', 'Period'), width: '190px' },
]

export function chooseAcross(page: PageModel, report: Summary): Promise<void> {
  const measure = focusedMeasure(page, report)
  const pivotBy = (key: GroupKey) => () =>
    applyShape(page, { ...page.shape.shape, across: { key, measure } })
  const choices = offeredKeys(report).flatMap(([column, field]): Choice[] => {
    const name = t(field.label)
    if (!isDate(field)) return [{ line: { NAME: name, PERIOD: '' }, run: pivotBy({ column }) }]
    const periods = Object.entries(periodNames) as [Period, Label][]
    return periods.map(([period, title]) => {
      return { line: { NAME: name, PERIOD: t(title) }, run: pivotBy({ column, period }) }
    })
  })
  const shown = report.measures[measure]?.field.label ?? label(measure, measure)
  const title = t(label(`열로 펼치기: ${shown.ko}`, `Pivot: ${shown.en}`))
  const { across: now, ...rest } = page.shape.shape
  const none = label('✕ 펼치지 않기', '✕ No pivot')
  return chooseShape(title, now ? [resetChoice(page, none, rest), ...choices] : choices)
}

export function chooseComparison(page: PageModel, report: Summary): Promise<void> {
  const { answered } = page.loaded
  const compare = (comparison: Comparison) => () => applyComparison(page, report, comparison)
  const line = (name: Label, run: Choice['run'], comparison?: Comparison): Choice => {
    const PERIOD = comparison ? describeComparison(report, comparison, answered) : ''
    return { line: { NAME: t(name), PERIOD }, run }
  }
  const compareChoice = (name: Label, comparison: Comparison): Choice =>
    line(name, compare(comparison), comparison)
  const days = searchedDates(report, page.loaded.answered)
  const choices = [
    ...(days
      ? [
          compareChoice(
            label('이전 기간 (같은 길이)', 'Previous period of the same length'),
            'before',
          ),
          compareChoice(label('지난달 같은 날짜', 'Same dates last month'), 'month'),
          compareChoice(label('작년 같은 날짜', 'Same dates last year'), 'year'),
          line(label('다른 기간…', 'Another period…'), () => comparePeriod(page, report, days)),
        ]
      : []),
    ...(report.hasHistory
      ? [line(label('다른 시각…', 'Another time…'), () => compareTime(page, report))]
      : []),
  ]
  const { compare: now, ...rest } = page.shape.shape
  const none = label('✕ 비교하지 않기', '✕ No comparison')
  if (choices.length === 0 && !now) {
    page.showNote(t(noDays))
    return Promise.resolve()
  }
  const title = t(label('비교', 'Compare with'))
  return chooseShape(title, now ? [resetChoice(page, none, rest), ...choices] : choices)
}

const noDays = label(
  '비교할 기간이 없습니다. 시작일과 종료일로 조회한 뒤 다시 시도하세요.',
  'No period to compare. Search with a start and end date first.',
)

/** Prompts for the dates to compare with, initially the searched ones. */
async function comparePeriod(page: PageModel, report: Summary, days: SearchedDates): Promise<void> {
  const title = t(label('비교할 기간', 'Period to compare with'))
  const FIRST = date(label('시작일', 'Start date'), { required: true })
  const LAST = date(label('종료일', 'End date'), { required: true })
  const input = await promptInput({
    title,
    fields: { FIRST, LAST },
    initial: { FIRST: days.first, LAST: days.last },
    async send(row) {
      const { maxSpan } = report.search[days.name] ?? FIRST
      const error = dateRangeError(String(row['FIRST']), String(row['LAST']), maxSpan)
      if (error) throw new Error(t(error))
      return Promise.resolve()
    },
  })
  if (!input) return
  const [first, last] = [String(input['FIRST']), String(input['LAST'])]
  await applyComparison(page, report, { first, last })
}

async function compareTime(page: PageModel, report: Summary): Promise<void> {
  const title = t(label('비교할 시각', 'Time to compare with'))
  const AS_OF = dateTime(label('기준시각', 'As of'), { required: true })
  const input = await promptInput({ title, fields: { AS_OF }, initial: {} })
  const asOf = input?.['AS_OF']
  if (!asOf) return
  await applyComparison(page, report, { asOf: String(asOf) })
}

/** Dates or timestamp of a comparison, formatted for display. */
export function describeComparison(
  report: Summary,
  comparison: Comparison,
  searched: WireRow,
): string {
  const [text = ''] = Object.values(comparisonRequest(report, comparison, searched)?.search ?? {})
  return String(text).replaceAll(/(\d{4})(\d\d)(\d\d)/g, '$1-$2-$3')
}

/** Applies a comparison with other dates and notifies the user. A pivot is kept. */
async function applyComparison(
  page: PageModel,
  report: Summary,
  compare: Comparison,
): Promise<void> {
  await applyShape(page, { ...page.shape.shape, compare })
  if (page.shape.shape.compare === undefined) return
  const days = describeComparison(report, compare, page.loaded.answered)
  page.showNote(t(label(`비교 대상: ${days}.`, `Compared with ${days}.`)))
}

function resetChoice(page: PageModel, name: Label, rest: Shape): Choice {
  return { line: { NAME: t(name), PERIOD: '' }, run: () => applyShape(page, rest) }
}

async function applyShape(page: PageModel, shape: Shape): Promise<void> {
  page.shape.requestShape(shape)
  const { phase, answered } = page.loaded
  // Keys pressed until then belong to the new columns.
  await bufferKeysWhile(page.load(phase === 'fresh' ? page.search : answered))
}

function chooseShape(title: string, choices: readonly Choice[]): Promise<void> {
  const placeholder = label('항목 이름', 'Name')
  const none = label(
    '없는 항목입니다. 목록에서 선택하세요.',
    'Not found. Select one from the list.',
  )
  return chooseLine({ title, columns, choices, placeholder, none })
}

function focusedMeasure(page: PageModel, { measures }: Summary): string {
  const current = page.grid.current?.column ?? ''
  const [first = ''] = Object.keys(measures)
  return Object.hasOwn(measures, current) ? current : first
}

function offeredKeys({ source, keys, offers }: Summary): (readonly [string, Field])[] {
  const names = new Set([...keys.map(({ column }) => column), ...offers])
  return [...names].flatMap((name) => {
    const field = source.output[name]
    return field ? [[name, field] as const] : []
  })
}

function isDate({ kind }: Field): boolean {
  return kind === 'date' || kind === 'datetime'
}
