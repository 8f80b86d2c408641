// Node 24 has no Temporal, so load the polyfill.
import 'temporal-polyfill/global'
import { parentPort } from 'node:worker_threads'

import pdfmake, { type DocumentDefinition, type Node } from 'pdfmake'

import { cacheShapedText } from './shaped-text.ts'
import { layOutLabels } from './label-layout.ts'
import { alignLines, toPrintable, printFonts, withFonts } from './print-fonts.ts'
import type { LabelSheet } from './label-sheet.ts'
import { layOutDocument } from './page-layout.ts'
import type { PrintDocument } from './print-document.ts'

/* Renders PDF documents one at a time, outside the main thread. */

cacheShapedText()
alignLines()
pdfmake.setFonts(printFonts)
const files = Object.values(printFonts).flatMap(({ normal, bold }) => [normal, bold])
// Documents contain their images: no URL and no other file is ever opened.
pdfmake.setLocalAccessPolicy((path) => files.includes(path))
pdfmake.setUrlAccessPolicy(() => false)

export interface RenderRequest {
  id: number
  document: PrintDocument | LabelSheet
  printedAt: string
}

export type RenderResponse = { id: number } & ({ pdf: Uint8Array } | { error: string })

function assignFonts(sheets: DocumentDefinition): DocumentDefinition {
  const { header, footer } = sheets
  for (const node of sheets.content) withFonts(node)
  return {
    ...sheets,
    header: (...page) => applyFonts(header(...page)),
    footer: (...page) => applyFonts(footer(...page)),
  }
}

const applyFonts = (node: Node | undefined) => node && withFonts(node)

async function render({ id, document: given, printedAt }: RenderRequest): Promise<RenderResponse> {
  try {
    const document = toPrintable(given)
    const sheets =
      'labels' in document ? layOutLabels(document) : layOutDocument(document, printedAt)
    return { id, pdf: await pdfmake.createPdf(assignFonts(sheets)).getBuffer() }
  } catch (error) {
    return { id, error: error instanceof Error ? error.message : String(error) }
  }
}

parentPort?.on('message', (request: RenderRequest) => {
  void render(request).then((result) => {
    parentPort?.postMessage(result)
  })
})
