import type { Label } from '#kernel/label.ts'

/** What a part of a scanned code means; `unknown` is a text only the field or station can judge. */
export type ScanPartKind =
  | 'item'
  | 'cell'
  | 'pallet'
  | 'box'
  | 'handling-unit'
  | 'document'
  | 'lot'
  | 'valid-date'
  | 'made-date'
  | 'quantity'
  /** In kilograms. */
  | 'net-weight'
  | 'serial'
  | 'unknown'

export interface ScanPart {
  readonly kind: ScanPartKind
  readonly value: string
  /** Item numbers only: as a 14-digit GTIN, the form in which all of them compare. */
  readonly gtin14?: string
  /** GTIN-14 only: the packaging indicator, 1 to 8 for trade units above the piece, 9 for goods by measure. */
  readonly packagingLevel?: number
}

/** A code taken apart. */
export interface InterpretedScan {
  /** As it was scanned. */
  readonly code: string
  /** How it was read: `cell-label`, `ean-13`, `text` … */
  readonly format: string
  /** Whose goods they are, where the code is of a format that one owner has. */
  readonly owner?: string
  /** AIM symbology identifier where the scanner sends one: `]E0`, `]C1`. */
  readonly symbology?: string
  readonly parts: readonly ScanPart[]
  /** What is wrong with it, in words for the operator. */
  readonly warning?: Label
  /** Why it must not be taken for anything: a GS1 code that is broken. */
  readonly refusal?: Label
}

/** Without the symbology identifier, in the spelling of the label. */
export interface BareCode {
  readonly text: string
  readonly symbology: string | undefined
}

/**
 * Reads one family of codes; undefined when the code is none of them. Families are asked in order,
 * so that GS1 element strings or an owner's own format are one more interpreter.
 */
export type ScanInterpreter = (
  code: BareCode,
) => Pick<InterpretedScan, 'format' | 'parts' | 'owner' | 'warning' | 'refusal'> | undefined

/** What a station or a field made of a scan. */
export interface ScanAnswer {
  readonly ok: boolean
  /** Shown in large beside the sound: what was counted, or why it was refused. */
  readonly message?: Label
  /** Who took it, where that says more than the target's name: the screen. */
  readonly takenBy?: string | undefined
}

/** A code that a target accepted before it is read. */
export interface ScanClaim {
  /** Scans of one line are handled one after the other. */
  readonly line: object
  /** Owners whose formats the code is read by when its turn comes: undefined is any, empty none. */
  owners(): readonly string[] | undefined
  /** Called once, when the turn has come. */
  take(scan: InterpretedScan): Promise<ScanAnswer>
  readonly takenBy?: string | undefined
}
