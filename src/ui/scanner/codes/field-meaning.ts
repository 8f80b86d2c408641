import type { ScanPart, ScanPartKind } from './scan-part.ts'

/** Event by which a field reports its meaning. */
export const FIELD_MEANING = 'field-meaning'

export interface FieldMeaning {
  /** Name of its column, such as `VALID_DT`; absent for a field without a table. */
  readonly name?: string
  /** As of a column: `text`, `number`, `date`, `lookup` … */
  readonly kind: string
  /** The current cell of a grid is read-only. */
  readonly isReadOnly: boolean
}

/** Filled in by the field that handles the event. */
export type MeaningQuestion = { -readonly [Each in keyof FieldMeaning]?: FieldMeaning[Each] }

/** The meaning a field reports, otherwise one derived from its type. */
export function meaningOf(field: Element): FieldMeaning {
  const detail: MeaningQuestion = {}
  field.dispatchEvent(new CustomEvent<MeaningQuestion>(FIELD_MEANING, { detail }))
  const shown = /(?:^| )field-([a-z]+)(?: |$)/.exec(field.className.replace('field-input', ''))?.[1]
  const kind = shown ?? (field.closest('.field-lookup') ? 'lookup' : 'text')
  return { kind, isReadOnly: false, ...detail }
}

/** Parts that fill a column, by its name. */
const partsByName: readonly (readonly [name: RegExp, parts: readonly ScanPartKind[]])[] = [
  [/^(?:BARCODE|STOCK_CD|ALT_CD|GTIN)$/, ['item']],
  [/(?:^|_)CELL_CD$/, ['cell']],
  [/^(?:TO_)?(?:PALLET|PLT)_NO$/, ['pallet', 'handling-unit']],
  [/^(?:TO_)?BOX_NO$/, ['box', 'handling-unit']],
  [/^LOT_NO$/, ['lot']],
  [/^SERIAL_NO$/, ['serial']],
  [/^VALID_DT$/, ['valid-date']],
  [/^MA[DK]E_DT$/, ['made-date']],
  [/(?:^|_)QTY$/, ['quantity']],
  [/_(?:WEIGHT|WGT)$/, ['net-weight']],
  [/_NO$/, ['document', 'handling-unit']],
]

/** Parts that fill a field without a known name, by its kind. */
const partsByKind: Readonly<Record<string, readonly ScanPartKind[]>> = {
  date: ['valid-date', 'made-date'],
  number: ['quantity', 'net-weight'],
  text: ['item', 'handling-unit', 'lot', 'serial', 'cell', 'pallet', 'box', 'document'],
}

export function partsFor({ name, kind }: FieldMeaning): readonly ScanPartKind[] {
  if (name === undefined) return partsByKind[kind] ?? []
  return partsByName.find(([names]) => names.test(name))?.[1] ?? []
}

/** An item number as stored: without the zero that pads 13 digits to 14. */
export function partText({ kind, value }: ScanPart): string {
  return kind === 'item' ? value.replace(/^0(?=\d{13}$)/, '') : value
}
