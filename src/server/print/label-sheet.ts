import type { Symbology } from './print-document.ts'

/** One label as data: what stands on it, from top to bottom. */
export interface PrintedLabel {
  readonly title: string
  readonly lines: readonly { readonly label: string; readonly value: string }[]
  /** Side by side or under each other, with their texts. */
  readonly symbols: readonly { readonly symbology: Symbology; readonly text: string }[]
  readonly copies: number
}

/** Labels of one size, each on a sheet of its own. */
export interface LabelSheet {
  readonly fileName: string
  readonly widthMm: number
  readonly heightMm: number
  readonly labels: readonly PrintedLabel[]
}
