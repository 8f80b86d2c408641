import { z } from 'zod'
import { exportFault } from '#areas/system/rules/empty-export.ts'
import { AppError } from '#server/engine/app-error.ts'
import { attachment, safeFileName } from '#server/files/content-disposition.ts'
import { printedBy } from '#server/print/line-table.ts'
import { renderPdf } from '#server/print/pdf.ts'
import type { PrintDocument } from '#server/print/print-document.ts'
import { route, rowsBodyLimit } from './route.ts'

/** Beyond this people want a spreadsheet. */
const printedRowsMax = 3000

interface PrintedGrid {
  readonly TITLE: string
  readonly CRITERIA: string
  readonly COLUMNS: PrintDocument['pages'][number]['columns']
  readonly ROWS: readonly (readonly string[])[]
  readonly TOTALS?: readonly string[] | undefined
}

/** What a grid shows, on paper: its columns, rows and sums, and what was searched for. */
function gridDocument(grid: PrintedGrid, userId: string): PrintDocument {
  const heading = grid.CRITERIA === '' ? [] : [{ label: '조건', value: grid.CRITERIA }]
  return {
    title: grid.TITLE,
    paper: 'A4',
    orientation: grid.COLUMNS.length > 7 ? 'landscape' : 'portrait',
    copies: 1,
    fileName: grid.TITLE,
    printed: printedBy(userId),
    pages: [
      {
        heading,
        columns: grid.COLUMNS,
        rows: grid.ROWS,
        ...(grid.TOTALS && { totals: grid.TOTALS }),
      },
    ],
  }
}

/** Puts on paper what a page sends: nothing is read for it. */
export const gridPrintRoute = route({
  path: '/api/file/printGrid',
  access: 'signed-in',
  scope: 'self',
  bodyLimit: rowsBodyLimit,
  body: z.object({
    TITLE: z.string().max(200),
    CRITERIA: z.string().max(2000).default(''),
    COLUMNS: z
      .array(
        z.object({
          title: z.string().max(200),
          width: z.number().min(1).max(5000),
          align: z.enum(['left', 'center', 'right']),
        }),
      )
      .min(1)
      .max(60),
    ROWS: z.array(z.array(z.string().max(1000)).max(60)).max(printedRowsMax),
    TOTALS: z.array(z.string().max(60)).max(60).optional(),
  }),
  answer: async (body, { caller, reply }) => {
    const fault = exportFault(body.ROWS)
    if (fault) throw new AppError(422, 'EMPTY', fault)
    const pdf = await renderPdf(gridDocument(body, caller.userId))
    reply.header('content-disposition', attachment(safeFileName(`${body.TITLE}.pdf`)))
    reply.type('application/pdf')
    return Buffer.from(pdf)
  },
})
