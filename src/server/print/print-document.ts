import type { Paper } from './paper.ts'

export type Symbology = 'code128' | 'gs1-128' | 'ean13' | 'itf14' | 'qrcode' | 'datamatrix'

export interface PrintColumn {
  readonly title: string
  /** Share of the page's width; only the proportions between columns count. */
  readonly width: number
  readonly align: 'left' | 'center' | 'right'
}

/** One document, such as one delivery note; it begins on a new sheet and counts its own pages. */
export interface PrintPage {
  /** Label and value pairs under the title, two abreast, in this order. */
  readonly heading: readonly { readonly label: string; readonly value: string }[]
  /** Printed at the top right, with its text below. */
  readonly barcode?: { readonly symbology: Symbology; readonly text: string }
  readonly columns: readonly PrintColumn[]
  /** Texts in the order of `columns`, numbers already formatted. */
  readonly rows: readonly (readonly string[])[]
  /** The last line of the table, in the order of `columns`. */
  readonly totals?: readonly string[]
  readonly notes?: readonly string[]
  /** Titles of the boxes to be signed or stamped, such as 인수자. */
  readonly signatures?: readonly string[]
}

/** A document as data: what is printed, with no word of how it looks. */
export interface PrintDocument {
  readonly title: string
  readonly paper: Paper
  readonly orientation: 'portrait' | 'landscape'
  /** How often each document is printed, 1 to 10; copies follow each other whole. */
  readonly copies: number
  /** Name to save under without its extension, such as `출고명세서_SO20260131-0001`. */
  readonly fileName: string
  readonly pages: readonly PrintPage[]
  /** The foot of every sheet. `at` is shown as it stands; the time of printing unless given. */
  readonly printed?: { readonly at?: string; readonly by?: string }
}
