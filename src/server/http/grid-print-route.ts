import { z } from 'zod'
import { label } from '#kernel/label.ts'
import { exportFault } from '#areas/system/rules/empty-export.ts'
import { gridPrintFault } from '#areas/system/rules/grid-print.ts'
import { actionsOf } from '#server/auth/grants.ts'
import type { Caller } from '#server/engine/handler.ts'
import { AppError, forbidden } from '#server/engine/app-error.ts'
import { attachment, safeFileName } from '#server/files/content-disposition.ts'
import { printedBy } from '#server/print/line-table.ts'
import { renderPdf } from '#server/print/pdf.ts'
import type { PrintDocument } from '#server/print/print-document.ts'
import { closedEarly } from './arrow-answer.ts'
import { route } from './route.ts'
import { note } from './security-notes.ts'

/** Beyond this people want a spreadsheet, and are told so where it is counted. */
const sentRowsMax = 10_000

interface PrintedGrid {
  readonly TITLE: string
  readonly CRITERIA: string
  readonly COLUMNS: PrintDocument['pages'][number]['columns']
  readonly ROWS: readonly (readonly string[])[]
  readonly TOTALS?: readonly string[] | undefined
}

/** What a grid shows, on paper: its columns, rows and sums, and what was searched for. */
function gridDocument(grid: PrintedGrid, { userId, language }: Caller): PrintDocument {
  const heading =
    grid.CRITERIA === ''
      ? []
      : [{ label: label('조건', 'Conditions')[language], value: grid.CRITERIA }]
  return {
    language,
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

/**
 * Puts on paper what a page sends: nothing is read for it. It takes data out of the site as an
 * export does, so that one of these rights on the screen is asked for.
 */
export const gridPrintRoute = route({
  path: '/api/file/printGrid',
  access: 'granted',
  scope: 'self',
  bodyLimit: 8 * 1024 * 1024,
  body: z.object({
    MENU_ID: z.string().max(100).default(''),
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
    ROWS: z.array(z.array(z.string().max(1000)).max(60)).max(sentRowsMax),
    TOTALS: z.array(z.string().max(60)).max(60).optional(),
  }),
  answer: async (body, { session, caller, request, reply }) => {
    const granted = actionsOf(session.grants, body.MENU_ID)
    if (!granted.includes('print') && !granted.includes('export')) throw forbidden()
    const fault = exportFault(body.ROWS)
    if (fault) throw new AppError(422, 'EMPTY', fault)
    const tooMuch = gridPrintFault(body.ROWS.length, body.COLUMNS.length)
    if (tooMuch) throw new AppError(422, 'PRINT_TOO_LARGE', tooMuch)
    const asker = { who: caller.userId, signal: closedEarly(reply) }
    const pdf = await renderPdf(gridDocument(body, caller), asker)
    note(request, {
      kind: 'PRINT',
      userId: caller.userId,
      subject: body.MENU_ID,
      rows: body.ROWS.length,
    })
    reply.header('content-disposition', attachment(safeFileName(`${body.TITLE}.pdf`)))
    reply.type('application/pdf')
    return Buffer.from(pdf)
  },
})
