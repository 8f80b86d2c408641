import type { Label } from '#kernel/label.ts'

/** Meaning of a part; only the field or station can judge an `unknown` text. */
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
  /** Items only: the 14-digit GTIN, in which all item numbers are comparable. */
  readonly gtin14?: string
  /**
   * GTIN-14 only: the packaging indicator, 1 to 8 for units above the piece, 9 for variable
   * measure.
   */
  readonly packagingLevel?: number
}

export interface InterpretedScan {
  readonly code: string
  /** How it was read: `cell-label`, `ean-13`, `text` … */
  readonly format: string
  /** Owner of the matching format. */
  readonly owner?: string
  /** AIM symbology identifier if the scanner sends one: `]E0`, `]C1`. */
  readonly symbology?: string
  readonly parts: readonly ScanPart[]
  /** Message for the operator. */
  readonly warning?: Label
  /** Why the code must not be used at all, such as malformed GS1. */
  readonly refusal?: Label
}

/** Without the symbology identifier, case preserved. */
export interface BareCode {
  readonly text: string
  readonly symbology: string | undefined
}

/** Reads one family of codes; undefined if the code is not one of them. Called in order. */
export type ScanInterpreter = (
  code: BareCode,
) => Pick<InterpretedScan, 'format' | 'parts' | 'owner' | 'warning' | 'refusal'> | undefined

/** Result of a scan at a station or field. */
export interface ScanAnswer {
  readonly ok: boolean
  /** Shown prominently: what was counted, or why it was refused. */
  readonly message?: Label
  /** The screen, where that says more than the target's name. */
  readonly takenBy?: string | undefined
}

/** A code that a target accepted before it is interpreted. */
export interface ScanClaim {
  /** Scans with the same line are handled sequentially. */
  readonly line: object
  /** Owners whose formats apply when its turn comes: undefined is any, empty none. */
  owners(): readonly string[] | undefined
  /** Called once, when its turn has come. */
  take(scan: InterpretedScan): Promise<ScanAnswer>
  readonly takenBy?: string | undefined
}
