import { gtin14 } from '#kernel/gs1/check-digit.ts'
import { formatCount } from '#kernel/format-count.ts'
import { label, type Label, type Language } from '#kernel/label.ts'
import { handlingSymbol } from '#areas/master/server/handling-symbol.ts'
import { ownLabelText } from '#areas/master/rules/own-label.ts'
import { fitsLabel } from '#server/print/barcode.ts'
import type { LabelSheet, PrintedLabel } from '#server/print/label-sheet.ts'
import { symbolFor } from '#server/print/own-number-label.ts'
import type { LabelForms } from '../operations/label-forms.ts'

export interface LabelLine extends Record<string, unknown> {
  doc_no: string
  line_no: number
  /** Balance the stock was received into, or null if it is only expected. */
  balance_id: string | null
  owner_nm: string
  stock_cd: string
  stock_nm: string
  barcode: string | null
  lot_no: string | null
  valid_dt: string | null
  qty: number
  box_qty: number | null
  party_nm: string | null
  cell_cd: string | null
  pallet_no: string | null
  box_no: string | null
}

export type LabelKind = 'ITEM' | 'BOX' | 'PALLET' | 'CELL'
type Symbols = PrintedLabel['symbols']

/** Sizes in millimetres: standard labels by label kind, customer labels by layout. */
const sizes = {
  ITEM: [60, 40],
  BOX: [100, 70],
  PALLET: [100, 150],
  CELL: [80, 40],
  A: [100, 70],
  B: [80, 50],
  C: [100, 100],
} as const

export function getSize(layout: LabelForms['layout'], kind: LabelKind) {
  const [widthMm, heightMm] = sizes[layout === 'STANDARD' ? kind : layout]
  return { widthMm, heightMm } satisfies Partial<LabelSheet>
}

function getPieces(kind: LabelKind, line: LabelLine): number {
  if (kind === 'ITEM') return 1
  return kind === 'BOX' ? Math.min(line.box_qty ?? line.qty, line.qty) : line.qty
}

/** Set 82 of GS1, up to 20 characters, without the brackets that delimit identifiers. */
const gs1Lot = /^[!"%&'*+,\-./\d:;<=>?A-Z_a-z]{1,20}$/

/**
 * GS1 element string with item, expiry date, lot and count. A lot that GS1 cannot hold is left out:
 * part of it would be another lot. Without a GTIN, contains the item code, which all our stations
 * can read. Uses a GS1 DataMatrix if the text does not fit in a GS1-128.
 */
function gs1Symbol(kind: LabelKind, line: LabelLine, widthMm: number): Symbols[number] {
  const gtin = gtin14(line.barcode ?? '')
  if (!gtin) return symbolFor(line.stock_cd, widthMm)
  const date = line.valid_dt ? `(17)${line.valid_dt.replaceAll('-', '').slice(2)}` : ''
  const lot = gs1Lot.test(line.lot_no ?? '') ? `(10)${line.lot_no}` : ''
  const count = getPieces(kind, line)
  const pieces = kind === 'ITEM' || !Number.isInteger(count) ? '' : `(37)${count}`
  // Labels of larger units use AI 02 for the GTIN of their content.
  const item = kind === 'ITEM' ? `(01)${gtin}` : `(02)${gtin}`
  const text = item + date + (kind === 'ITEM' ? '' : pieces) + lot
  return { symbology: fitsLabel('gs1-128', text, widthMm) ? 'gs1-128' : 'gs1datamatrix', text }
}

function unitSymbol(
  kind: LabelKind,
  line: LabelLine,
  widthMm: number,
): Symbols[number] | undefined {
  if (kind === 'PALLET' && line.pallet_no) return handlingSymbol('PLT', line.pallet_no, widthMm)
  return kind === 'BOX' && line.box_no ? handlingSymbol('BOX', line.box_no, widthMm) : undefined
}

function getSymbols(layout: LabelForms['layout'], kind: LabelKind, line: LabelLine): Symbols {
  const { widthMm } = getSize(layout, kind)
  const document = `${line.doc_no}/${line.line_no}`
  if (layout === 'A') return [symbolFor(line.stock_cd, widthMm)]
  if (layout === 'B') return [{ symbology: 'qrcode', text: document }]
  if (layout === 'STANDARD' && kind === 'CELL') {
    return [symbolFor(ownLabelText('CELL', line.cell_cd ?? ''), widthMm)]
  }
  const goods = gs1Symbol(kind, line, widthMm)
  if (layout === 'C') return [goods, { symbology: 'datamatrix', text: document }]
  if (kind === 'ITEM') return [goods]
  const unit = unitSymbol(kind, line, widthMm)
  // A unit is identified by its number, or by its document if it has none.
  if (unit !== undefined) return [unit, goods]
  return [goods, { symbology: kind === 'BOX' ? 'qrcode' : 'datamatrix', text: document }]
}

function getFacts(
  layout: LabelForms['layout'],
  kind: LabelKind,
  line: LabelLine,
): readonly (readonly [Label, string | null])[] {
  const item: readonly (readonly [Label, string | null])[] = [
    [label('품목', 'Item'), line.stock_cd],
    [label('로트', 'Lot'), line.lot_no],
    [label('유통기한', 'Expiry date'), line.valid_dt],
  ]
  const isKept = layout === 'STANDARD'
  const party: readonly [Label, string | null] = [label('거래처', 'Partner'), line.party_nm]
  if (kind === 'ITEM') return isKept || layout === 'C' ? [...item, party] : item
  return [
    ...item,
    [label('수량', 'Quantity'), formatCount(getPieces(kind, line))],
    ...(isKept && kind === 'PALLET' ? [[label('파렛트', 'Pallet'), line.pallet_no] as const] : []),
    ...(isKept && kind === 'BOX' ? [[label('박스', 'Box'), line.box_no] as const] : []),
    [label('화주', 'Owner'), line.owner_nm],
    ...(isKept || layout === 'C' ? [party] : []),
    [label('전표', 'Document'), `${line.doc_no} / ${line.line_no}`],
  ]
}

export function buildLabel(
  form: { layout: LabelForms['layout']; kind: LabelKind; language: Language },
  line: LabelLine,
  copies: number,
): PrintedLabel {
  const { layout, kind, language } = form
  const symbols = getSymbols(layout, kind, line)
  if (layout === 'STANDARD' && kind === 'CELL') {
    return { title: line.cell_cd ?? '', lines: [], symbols, copies }
  }
  const lines = getFacts(layout, kind, line).flatMap(([name, value]) =>
    value ? [{ label: name[language], value }] : [],
  )
  return { title: line.stock_nm, lines, symbols, copies }
}
