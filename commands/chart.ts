import { command, type Command } from '#kernel/command.ts'
import { label, type Label } from '#kernel/label.ts'

const whenInChart = 'zone == chart'

const stepCommand = (title: Label) => command({ title, when: whenInChart, palette: false })

export const chartCommands = {
  'chart.next': command({
    title: label('다음 값', 'Next value'),
    short: label('다음 값', 'Next value'),
    when: whenInChart,
    legend: 10,
    palette: false,
  }),
  'chart.previous': stepCommand(label('이전 값', 'Previous value')),
  'chart.next-series': command({
    title: label('다음 계열', 'Next series'),
    short: label('계열', 'Series'),
    when: whenInChart,
    legend: 11,
    palette: false,
  }),
  'chart.previous-series': stepCommand(label('이전 계열', 'Previous series')),
  'chart.first': stepCommand(label('첫 값', 'First value')),
  'chart.last': stepCommand(label('마지막 값', 'Last value')),
  'chart.tenth-on': stepCommand(label('전체의 10%만큼 다음으로', 'Forward a tenth of the values')),
  'chart.tenth-back': stepCommand(label('전체의 10%만큼 이전으로', 'Back a tenth of the values')),
  'chart.drill': command({
    title: label('이 값의 행으로 이동', 'Go to the rows of this value'),
    short: label('펼쳐 보기', 'Drill down'),
    when: whenInChart,
    legend: 12,
  }),
  'chart.select': command({
    title: label('이 값의 행 선택', 'Select the rows of this value'),
    short: label('행 선택', 'Select rows'),
    when: whenInChart,
    legend: 14,
  }),
  'chart.compare': command({
    title: label('이전 기간과 비교', 'Compare with the previous period'),
    short: label('기간 비교', 'Compare'),
    keywords: ['compare', 'previous', '전월', '전기', '증감'],
    when: whenInChart,
    legend: 13,
  }),
  'chart.export': command({
    title: label('차트 내보내기: 그림 또는 표', 'Export the chart: picture or table'),
    short: label('그림·표', 'Picture, table'),
    keywords: ['png', 'svg', 'excel', '이미지', '저장'],
    when: whenInChart,
    legend: 50,
  }),
} as const satisfies Record<string, Command>
