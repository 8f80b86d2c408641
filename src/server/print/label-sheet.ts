import type { Symbology } from './print-document.ts'

export interface PrintedLabel {
  readonly title: string
  readonly lines: readonly { readonly label: string; readonly value: string }[]
  readonly symbols: readonly { readonly symbology: Symbology; readonly text: string }[]
  readonly copies: number
}

export interface LabelSheet {
  readonly fileName: string
  readonly widthMm: number
  readonly heightMm: number
  readonly labels: readonly PrintedLabel[]
}
