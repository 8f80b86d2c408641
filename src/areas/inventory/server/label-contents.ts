import { gtin14 } from '#kernel/gs1/check-digit.ts'
import type { LabelSheet, PrintedLabel } from '#server/print/label-sheet.ts'
import type { LabelForms } from '../operations/label-forms.ts'

/** What is known of a line that is labelled. */
export interface LabelLine extends Record<string, unknown> {
  doc_no: string
  line_no: number
  owner_nm: string
  stock_cd: string
  stock_nm: string
  barcode: string | null
  lot_no: string | null
  /** `yyyy-mm-dd`. */
  valid_dt: string | null
  qty: number
  box_qty: number | null
  party_nm: string | null
  cell_cd: string | null
}

export type LabelKind = 'ITEM' | 'BOX' | 'PALLET' | 'CELL'
type Symbols = PrintedLabel['symbols']

/** Sizes in millimetres: standard labels by what they stand on, customers' by their layout. */
const sizes = {
  ITEM: [60, 40],
  BOX: [100, 70],
  PALLET: [100, 150],
  CELL: [80, 40],
  A: [100, 70],
  B: [80, 50],
  C: [100, 100],
} as const

/** The sheet that a kind of label of a layout is printed on. */
export function sizeOf(layout: LabelForms['layout'], kind: LabelKind) {
  const [widthMm, heightMm] = sizes[layout === 'STANDARD' ? kind : layout]
  return { widthMm, heightMm } satisfies Partial<LabelSheet>
}

/** Pieces in what a label stands on: one, a box, all of the line. */
function contentOf(kind: LabelKind, line: LabelLine): number {
  if (kind === 'ITEM') return 1
  return kind === 'BOX' ? Math.min(line.box_qty ?? line.qty, line.qty) : line.qty
}

/**
 * Item, valid date, lot and count as one GS1 element string; without a GTIN the item's own code,
 * which every station here reads.
 */
function goodsSymbol(kind: LabelKind, line: LabelLine): Symbols[number] {
  const gtin = gtin14(line.barcode ?? '')
  if (!gtin) return { symbology: 'code128', text: line.stock_cd }
  const date = line.valid_dt ? `(17)${line.valid_dt.replaceAll('-', '').slice(2)}` : ''
  const lot = line.lot_no ? `(10)${line.lot_no.slice(0, 20)}` : ''
  const count = contentOf(kind, line)
  const pieces = kind === 'ITEM' || !Number.isInteger(count) ? '' : `(37)${count}`
  // Goods in a larger unit are named as its content.
  const item = kind === 'ITEM' ? `(01)${gtin}` : `(02)${gtin}`
  return { symbology: 'gs1-128', text: item + date + (kind === 'ITEM' ? '' : pieces) + lot }
}

function symbolsOf(layout: LabelForms['layout'], kind: LabelKind, line: LabelLine): Symbols {
  const document = `${line.doc_no}/${line.line_no}`
  if (layout === 'A') return [{ symbology: 'code128', text: line.stock_cd }]
  if (layout === 'B') return [{ symbology: 'qrcode', text: document }]
  const goods = goodsSymbol(kind, line)
  if (layout === 'C') return [goods, { symbology: 'datamatrix', text: document }]
  if (kind === 'CELL') return [{ symbology: 'code128', text: line.cell_cd ?? '-' }]
  if (kind === 'ITEM') return [goods]
  const second = kind === 'BOX' ? 'qrcode' : 'datamatrix'
  return [goods, { symbology: second, text: document }]
}

/** One label of a line. */
export function labelOf(
  layout: LabelForms['layout'],
  kind: LabelKind,
  line: LabelLine,
  copies: number,
): PrintedLabel {
  const symbols = symbolsOf(layout, kind, line)
  if (layout === 'STANDARD' && kind === 'CELL') {
    return { title: line.cell_cd ?? '-', lines: [], symbols, copies }
  }
  const facts: readonly (readonly [string, string | null])[] = [
    ['품목', line.stock_cd],
    ['로트', line.lot_no],
    ['유통기한', line.valid_dt],
    ...(kind === 'ITEM' ? [] : [['수량', String(contentOf(kind, line))] as const]),
    ...(kind === 'ITEM' ? [] : [['화주', line.owner_nm] as const]),
    ...(layout === 'STANDARD' || layout === 'C' ? [['거래처', line.party_nm] as const] : []),
    ...(kind === 'ITEM' ? [] : [['전표', `${line.doc_no} / ${line.line_no}`] as const]),
  ]
  const lines = facts.flatMap(([name, value]) => (value ? [{ label: name, value }] : []))
  return { title: line.stock_nm, lines, symbols, copies }
}
