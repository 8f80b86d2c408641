import { vi } from 'vitest'
import { code, date, lookup, quantity, text } from '#kernel/field.ts'
import { defineProcedure } from '#kernel/operation.ts'
import type { UploadScreen } from '#kernel/screen.ts'
import type { SheetRow } from '#kernel/sheet-mapping.ts'
import { setMenu } from '#ui/remote/menu.ts'
import { setLanguage } from '#ui/base/language.ts'
import { UploadSession } from '#ui/page/upload/upload-session.ts'
import { columnLabels, testLabel, columnTitles } from '#tests/support/labels.ts'
import { messages } from '#kernel/messages.ts'

type Row = Record<string, unknown>

const header = {
  OWNER_CD: lookup(columnLabels.OWNER_CD, 'owner', { required: true }),
  SHIPMENT_DT: date(columnLabels.SHIPMENT_DT, { required: true }),
}

/** Upload of an owner's order sheet. Rows with the same order number become one shipment. */
export const uploadScreen: UploadScreen = {
  kind: 'upload',
  route: 'ShipmentUploadExcelByOwner',
  search: [],
  ownerMapping: true,
  header,
  save: defineProcedure({
    name: 'outbound/upload-shipments',
    title: testLabel('Upload shipments'),
    action: 'save',
    scope: 'warehouse-owner',
    input: {
      ...header,
      OWNER_ORDER_NO: code(testLabel('Order no'), { required: true }),
      STOCK_CD: code(columnLabels.STOCK_CD, { required: true }),
      ORDER_QTY: quantity(columnLabels.QTY, { required: true, min: 0.001 }),
      REMARK: text(columnLabels.REMARK, { maxLength: 20 }),
    },
  }),
  columns: ['OWNER_ORDER_NO', 'STOCK_CD', 'ORDER_QTY', 'REMARK'],
}

export interface SentUpload {
  readonly path: string
  readonly body: Row
  readonly rows: readonly Row[]
  readonly key: string | null
}

interface UploadServer {
  readonly sheet: readonly SheetRow[]
  readonly totalRows?: readonly number[]
  /** Errors of the server by row. None by default. */
  readonly objections?: (rows: readonly Row[]) => readonly Row[] | Promise<readonly Row[]>
  readonly read?: () => Response
  readonly save?: (sent: SentUpload) => Response | Promise<Response>
  readonly mapping?: Readonly<Record<string, string>>
}

const SAVE = '/api/wms/comm/wmsCommon/saveProcedure'

/** Mocks the server. The rest is production code. */
export function mockServer(options: UploadServer): SentUpload[] {
  const calls: SentUpload[] = []
  vi.stubGlobal('fetch', async (target: string, init?: RequestInit) => {
    const path = new URL(target, 'http://wms.test').pathname
    const body = typeof init?.body === 'string' ? (JSON.parse(init.body) as Row) : {}
    const key = new Headers(init?.headers).get('idempotency-key')
    const sent = { path, body, rows: (body['ROWS'] ?? []) as Row[], key }
    calls.push(sent)
    const response = await getAnswer(options, sent)
    init?.signal?.throwIfAborted()
    return response
  })
  return calls
}

function getAnswer(options: UploadServer, sent: SentUpload): Response | Promise<Response> {
  if (sent.path === '/api/file/readSpreadsheet') {
    if (options.read) return options.read()
    const { sheet } = options
    const data = {
      FILE_NM: 'order.xlsx',
      sheetName: 'orders',
      rows: sheet,
      lastRow: sheet.at(-1)?.row ?? 0,
      skippedEmptyRows: 0,
      totalRows: options.totalRows ?? [],
    }
    return Response.json({ data })
  }
  if (sent.path === '/api/wms/master/ownerMapping') {
    const { mapping } = options
    const kept = { OWNER_CD: 'HANBIT', MAPPING: JSON.stringify(mapping), VERSION: 3 }
    return Response.json({ data: mapping ? [kept] : [] })
  }
  if (sent.path === SAVE && sent.body['PROCEDURE'] === uploadScreen.save.name) {
    return options.save && sent.body['DRY_RUN'] !== 'Y' ? options.save(sent) : judge(options, sent)
  }
  return Response.json({ data: { rows: [] }, message: '' })
}

/** Saves all rows or none, and reports all errors together. */
async function judge({ objections }: UploadServer, { rows }: SentUpload): Promise<Response> {
  const refused = (await objections?.(rows)) ?? []
  if (refused.length > 0) {
    const message = `${refused.length}건이 올바르지 않습니다.`
    return Response.json({ message, rows: refused }, { status: 422 })
  }
  const data = {
    rows: rows.map(({ NO, OWNER_ORDER_NO }) => ({
      ROW: NO,
      POSTATUS: 0,
      SHIPMENT_NO: `SH-${String(OWNER_ORDER_NO)}`,
    })),
  }
  return Response.json({ message: messages.saved.ko, data })
}

export function unknownItemError(row: Row): Row {
  const POERROR = `등록되지 않은 품목입니다: ${String(row['STOCK_CD'])}`
  return { ROW: row['NO'], POSTATUS: -1, POERROR, COLUMN: 'STOCK_CD' }
}

/** Rejects items other than SKU plus digits. */
export function findUnknownItems(rows: readonly Row[]): readonly Row[] {
  return rows.filter((row) => !/^SKU\d+$/.test(String(row['STOCK_CD']))).map(unknownItemError)
}

export function getSheet(...rows: SheetRow['cells'][]): SheetRow[] {
  const titles: SheetRow['cells'] = [
    'Order no',
    columnTitles.STOCK_CD,
    columnTitles.QTY,
    columnTitles.REMARK,
  ]
  return [titles, ...rows].map((cells, index) => ({ row: index + 1, cells }))
}

export async function openUpload(): Promise<UploadSession> {
  // Browser API missing in jsdom.
  vi.stubGlobal('CSS', { escape: (plain: string) => plain })
  setLanguage('ko')
  const entry = {
    MENU_ID: uploadScreen.route,
    MENU_PATH: '/out/x',
    MENU_NM: 'Upload shipments',
    MENU_NM_EN: 'Upload',
    isFavorite: false,
    actions: ['search', 'save', 'import'],
    built: true,
  }
  setMenu({ menuHierarchyList: [], menuMap: { SUE: entry }, popupMap: {}, myMenuList: [] })
  const session = new UploadSession(uploadScreen)
  await session.job.setHeader({ OWNER_CD: 'HANBIT', SHIPMENT_DT: '20261120' })
  return session
}

export async function readUpload(): Promise<UploadSession> {
  const session = await openUpload()
  await session.job.chooseFile(new File(['x'], 'order.xlsx'))
  if (session.job.state.stage === 'map') await session.job.readRows()
  return session
}

export function getShownRows({ rows }: UploadSession): unknown[] {
  const { model } = rows
  return Array.from({ length: model.rowCount }, (_, row) => model.value(row, 'SHEET_ROW'))
}

export const saves = (sent: readonly SentUpload[]): SentUpload[] =>
  sent.filter(({ body }) => body['PROCEDURE'] === uploadScreen.save.name && !body['DRY_RUN'])

export const checks = (sent: readonly SentUpload[]): SentUpload[] =>
  sent.filter(({ body }) => body['DRY_RUN'] === 'Y')
