/** Types of the parts of pdfmake 0.3 in use; the package has none. */
declare module 'pdfmake' {
  export interface Node {
    readonly [property: string]: unknown
    positions?: { pageNumber: number }[]
  }

  export type DynamicNode = (page: number, pageCount: number) => Node | undefined

  export interface DocumentDefinition {
    pageSize: { readonly width: number; readonly height: number }
    pageOrientation: 'portrait' | 'landscape'
    pageMargins: [left: number, top: number, right: number, bottom: number]
    content: Node[]
    header: DynamicNode
    footer: DynamicNode
    defaultStyle: Node
    info: Record<string, string>
    language: string
    images?: Readonly<Record<string, string>>
    compress: boolean
  }

  interface PdfMake {
    setFonts(
      fonts: Readonly<Record<string, { readonly normal: string; readonly bold: string }>>,
    ): void
    setLocalAccessPolicy(policy: (path: string) => boolean): void
    setUrlAccessPolicy(policy: (url: string) => boolean): void
    createPdf(definition: DocumentDefinition): { getBuffer(): Promise<Buffer> }
  }

  const pdfmake: PdfMake
  export default pdfmake
}

/** pdfmake's document class, with the one method that is patched. */
declare module 'pdfmake/js/PDFDocument.js' {
  interface DrawingFont {
    ascender: number
    descender: number
    lineGap: number
    layoutRun(text: string, features?: unknown): unknown
  }

  interface DrawingDocument {
    prototype: {
      provideFont: (this: unknown, family: string, bold: boolean, italics: boolean) => DrawingFont
    }
  }

  const module: { default: DrawingDocument }
  export default module
}
