import type { ScanPart, ScanPartKind } from './scan-part.ts'

/** Asks a field what it is for. */
export const FIELD_MEANING = 'field-meaning'

/** What a field is for, as far as it says. */
export interface FieldMeaning {
  /** Name of the column it fills, as `VALID_DT`; absent for a field of no table. */
  readonly name?: string
  /** As of a column: `text`, `number`, `date`, `lookup` … */
  readonly kind: string
  /** The current cell of a grid may not be written. */
  readonly isReadOnly: boolean
}

/** What a field that hears the question fills in. */
export type MeaningQuestion = { -readonly [Each in keyof FieldMeaning]?: FieldMeaning[Each] }

/** What a field says it is for, else what its looks say of its kind. */
export function meaningOf(field: Element): FieldMeaning {
  const detail: MeaningQuestion = {}
  field.dispatchEvent(new CustomEvent<MeaningQuestion>(FIELD_MEANING, { detail }))
  const shown = /(?:^| )field-([a-z]+)(?: |$)/.exec(field.className.replace('field-input', ''))?.[1]
  const kind = shown ?? (field.closest('.field-lookup') ? 'lookup' : 'text')
  return { kind, isReadOnly: false, ...detail }
}

/** Parts of a code by the columns that mean them. */
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

/** Parts of a code that suit a field nobody has named, by its kind. */
const partsByKind: Readonly<Record<string, readonly ScanPartKind[]>> = {
  date: ['valid-date', 'made-date'],
  number: ['quantity', 'net-weight'],
  text: ['item', 'handling-unit', 'lot', 'serial', 'cell', 'pallet', 'box', 'document'],
}

/** The parts of a code that a field means, the first there is counts; none for one of other things. */
export function partsFor({ name, kind }: FieldMeaning): readonly ScanPartKind[] {
  if (name === undefined) return partsByKind[kind] ?? []
  return partsByName.find(([names]) => names.test(name))?.[1] ?? []
}

/** An item number as the master has it, without the zero that makes 13 digits 14. */
export function partText({ kind, value }: ScanPart): string {
  return kind === 'item' ? value.replace(/^0(?=\d{13}$)/, '') : value
}
