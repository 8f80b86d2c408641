import type { Label, Language } from '#kernel/label.ts'
import type { Paper } from './paper.ts'

export type Symbology =
  | 'code128'
  | 'gs1-128'
  | 'ean13'
  | 'itf14'
  | 'qrcode'
  | 'datamatrix'
  | 'gs1datamatrix'

export type Text = string | Label

export interface PrintColumn<T = string> {
  readonly title: T
  /** Relative width; only the proportions between columns matter. */
  readonly width: number
  readonly align: 'left' | 'center' | 'right'
  /** Large print for values read from a distance: where to go and how many to pick. */
  readonly large?: boolean
}

/** One document, such as a delivery note. Starts on a new page with its own page numbers. */
export interface PrintPage<T = string> {
  /** Label and value pairs below the title, two per row. */
  readonly heading: readonly { readonly label: T; readonly value: string }[]
  readonly barcode?: { readonly symbology: Symbology; readonly text: string }
  readonly columns: readonly PrintColumn<T>[]
  /** Cell texts in the order of `columns`, numbers already formatted. */
  readonly rows: readonly (readonly string[])[]
  readonly totals?: readonly T[]
  readonly notes?: readonly string[]
  /** Titles of signature boxes, such as 인수자. */
  readonly signatures?: readonly T[]
  /** Company name and stored seal image for the first signature box. */
  readonly seal?: { readonly name: string; readonly file: string } | undefined
}

export interface PrintDocument<T = string> {
  /** Language of the fixed texts; Korean by default. */
  readonly language?: Language
  readonly title: T
  readonly paper: Paper
  readonly orientation: 'portrait' | 'landscape'
  /** Number of copies, 1 to 10. Copies are complete documents one after the other. */
  readonly copies: number
  /** File name without extension, such as `출고명세서_SO20260131-0001`. */
  readonly fileName: string
  readonly pages: readonly PrintPage<T>[]
  /** Seal images as data URLs, by stored file. The server adds them just before printing. */
  readonly images?: Readonly<Record<string, string>>
  /** Footer of every page. `at` is printed verbatim; the default is the print time. */
  readonly printed?: { readonly at?: string; readonly by?: string }
}

export function toLanguage(document: PrintDocument<Text>, language: Language): PrintDocument {
  const inLanguage = (text: Text) => (typeof text === 'string' ? text : text[language])
  const pages = document.pages.map(({ heading, columns, totals, signatures, ...page }) => ({
    ...page,
    heading: heading.map(({ label, value }) => ({ label: inLanguage(label), value })),
    columns: columns.map((column) => ({ ...column, title: inLanguage(column.title) })),
    ...(totals && { totals: totals.map(inLanguage) }),
    ...(signatures && { signatures: signatures.map(inLanguage) }),
  }))
  return { ...document, language, title: inLanguage(document.title), pages }
}
