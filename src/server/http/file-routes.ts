import { codeLists } from '#areas/code-lists.ts'
import { z } from 'zod'
import { exportError } from '#areas/system/rules/empty-export.ts'
import { label } from '#kernel/label.ts'
import { attachmentHeader, safeFileName } from '#server/files/content-disposition.ts'
import { SpreadsheetError } from '#server/files/spreadsheet-error.ts'
import { readJoinedSheets, type SheetNames } from '#server/files/joined-sheets.ts'
import { readSpreadsheet } from '#server/files/spreadsheet-reader.ts'
import { contentTypes, writeSpreadsheet } from '#server/files/spreadsheet-writer.ts'
import { AppError } from '#server/base/app-error.ts'
import type { Handler } from '#server/engine/handler.ts'
import { canCall } from '#server/auth/grants.ts'
import { forbidden } from '#server/base/app-error.ts'
import { gridPrintRoute } from './grid-print-route.ts'
import { readSiteTexts, translator } from '#server/texts/site-texts.ts'
import { currentContext } from './context.ts'
import { assertCanExport } from './large-body.ts'
import { longListSchema } from './read-body.ts'
import { route, rowsBodyLimit } from './route.ts'
import { logEvent } from './security-log.ts'

const maxColumns = 500
type Cell = string | number | null

/** A custom check, because it can stop at the first invalid cell. */
const cells = z.custom<Cell[]>(
  (given) => Array.isArray(given) && given.length <= maxColumns && given.every(isCell),
)
const kind = z.enum(['text', 'number', 'date', 'datetime'])

function isCell(given: unknown): boolean {
  return given === null || typeof given === 'string' || typeof given === 'number'
}

export function fileRoutes(handlers: readonly Handler[]) {
  const inputs = new Map(handlers.map(({ operation }) => [operation.name, operation]))
  return [
    route({
      path: '/api/file/exportExcel',
      counts: 'export',
      access: 'signed-in',
      scope: 'self',
      bodyLimit: rowsBodyLimit,
      dropsUnstorable: true,
      maySendMore: assertCanExport,
      body: z.object({
        FILE_NM: z.string().max(200).default('sheet1'),
        FORMAT: z.enum(['csv', 'xlsx']).default('csv'),
        COLUMNS: z.array(z.object({ title: z.string(), kind })).max(maxColumns),
        ROWS: longListSchema(cells, { max: 200_000 }),
        LEVELS: longListSchema(z.int().min(0).max(9), { max: 200_000 }).optional(),
      }),
      answer: async (body, { session, request, reply }) => {
        const error = exportError(body.ROWS)
        if (error) throw new AppError(422, 'EMPTY', error)
        const fileName = safeFileName(`${body.FILE_NM}.${body.FORMAT}`)
        reply.header('content-disposition', attachmentHeader(fileName))
        reply.type(contentTypes[body.FORMAT])
        const { FORMAT: format, COLUMNS: columns, ROWS: rows, LEVELS: levels } = body
        logEvent(request, { kind: 'EXPORT', userId: session.userId, rows: rows.length })
        return writeSpreadsheet({ format, columns, rows, ...(levels && { levels }) })
      },
    }),
    gridPrintRoute,
    readSpreadsheetRoute,
    route({
      path: '/api/file/templateDownload',
      counts: 'export',
      access: 'granted',
      scope: 'operation',
      body: z.object({ PROCEDURE: z.string().max(100) }),
      answer: async ({ PROCEDURE }, { db, session, reply }) => {
        const operation = inputs.get(PROCEDURE)
        if (operation?.type !== 'procedure' || !canCall(session.grants, operation))
          throw forbidden()
        const say = translator(await readSiteTexts(db), session.language)
        const columns = Object.values(operation.input).map((field) => ({
          title: say(field.label),
          kind: 'text' as const,
        }))
        reply.header(
          'content-disposition',
          attachmentHeader(`${operation.title[session.language]}.xlsx`),
        )
        reply.type(contentTypes.xlsx)
        return writeSpreadsheet({ format: 'xlsx', columns, rows: [] })
      },
    }),
  ]
}

const maxFileBytes = 10 * 1024 * 1024

function getPart(field: unknown): string {
  const value = z.object({ value: z.string().max(100) }).safeParse(field)
  return value.success ? value.data.value : ''
}

function sheetNames(list: string, title: string): SheetNames | undefined {
  const codes = Object.hasOwn(codeLists, list) ? codeLists[list] : undefined
  if (!codes || title === '') return undefined
  const names = Object.entries(codes).flatMap(([code, { ko, en }]) => [
    [code, code] as const,
    [ko, code] as const,
    [en, code] as const,
  ])
  return { title, names: new Map(names) }
}

/** Spreadsheet upload: multipart with one file, parsed in a child process and not stored. */
const readSpreadsheetRoute = route({
  path: '/api/file/readSpreadsheet',
  counts: 'large',
  access: 'signed-in',
  scope: 'self',
  body: z.unknown(),
  answer: async (_, signed) => {
    const { request } = signed
    const file = await request.file({ limits: { fileSize: maxFileBytes, files: 1 } })
    if (!file) {
      const text = label(
        '파일이 없습니다. 엑셀 파일을 선택하세요.',
        'No file. Select a spreadsheet.',
      )
      throw new AppError(400, 'FILE_MISSING', text)
    }
    const bytes = await file.toBuffer()
    await currentContext(signed)
    try {
      // macOS sends decomposed Hangul in file names.
      const fileName = file.filename.normalize('NFC')
      const names = sheetNames(getPart(file.fields['SHEETS']), getPart(file.fields['TITLE']))
      const content = names
        ? await readJoinedSheets(bytes, fileName, names)
        : await readSpreadsheet(bytes, { fileName })
      return { data: { FILE_NM: fileName, ...content } }
    } catch (error) {
      if (error instanceof SpreadsheetError) {
        throw new AppError(422, `SPREADSHEET_${error.code.toUpperCase()}`, error.text)
      }
      throw error
    }
  },
})
