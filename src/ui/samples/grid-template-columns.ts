import {
  code,
  date,
  dateTime,
  flag,
  integer,
  lookup,
  measure,
  progress,
  select,
  text,
  type Fields,
  type WireRow,
} from '#kernel/field.ts'
import { howMany } from '#kernel/how-many.ts'
import { label } from '#kernel/label.ts'
import { resolveColumns, type Tone } from '#kernel/screen.ts'
import type { GridColumn } from '#ui/grid/columns/column.ts'
import { t } from '#ui/base/language.ts'
import { gridColumns } from '#ui/page/rows/grid-columns.ts'

const toneByState: Readonly<Record<string, Tone>> = { '20': 'stop', '30': 'warn', '40': 'bonded' }

/** The state of a sample row told by colour, always beside its name. */
export function stateTone(row: WireRow): Tone {
  return toneByState[String(row['STATE'] ?? '')] ?? 'quiet'
}

const states = [
  { CODE: '10', title: label('정상', 'Good') },
  { CODE: '20', title: label('보류', 'Held') },
  { CODE: '30', title: label('임박', 'Expiring') },
  { CODE: '40', title: label('보세', 'Bonded') },
]

const typed = (...names: readonly string[]) => names.map((field) => ({ field, editable: true }))

const left = { align: 'left' } as const

export const ownerField = lookup(label('화주', 'Owner'), 'owner', { width: 96, required: true })

const sampleFields: Fields = {
  OWNER_CD: ownerField,
  ITEM_CD: code(label('품목코드', 'Item'), {
    width: 112,
    required: true,
    lengthMax: 20,
    footer: 'COUNT',
  }),
  ITEM_NM: text(label('품목명', 'Item name'), { width: 200 }),
  BARCODE: text(label('바코드', 'Barcode'), { width: 130, digitsOnly: true, lengthMax: 14 }),
  QTY: integer(label('수량', 'Quantity'), { width: 90, zeroAsEmpty: true, footer: 'SUM' }),
  WEIGHT_KG: measure(label('중량 kg', 'Weight kg'), 3, {
    width: 92,
    decimalsMin: 1,
    footer: 'AVG',
  }),
  VALID_YMD: date(label('유통기한', 'Expiry'), { footer: 'MIN', ...left }),
  MOVED_AT: dateTime(label('이동일시', 'Moved at'), { width: 160, footer: 'MAX', ...left }),
  STATE: select(label('상태', 'State'), 'sample-state', { width: 84 }),
  USE_YN: flag(label('사용', 'Used'), { width: 52 }),
  DONE: progress(label('진행', 'Progress'), { width: 130 }),
  MEMO: text(label('비고', 'Note'), { width: 180, footer: 'CUSTOM' }),
}

const samples = resolveColumns('grid', sampleFields, [
  { field: 'OWNER_CD', editable: true, frozen: true },
  { field: 'ITEM_CD', editable: true, frozen: true },
  ...typed('ITEM_NM', 'BARCODE', 'QTY', 'WEIGHT_KG', 'VALID_YMD', 'MOVED_AT'),
  { field: 'STATE', editable: true, tone: stateTone },
  ...typed('USE_YN'),
  'DONE',
  {
    field: 'MEMO',
    editable: true,
    footerText: (values) => {
      const filled = values.filter((value) => value !== null && value !== '').length
      return label(`메모 ${howMany(filled)}건`, howMany(filled, 'note'))
    },
  },
])

/** Every kind of column and footer there is, with titles in the language of the moment. */
export function sampleColumns(): readonly GridColumn[] {
  const options = states.map(({ CODE, title }) => ({ CODE, NAME: t(title) }))
  return gridColumns(samples, true).map((each) =>
    each.id === 'STATE' ? { ...each, options } : each,
  )
}

const counted = { width: 100, zeroAsEmpty: true, footer: 'SUM' } as const

const inventoryFields: Fields = {
  ID: integer(label('ID', 'ID'), { width: 92 }),
  OWNER: text(label('화주', 'Owner'), { width: 90 }),
  ITEM: text(label('품목', 'Item'), { width: 110 }),
  ITEM_NM: text(label('품목명', 'Item name'), { width: 210 }),
  ZONE: text(label('존', 'Zone'), { width: 60 }),
  CELL: text(label('셀', 'Cell'), { width: 100 }),
  LOT: text(label('로트', 'Lot')),
  EXPIRY: date(label('유통기한', 'Expiry'), left),
  QTY: integer(label('재고', 'On hand'), counted),
  ALLOCATED: integer(label('할당', 'Allocated'), counted),
  HOLD: flag(label('보류', 'Held'), { width: 56 }),
  CBM: measure(label('CBM', 'CBM'), 3, { width: 100, decimalsMin: 0, footer: 'SUM' }),
}

const [, ...inventoryNames] = Object.keys(inventoryFields)
const inventory = resolveColumns('grid', inventoryFields, [
  { field: 'ID', frozen: true },
  ...typed(...inventoryNames),
])

/** The twelve columns of a warehouse inventory that the large grid shows. */
export function inventoryColumns(): readonly GridColumn[] {
  return gridColumns(inventory, true)
}
