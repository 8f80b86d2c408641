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

/** What a document says before it is known who reads it. */
export type Text = string | Label

export interface PrintColumn<T = string> {
  readonly title: T
  /** Share of the page's width; only the proportions between columns count. */
  readonly width: number
  readonly align: 'left' | 'center' | 'right'
  /** Read from an arm's length, on the way: where to go and how many to take. */
  readonly large?: boolean
}

/** One document, such as one delivery note; it begins on a new sheet and counts its own pages. */
export interface PrintPage<T = string> {
  /** Label and value pairs under the title, two abreast, in this order. */
  readonly heading: readonly { readonly label: T; readonly value: string }[]
  /** Printed at the top right, with its text below. */
  readonly barcode?: { readonly symbology: Symbology; readonly text: string }
  readonly columns: readonly PrintColumn<T>[]
  /** Texts in the order of `columns`, numbers already formatted. */
  readonly rows: readonly (readonly string[])[]
  /** The last line of the table, in the order of `columns`. */
  readonly totals?: readonly T[]
  readonly notes?: readonly string[]
  /** Titles of the boxes to be signed or stamped, such as 인수자. */
  readonly signatures?: readonly T[]
  /** A company's name and the stored file of its seal, in the first of those boxes. */
  readonly seal?: { readonly name: string; readonly file: string } | undefined
}

/** A document as data: what is printed, with no word of how it looks. */
export interface PrintDocument<T = string> {
  /** Of the words around the document; Korean unless it says otherwise. */
  readonly language?: Language
  readonly title: T
  readonly paper: Paper
  readonly orientation: 'portrait' | 'landscape'
  /** How often each document is printed, 1 to 10; copies follow each other whole. */
  readonly copies: number
  /** Name to save under without its extension, such as `출고명세서_SO20260131-0001`. */
  readonly fileName: string
  readonly pages: readonly PrintPage<T>[]
  /** Pictures of the seals as data URLs, by their stored file; the server adds them at the end. */
  readonly images?: Readonly<Record<string, string>>
  /** The foot of every sheet. `at` is shown as it stands; the time of printing unless given. */
  readonly printed?: { readonly at?: string; readonly by?: string }
}

/** The document in the language of its reader. */
export function inLanguage(document: PrintDocument<Text>, language: Language): PrintDocument {
  const say = (text: Text) => (typeof text === 'string' ? text : text[language])
  const pages = document.pages.map(({ heading, columns, totals, signatures, ...page }) => ({
    ...page,
    heading: heading.map(({ label, value }) => ({ label: say(label), value })),
    columns: columns.map((column) => ({ ...column, title: say(column.title) })),
    ...(totals && { totals: totals.map(say) }),
    ...(signatures && { signatures: signatures.map(say) }),
  }))
  return { ...document, language, title: say(document.title), pages }
}
