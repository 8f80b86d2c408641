import type { ScanPart, ScanPartKind } from './scan-part.ts'

export const FIELD_MEANING = 'field-meaning'

export interface FieldMeaning {
  /** Column name, such as `VALID_DT`. Absent for a field without a table. */
  readonly name?: string
  readonly kind: string
  readonly isReadOnly: boolean
}

export type MeaningRequest = { -readonly [Each in keyof FieldMeaning]?: FieldMeaning[Each] }

export function requestFieldMeaning(field: Element): FieldMeaning {
  const detail: MeaningRequest = {}
  field.dispatchEvent(new CustomEvent<MeaningRequest>(FIELD_MEANING, { detail }))
  const shown = /(?:^| )field-([a-z]+)(?: |$)/.exec(field.className.replace('field-input', ''))?.[1]
  const kind = shown ?? (field.closest('.field-lookup') ? 'lookup' : 'text')
  return { kind, isReadOnly: false, ...detail }
}

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

const partsByKind: Readonly<Record<string, readonly ScanPartKind[]>> = {
  date: ['valid-date', 'made-date'],
  number: ['quantity', 'net-weight'],
  text: ['item', 'handling-unit', 'lot', 'serial', 'cell', 'pallet', 'box', 'document'],
}

export function acceptedParts({ name, kind }: FieldMeaning): readonly ScanPartKind[] {
  if (name === undefined) return partsByKind[kind] ?? []
  return partsByName.find(([names]) => names.test(name))?.[1] ?? []
}

/** Item number as stored, without the zero that pads 13 digits to 14. */
export function partText({ kind, value }: ScanPart): string {
  return kind === 'item' ? value.replace(/^0(?=\d{13}$)/, '') : value
}
