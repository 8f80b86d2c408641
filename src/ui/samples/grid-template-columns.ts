import { howMany } from '#kernel/how-many.ts'
import { label } from '#kernel/label.ts'
import type { GridColumn, GridRow, Tone } from '#ui/grid/columns/column.ts'
import { t } from '#ui/base/language.ts'
import { dateOf } from '#ui/forms/typed-date.ts'

const toneByState: Readonly<Record<string, Tone>> = { '20': 'stop', '30': 'warn', '40': 'bonded' }

/** The state of a sample row told by colour, always beside its name. */
export function stateTone(row: GridRow): Tone | undefined {
  return toneByState[String(row['STATE'] ?? '')] ?? 'quiet'
}

function states(): readonly { CODE: string; NAME: string }[] {
  return [
    { CODE: '10', NAME: t(label('정상', 'Good')) },
    { CODE: '20', NAME: t(label('보류', 'Held')) },
    { CODE: '30', NAME: t(label('임박', 'Expiring')) },
    { CODE: '40', NAME: t(label('보세', 'Bonded')) },
  ]
}

function countLines(values: readonly unknown[]): string {
  const filled = values.filter((value) => value !== null && value !== '').length
  return t(label(`메모 ${howMany(filled)}건`, `${howMany(filled, 'note')}`))
}

/** Every kind of column and footer there is, with titles in the language of the moment. */
export function sampleColumns(): readonly GridColumn[] {
  return [
    {
      id: 'OWNER_CD',
      title: t(label('화주', 'Owner')),
      kind: 'lookup',
      width: 96,
      frozen: true,
      editable: true,
      required: true,
      upperCase: true,
    },
    {
      id: 'ITEM_CD',
      title: t(label('품목코드', 'Item')),
      kind: 'text',
      width: 112,
      frozen: true,
      editable: true,
      required: true,
      upperCase: true,
      lengthMax: 20,
      footer: 'COUNT',
    },
    {
      id: 'ITEM_NM',
      title: t(label('품목명', 'Item name')),
      kind: 'text',
      width: 200,
      editable: true,
    },
    {
      id: 'BARCODE',
      title: t(label('바코드', 'Barcode')),
      kind: 'text',
      width: 130,
      editable: true,
      digitsOnly: true,
      lengthMax: 14,
    },
    {
      id: 'QTY',
      title: t(label('수량', 'Quantity')),
      kind: 'number',
      width: 90,
      editable: true,
      scale: 0,
      zeroAsEmpty: true,
      footer: 'SUM',
    },
    {
      id: 'WEIGHT_KG',
      title: t(label('중량 kg', 'Weight kg')),
      kind: 'number',
      width: 92,
      editable: true,
      scale: 3,
      decimalsMin: 1,
      footer: 'AVG',
    },
    ...datedColumns(),
    ...markedColumns(),
  ]
}

function markedColumns(): readonly GridColumn[] {
  return [
    {
      id: 'STATE',
      title: t(label('상태', 'State')),
      kind: 'select',
      width: 84,
      editable: true,
      options: states(),
      tone: stateTone,
    },
    { id: 'USE_YN', title: t(label('사용', 'Used')), kind: 'check', width: 52, editable: true },
    { id: 'DONE', title: t(label('진행', 'Progress')), kind: 'progress', width: 130 },
    {
      id: 'MEMO',
      title: t(label('비고', 'Note')),
      kind: 'text',
      width: 180,
      editable: true,
      footer: countLines,
    },
  ]
}

function datedColumns(): readonly GridColumn[] {
  return [
    {
      id: 'VALID_YMD',
      title: t(label('유통기한', 'Expiry')),
      kind: 'date',
      dateOf: dateOf('date'),
      width: 100,
      editable: true,
      footer: 'MIN',
    },
    {
      id: 'MOVED_AT',
      title: t(label('이동일시', 'Moved at')),
      kind: 'datetime',
      dateOf: dateOf('datetime'),
      width: 160,
      editable: true,
      footer: 'MAX',
    },
  ]
}

/** The twelve columns of a warehouse inventory that the large grid shows. */
export function inventoryColumns(): readonly GridColumn[] {
  const text = (id: string, title: string, width: number): GridColumn => {
    return { id, title, kind: 'text', width, editable: true }
  }
  const number = (id: string, title: string, scale: number): GridColumn => {
    return { id, title, kind: 'number', width: 100, scale, editable: true, footer: 'SUM' }
  }
  return [
    { id: 'ID', title: 'ID', kind: 'number', width: 92, scale: 0, frozen: true },
    text('OWNER', t(label('화주', 'Owner')), 90),
    text('ITEM', t(label('품목', 'Item')), 110),
    text('ITEM_NM', t(label('품목명', 'Item name')), 210),
    text('ZONE', t(label('존', 'Zone')), 60),
    text('CELL', t(label('셀', 'Cell')), 100),
    text('LOT', t(label('로트', 'Lot')), 120),
    {
      id: 'EXPIRY',
      title: t(label('유통기한', 'Expiry')),
      kind: 'date',
      dateOf: dateOf('date'),
      width: 100,
      editable: true,
    },
    { ...number('QTY', t(label('재고', 'On hand')), 0), zeroAsEmpty: true },
    { ...number('ALLOCATED', t(label('할당', 'Allocated')), 0), zeroAsEmpty: true },
    { id: 'HOLD', title: t(label('보류', 'Held')), kind: 'check', width: 56, editable: true },
    number('CBM', 'CBM', 3),
  ]
}
