import type { Fields, WireRow } from '#kernel/field.ts'
import type { ScanScreen } from '#kernel/screen.ts'
import type { InterpretedScan, ScanPart, ScanPartKind } from './scan-part.ts'

/** Input columns of a station's procedure by what they mean, found by name and kind. */
export interface AcceptColumns {
  readonly code: string
  readonly quantity: string
}

const codeNames = ['CODE', 'SCAN_CODE', 'SCAN_CD', 'BARCODE', 'STOCK_CD']
const quantityNames = ['QTY', 'SCAN_QTY', 'COUNT_QTY']

/**
 * Which input takes the scanned code and which the quantity. Throws, naming the screen, when the
 * procedure has no place for one of them.
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

/** Input columns that a part of a code fills besides the code itself. */
export const partColumns: Readonly<Partial<Record<ScanPartKind, readonly string[]>>> = {
  lot: ['LOT_NO'],
  'valid-date': ['VALID_DT'],
  'made-date': ['MADE_DT', 'MAKE_DT'],
  serial: ['SERIAL_NO'],
  cell: ['CELL_CD'],
  pallet: ['PALLET_NO', 'PLT_NO'],
  box: ['BOX_NO'],
  // Where goods stand on pallets, an SSCC is that of the pallet.
  'handling-unit': ['PALLET_NO', 'PLT_NO', 'BOX_NO'],
}

/** What names the goods in a code, in this order; the rest says more about them. */
const namingKinds: readonly ScanPartKind[] = [
  'item',
  'handling-unit',
  'document',
  'box',
  'pallet',
  'cell',
  'unknown',
]

function partOf(scan: InterpretedScan, kind: ScanPartKind): ScanPart | undefined {
  return scan.parts.find((part) => part.kind === kind)
}

/** The number that names what was scanned. */
export function scannedCode(scan: InterpretedScan): string {
  const naming = namingKinds.map((kind) => partOf(scan, kind)).find(Boolean)
  return (naming ?? scan.parts[0])?.value ?? scan.code
}

/** The document number in a code, if it is one. */
export function scannedDocument(scan: InterpretedScan): string | undefined {
  return partOf(scan, 'document')?.value
}

/** A count printed into the code (GS1 AI 30, 37); undefined without one. */
export function scannedQuantity(scan: InterpretedScan): number | undefined {
  const written = Number(partOf(scan, 'quantity')?.value)
  return Number.isFinite(written) && written > 0 ? written : undefined
}

/** Further facts of the code, for the inputs that take them. */
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
 * Whether a text is written like a document number we know: the same letters and signs, digits
 * anywhere. Tells `SH-20261121-0007` from an item when `SH-20261120-0412` is open. Only numbers
 * with a day or a long count in them are told so: cells and items have shapes of their own.
 */
export function isWrittenLike(text: string, known: string): boolean {
  const shape = (code: string) => code.toUpperCase().replaceAll(/\d/g, '0')
  return /^[A-Z]+-\d{6,}/i.test(known) && shape(text) === shape(known)
}

/** Columns that name a line; the others change as it is counted. */
const identifying = /_(?:NO|CD|ID)$/

/**
 * The line that an answer is about: the only one that agrees with it in every naming column both
 * have. Undefined when none does or several do.
 */
export function lineOf(lines: readonly WireRow[], answer: WireRow): number | undefined {
  const names = Object.keys(answer).filter((name) => identifying.test(name))
  const shared = names.filter((name) => lines.some((line) => Object.hasOwn(line, name)))
  if (shared.length === 0) return undefined
  const matching = lines.flatMap((line, index) =>
    shared.every((name) => (line[name] ?? null) === (answer[name] ?? null)) ? [index] : [],
  )
  return matching.length === 1 ? matching[0] : undefined
}
