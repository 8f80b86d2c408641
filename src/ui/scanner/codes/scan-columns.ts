import type { Fields, WireRow } from '#kernel/field.ts'
import type { ScanScreen } from '#kernel/screen.ts'
import type { InterpretedScan, ScanPart, ScanPartKind } from './scan-part.ts'

export interface AcceptColumns {
  readonly code: string
  readonly quantity: string
}

const codeNames = ['CODE', 'SCAN_CODE', 'SCAN_CD', 'BARCODE', 'STOCK_CD']
const quantityNames = ['QTY', 'SCAN_QTY', 'COUNT_QTY']

/**
 * Columns for the scanned code and the quantity. Throws, naming the screen, if the procedure lacks
 * one of them.
 */
export function acceptColumns(screen: ScanScreen): AcceptColumns {
  const { input } = screen.accept
  const others = Object.entries(input).filter(([name]) => name !== screen.documentKey)
  const code =
    codeNames.find((name) => Object.hasOwn(input, name)) ??
    others.find(([, field]) => field.kind === 'text')?.[0]
  const quantity =
    quantityNames.find((name) => Object.hasOwn(input, name)) ??
    others.find(([, field]) => field.kind === 'number')?.[0]
  if (code === undefined || quantity === undefined) {
    throw new Error(`${screen.route}: ${screen.accept.name} takes no scanned code and quantity`)
  }
  return { code, quantity }
}

export const partColumns: Readonly<Partial<Record<ScanPartKind, readonly string[]>>> = {
  lot: ['LOT_NO'],
  'valid-date': ['VALID_DT'],
  'made-date': ['MADE_DT', 'MAKE_DT'],
  serial: ['SERIAL_NO'],
  cell: ['CELL_CD'],
  pallet: ['PALLET_NO', 'PLT_NO'],
  box: ['BOX_NO'],
  // For stock on pallets an SSCC identifies the pallet.
  'handling-unit': ['PALLET_NO', 'PLT_NO', 'BOX_NO'],
}

const namingKinds: readonly ScanPartKind[] = [
  'item',
  'handling-unit',
  'document',
  'box',
  'pallet',
  'cell',
  'unknown',
]

function findPart(scan: InterpretedScan, kind: ScanPartKind): ScanPart | undefined {
  return scan.parts.find((part) => part.kind === kind)
}

export function scannedCode(scan: InterpretedScan): string {
  const naming = namingKinds.map((kind) => findPart(scan, kind)).find(Boolean)
  return (naming ?? scan.parts[0])?.value ?? scan.code
}

export function scannedDocument(scan: InterpretedScan): string | undefined {
  return findPart(scan, 'document')?.value
}

/** Quantity encoded in the code (GS1 AI 30, 37), or undefined. */
export function scannedQuantity(scan: InterpretedScan): number | undefined {
  const written = Number(findPart(scan, 'quantity')?.value)
  return Number.isFinite(written) && written > 0 ? written : undefined
}

export function scannedFacts(scan: InterpretedScan, input: Fields): WireRow {
  const facts: WireRow = {}
  for (const { kind, value } of scan.parts) {
    for (const name of partColumns[kind] ?? []) {
      if (Object.hasOwn(input, name)) facts[name] = value
    }
  }
  return facts
}

/**
 * Whether a text has the pattern of a known document number. `SH-20261121-0007` is not an item
 * while `SH-20261120-0412` is open. Applies only to numbers with a date or a long counter, because
 * cells and items have their own patterns.
 */
export function hasSamePattern(text: string, known: string): boolean {
  const shape = (code: string) => code.toUpperCase().replaceAll(/\d/g, '0')
  return /^[A-Z]+-\d{6,}/i.test(known) && shape(text) === shape(known)
}

/** Columns that identify a line. All others change during counting. */
const identifying = /_(?:NO|CD|ID)$/

/** The only line that matches a response in every shared identifying column, or undefined. */
export function findMatchingLine(lines: readonly WireRow[], answer: WireRow): number | undefined {
  const names = Object.keys(answer).filter((name) => identifying.test(name))
  const shared = names.filter((name) => lines.some((line) => Object.hasOwn(line, name)))
  if (shared.length === 0) return undefined
  const matching = lines.flatMap((line, index) =>
    shared.every((name) => (line[name] ?? null) === (answer[name] ?? null)) ? [index] : [],
  )
  return matching.length === 1 ? matching[0] : undefined
}
