import type { Label } from '#kernel/label.ts'

export type ScanPartKind =
  | 'item'
  | 'cell'
  | 'pallet'
  | 'box'
  | 'handling-unit'
  | 'document'
  | 'line'
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
  /** 14-digit GTIN of an item, the common form for comparing item numbers. */
  readonly gtin14?: string
  /**
   * GTIN-14 only: the packaging indicator, 1 to 8 for units above the piece, 9 for variable
   * measure.
   */
  readonly packagingLevel?: number
}

export interface InterpretedScan {
  readonly code: string
  readonly format: string
  readonly owner?: string
  /** AIM symbology identifier if the scanner sends one: `]E0`, `]C1`. */
  readonly symbology?: string
  readonly parts: readonly ScanPart[]
  readonly warning?: Label
  readonly refusal?: Label
}

export interface BareCode {
  readonly text: string
  readonly symbology: string | undefined
}

/** Reads one family of codes. Returns undefined for other codes. Called in order. */
export type ScanInterpreter = (
  code: BareCode,
) => Pick<InterpretedScan, 'format' | 'parts' | 'owner' | 'warning' | 'refusal'> | undefined

export interface ScanResponse {
  readonly ok: boolean
  readonly message?: Label
  readonly takenBy?: string | undefined
}

export interface ScanClaim {
  /** Scans with the same lane are handled sequentially. */
  readonly lane: object
  /** Owners whose formats apply when the scan is handled. Undefined means any, empty means none. */
  owners(): readonly string[] | undefined
  /** Called once, when the scan is handled. */
  take(scan: InterpretedScan): Promise<ScanResponse>
  readonly takenBy?: string | undefined
}
