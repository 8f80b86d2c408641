// Node 24 has no Temporal, so load the polyfill.
import 'temporal-polyfill/global'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { parentPort } from 'node:worker_threads'

import pdfmake from 'pdfmake'

import { rememberShapedText } from './shaped-text.ts'
import { layOutLabels } from './label-layout.ts'
import type { LabelSheet } from './label-sheet.ts'
import { layOut } from './page-layout.ts'
import type { PrintDocument } from './print-document.ts'

/* Renders PDF documents one at a time, outside the main thread. */

const packageFile = createRequire(import.meta.url).resolve('pretendard/package.json')
const fontFolder = join(dirname(packageFile), 'dist/public/static/alternative')
const fonts = [
  join(fontFolder, 'Pretendard-Regular.ttf'),
  join(fontFolder, 'Pretendard-SemiBold.ttf'),
]
const [normal = '', bold = ''] = fonts

rememberShapedText()
pdfmake.setFonts({ Pretendard: { normal, bold } })
// Documents contain their images: no URL and no other file is ever opened.
pdfmake.setLocalAccessPolicy((path) => fonts.includes(path))
pdfmake.setUrlAccessPolicy(() => false)

export interface RenderRequest {
  id: number
  document: PrintDocument | LabelSheet
  printedAt: string
}

export type RenderResponse = { id: number } & ({ pdf: Uint8Array } | { error: string })

async function render({ id, document, printedAt }: RenderRequest): Promise<RenderResponse> {
  try {
    const sheets = 'labels' in document ? layOutLabels(document) : layOut(document, printedAt)
    return { id, pdf: await pdfmake.createPdf(sheets).getBuffer() }
  } catch (error) {
    return { id, error: error instanceof Error ? error.message : String(error) }
  }
}

parentPort?.on('message', (request: RenderRequest) => {
  void render(request).then((result) => {
    parentPort?.postMessage(result)
  })
})
