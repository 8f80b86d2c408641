import '#ui/theme/fonts.css'

import type axe from 'axe-core'
import { createRoot, type Root } from 'react-dom/client'

import type { GridColumn, GridRow } from '#ui/grid/columns/column.ts'
import type { ValueHelpRequest } from '#ui/grid/edit/controller-options.ts'
import { GridModel } from '#ui/grid/model/grid-model.ts'
import { Grid } from '#ui/grid/grid.tsx'
import { setTheme } from '#ui/base/theme.ts'
import { dateReader } from '#ui/forms/typed-date.ts'
import { Dispatcher } from '#ui/keys/dispatcher.ts'
import { pressComposedKey } from '#ui/keys/replay-key.ts'

const STATES = [
  { CODE: '10', NAME: '정상' },
  { CODE: '20', NAME: '보류' },
  { CODE: '30', NAME: '임박' },
  { CODE: '40', NAME: '보세' },
]

const TONES = { '20': 'stop', '30': 'warn', '40': 'bonded' } as const

function rowTone(row: GridRow) {
  const state = String(row['STATE'])
  return state === '20' || state === '30' || state === '40' ? TONES[state] : 'quiet'
}

const COLUMNS: readonly GridColumn[] = [
  { id: 'OWNER', title: 'Owner', kind: 'text', width: 74, frozen: true, editable: true },
  { id: 'ITEM', title: 'Item', kind: 'text', width: 110, editable: true, upperCase: true },
  { id: 'NAME', title: 'Name', kind: 'text', width: 190, editable: true, required: true },
  { id: 'CELL', title: 'Cell', kind: 'lookup', width: 92, editable: true },
  { id: 'LOT', title: 'Lot', kind: 'text', width: 104 },
  {
    id: 'VALID',
    title: 'Expiry',
    kind: 'date',
    width: 96,
    editable: true,
    dateOf: dateReader('date'),
  },
  {
    id: 'QTY',
    title: 'Stock',
    kind: 'number',
    width: 70,
    scale: 0,
    editable: true,
    zeroAsEmpty: true,
    footer: 'SUM',
  },
  {
    id: 'HELD',
    title: 'Allocated',
    kind: 'number',
    width: 64,
    scale: 0,
    zeroAsEmpty: true,
    footer: 'SUM',
  },
  {
    id: 'STATE',
    title: 'State',
    kind: 'select',
    width: 66,
    options: STATES,
    editable: true,
    tone: rowTone,
  },
  { id: 'CBM', title: 'CBM', kind: 'number', width: 76, scale: 3, footer: 'SUM' },
  { id: 'USE', title: 'Use', kind: 'check', width: 48, editable: true },
  { id: 'DONE', title: 'Progress', kind: 'progress', width: 130 },
]

const NAMES = [
  '비타민C 1000 정',
  '프리미엄 믹스넛 480g',
  '무선 이어폰 팁 M',
  '임플란트 픽스처 4.0×10',
]

function sampleRow(index: number): GridRow {
  return {
    OWNER: ['HANBIT', 'SEOJIN', 'VATECH'][index % 3] ?? '',
    ITEM: `SKU${100200 + index * 37}`,
    NAME: NAMES[index % 4] ?? '',
    CELL: `A0${1 + (index % 4)}-0${1 + (index % 9)}-${1 + (index % 5)}`,
    LOT: `L26${1101 + index}-${'ABCDEF'[index % 6] ?? 'A'}`,
    VALID: `2027${String(1 + (index % 12)).padStart(2, '0')}${String(1 + (index % 28)).padStart(2, '0')}`,
    QTY: (index * 108 + 504) % 1100,
    HELD: index % 3 === 1 ? 48 : 0,
    STATE: ['20', '10', '30', '10', '40', '10'][index % 6] ?? '10',
    CBM: ((index * 1033 + 6199) % 13000) / 1000,
    USE: index % 4 === 0 ? 'Y' : 'N',
    DONE: (index * 29) % 101,
  }
}

function sampleRows(count: number): GridRow[] {
  return Array.from({ length: count }, (_, index) => sampleRow(index))
}

interface MountOptions {
  readonly rows?: number
  readonly theme?: 'dark' | 'light'
  readonly width?: number
  readonly height?: number
  readonly readOnly?: boolean
  readonly columns?: readonly string[]
  readonly autoFocus?: boolean
}

let root: Root | undefined
const received = {
  activated: [] as number[],
  help: [] as ValueHelpRequest[],
  focus: [] as boolean[],
}

async function mount(options: MountOptions = {}): Promise<void> {
  const shown = COLUMNS.filter((column) => options.columns?.includes(column.id) ?? true)
  const columns = options.readOnly ? shown.map((column) => ({ ...column, editable: false })) : shown
  const model = new GridModel({
    columns,
    key: ['ITEM'],
    rowTone: (row) => (row['STATE'] === '20' ? 'stop' : undefined),
  })
  model.setData(sampleRows(options.rows ?? 40))
  root?.unmount()
  const place = document.getElementById('root')
  if (!place) return
  const theme = options.theme ?? 'dark'
  setTheme(theme)
  document.body.style.background = theme === 'dark' ? '#0c0f0e' : '#fbfcfb'
  place.style.cssText = `width:${options.width ?? 1180}px;height:${options.height ?? 640}px`
  received.activated.length = 0
  received.help.length = 0
  received.focus.length = 0
  root = createRoot(place)
  root.render(
    <Grid
      model={model}
      label="Stock by lot"
      rowNumbers
      checkColumn
      autoFocus={options.autoFocus !== false}
      onActivate={(row) => received.activated.push(row)}
      onValueHelp={(request) => received.help.push(request)}
      onFocusChange={(isFocused) => received.focus.push(isFocused)}
    />,
  )
  window.model = model
  const nextFrame = () => new Promise((resolve) => requestAnimationFrame(resolve))
  while (!document.querySelector('.dvn-scroller canvas, .dvn-underlay canvas')) await nextFrame()
  await nextFrame()
  await nextFrame()
}

declare global {
  interface Window {
    model: GridModel
    mount: typeof mount
    sampleRows: typeof sampleRows
    heard: typeof received
    axe: typeof axe
  }
}

// The grid relies on each key being delivered once.
new Dispatcher<string>({
  rules: [],
  evaluateContext: () => ({}),
  run: () => undefined,
  pressAgain: pressComposedKey,
}).attach(window)

// Ctrl+; enters this time.
Date.now = () => Date.parse('2026-11-20T09:30:00+09:00')
window.mount = mount
window.sampleRows = sampleRows
window.heard = received
void mount()
