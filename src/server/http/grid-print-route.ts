import { z } from 'zod'
import { exportError } from '#areas/system/rules/empty-export.ts'
import { gridPrintError } from '#areas/system/rules/grid-print.ts'
import { listActions } from '#server/auth/grants.ts'
import { AppError, forbidden } from '#server/base/app-error.ts'
import { attachmentHeader, safeFileName } from '#server/files/content-disposition.ts'
import { gridDocument } from '#server/print/grid-document.ts'
import { renderPdf } from '#server/print/pdf.ts'
import { getAbortSignal } from './arrow-response.ts'
import { assertCanExport } from './large-body.ts'
import { longListSchema } from './read-body.ts'
import { route } from './route.ts'
import { logEvent } from './security-log.ts'

const maxGroups = 50

/** Users with more rows are advised to export a spreadsheet. */
const maxSentRows = 10_000

/**
 * Prints rows sent by the page without reading any. Requires the print or export permission on the
 * screen because data leaves the site.
 */
export const gridPrintRoute = route({
  path: '/api/file/printGrid',
  counts: 'print',
  access: 'granted',
  scope: 'self',
  bodyLimit: 8 * 1024 * 1024,
  dropsUnstorable: true,
  maySendMore: assertCanExport,
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
    ROWS: longListSchema(z.array(z.string().max(1000)).max(60), { max: maxSentRows }),
    BREAKS: z.array(z.int().min(0)).max(maxGroups).optional(),
    TOTALS: z.array(z.string().max(60)).max(60).optional(),
  }),
  answer: async (body, { session, caller, request, reply }) => {
    const granted = listActions(session.grants, body.MENU_ID)
    if (!granted.includes('print') && !granted.includes('export')) throw forbidden()
    const error = exportError(body.ROWS)
    if (error) throw new AppError(422, 'EMPTY', error)
    const tooMuch = gridPrintError(body.ROWS.length, body.COLUMNS.length)
    if (tooMuch) throw new AppError(422, 'PRINT_TOO_LARGE', tooMuch)
    const requester = { who: caller.userId, signal: getAbortSignal(reply) }
    const pdf = await renderPdf(gridDocument(body, caller), requester)
    logEvent(request, {
      kind: 'PRINT',
      userId: caller.userId,
      subject: body.MENU_ID,
      rows: body.ROWS.length,
    })
    reply.header('content-disposition', attachmentHeader(safeFileName(`${body.TITLE}.pdf`)))
    reply.type('application/pdf')
    return Buffer.from(pdf)
  },
})
