import { sampleItems } from '#areas/system/operations/samples.ts'
import type { WireRow } from '#kernel/field.ts'
import { formatCount } from '#kernel/format-count.ts'
import { label } from '#kernel/label.ts'
import { grid, type LayoutScreen, type Tone } from '#kernel/screen.ts'

const tones: Readonly<Record<string, Tone>> = { '20': 'stop', '30': 'warn', '40': 'bonded' }
const stateTone = (row: WireRow): Tone => tones[String(row['STATE'])] ?? 'quiet'
const editable = true

export const gridTemplateScreen: LayoutScreen = {
  kind: 'layout',
  route: 'grid',
  layout: { split: 'rows', parts: [['grid', 1]] },
  component: 'grid-template',
  search: [],
  searchAtOpen: true,
  grid: grid({
    source: sampleItems,
    fixed: { ROWS: '200' },
    checks: true,
    rowTone: (row) => (row['STATE'] === '20' ? 'stop' : undefined),
    columns: [
      { field: 'OWNER_CD', editable, frozen: true, required: true },
      { field: 'ITEM_CD', editable, frozen: true, footer: 'COUNT' },
      { field: 'ITEM_NM', editable },
      { field: 'BARCODE', editable },
      { field: 'QTY', editable, footer: 'SUM' },
      { field: 'WEIGHT_KG', editable, footer: 'AVG' },
      { field: 'VALID_YMD', editable, footer: 'MIN' },
      { field: 'MOVED_AT', editable, footer: 'MAX' },
      { field: 'STATE', editable, tone: stateTone },
      { field: 'USE_YN', editable },
      'DONE',
      {
        field: 'MEMO',
        editable,
        footer: 'CUSTOM',
        footerText: (values) => {
          const filled = values.filter((value) => value !== null && value !== '').length
          return label(`메모 ${formatCount(filled)}건`, formatCount(filled, 'note'))
        },
      },
    ],
  }),
}
