import { vi } from 'vitest'
import { code, date, flag, lookup, quantity, select, text } from '#kernel/field.ts'
import { defineProcedure, defineQuery } from '#kernel/operation.ts'
import { normalise } from '#kernel/normalise-screen.ts'
import type { DocScreen, MasterScreen, Screen, WorkScreen } from '#kernel/screen.ts'
import { grid } from '#kernel/screen.ts'
import { hasGrid } from '#ui/page/model/grid-screen.ts'
import { PageModel } from '#ui/page/model/page-model.ts'
import { setMenu } from '#ui/remote/menu.ts'
import { columnLabels, testLabel } from '#tests/support/labels.ts'

/** Browser API missing in jsdom. */

type Row = Record<string, unknown>

export function openPage(written: Screen, tabKey = 'tab'): PageModel {
  const screen = normalise(written)
  if (!hasGrid(screen)) throw new Error(`no grid on ${written.route}`)
  return new PageModel(screen, tabKey)
}

const scope = { scope: 'warehouse-owner' } as const
const isNewRow = (row: Row) => (row['VERSION'] ?? null) === null

const supplierFields = {
  OWNER_CD: lookup(columnLabels.OWNER_CD, 'owner', {
    required: true,
    fills: { OWNER_NM: 'NAME' },
  }),
  OWNER_NM: text(columnLabels.OWNER_NM),
  SUPPLIER_CD: code(columnLabels.SUPPLIER_CD, { required: true }),
  SUPPLIER_NM: text(columnLabels.SUPPLIER_NM, { required: true, maxLength: 10 }),
  SINCE_DT: date(testLabel('Since')),
  GRADE_CD: select(testLabel('Grade'), 'grade'),
}
const { OWNER_NM: _name, ...supplierInput } = supplierFields

export const supplierScreen: MasterScreen = {
  kind: 'master',
  route: 'Supplier',
  search: ['*OWNER_CD', 'SUPPLIER_NM'],
  save: defineProcedure({
    ...scope,
    name: 'master/save-supplier',
    title: testLabel('Save suppliers'),
    action: 'save',
    input: supplierInput,
  }),
  grid: grid({
    source: defineQuery({
      ...scope,
      name: 'master/suppliers',
      title: testLabel('Suppliers'),
      action: 'search',
      search: { ...supplierFields, USE_YN: flag(columnLabels.USE_YN) },
      output: supplierFields,
    }),
    fixed: { USE_YN: 'Y' },
    columns: [
      { field: 'OWNER_CD', editable: isNewRow },
      'OWNER_NM',
      { field: 'SUPPLIER_CD', editable: isNewRow },
      { field: 'SUPPLIER_NM', editable: true },
      { field: 'SINCE_DT', editable: true, default: 'today' },
      { field: 'GRADE_CD', editable: true },
    ],
  }),
}

const receiptFields = {
  RECEIPT_NO: code(columnLabels.RECEIPT_NO),
  OWNER_CD: supplierFields.OWNER_CD,
  RECEIPT_DT: date(columnLabels.RECEIPT_DT, { required: true }),
}
const lineFields = {
  LINE_NO: quantity(columnLabels.LINE_NO),
  OWNER_CD: supplierFields.OWNER_CD,
  STOCK_CD: code(columnLabels.STOCK_CD, { required: true }),
  ORDER_QTY: quantity(columnLabels.EXPECTED_QTY, { required: true }),
}

export const receiptScreen: DocScreen = {
  kind: 'doc',
  route: 'ReceiptCreate',
  search: ['RECEIPT_DT'],
  link: ['RECEIPT_NO'],
  save: defineProcedure({
    ...scope,
    name: 'inbound/save-receipts',
    title: testLabel('Save receipts'),
    action: 'save',
    input: receiptFields,
    lines: {
      LINE_NO: lineFields.LINE_NO,
      STOCK_CD: lineFields.STOCK_CD,
      ORDER_QTY: lineFields.ORDER_QTY,
    },
  }),
  grid: grid({
    source: defineQuery({
      ...scope,
      name: 'inbound/receipts',
      title: testLabel('Receipts'),
      action: 'search',
      search: receiptFields,
      output: receiptFields,
    }),
    columns: [
      'RECEIPT_NO',
      { field: 'OWNER_CD', editable: true },
      { field: 'RECEIPT_DT', editable: true },
    ],
  }),
  lines: grid({
    source: defineQuery({
      ...scope,
      name: 'inbound/receipt-lines',
      title: columnLabels.LINE_NO,
      action: 'search',
      search: receiptFields,
      output: lineFields,
    }),
    columns: [
      'LINE_NO',
      { field: 'STOCK_CD', editable: true },
      { field: 'ORDER_QTY', editable: true },
    ],
  }),
}

const workFields = {
  RECEIPT_NO: receiptFields.RECEIPT_NO,
  STOCK_CD: lineFields.STOCK_CD,
  BARCODE: code(columnLabels.BARCODE),
  OPEN_QTY: quantity(testLabel('Open')),
  NOW_QTY: quantity(testLabel('Receive qty')),
  CELL_CD: code(columnLabels.CELL_CD),
}

export const receivingScreen: WorkScreen = {
  kind: 'work',
  route: 'ReceivingByOrder',
  search: ['RECEIPT_NO'],
  act: defineProcedure({
    ...scope,
    name: 'inbound/receive',
    title: testLabel('Receive'),
    action: 'save',
    input: {
      RECEIPT_NO: workFields.RECEIPT_NO,
      STOCK_CD: workFields.STOCK_CD,
      NOW_QTY: { ...workFields.NOW_QTY, required: true },
      CELL_CD: workFields.CELL_CD,
    },
  }),
  scan: { find: ['STOCK_CD', 'BARCODE'], count: 'NOW_QTY', upTo: 'OPEN_QTY' },
  grid: grid({
    source: defineQuery({
      ...scope,
      name: 'inbound/receiving-lines',
      title: testLabel('Lines to receive'),
      action: 'search',
      search: workFields,
      output: workFields,
    }),
    columns: [
      'RECEIPT_NO',
      'STOCK_CD',
      'BARCODE',
      'OPEN_QTY',
      { field: 'NOW_QTY', editable: true },
      { field: 'CELL_CD', editable: true },
    ],
  }),
}

export function grant(...actions: string[]): void {
  const routes = [
    'Supplier',
    'ReceiptCreate',
    'ReceivingByOrder',
    'ShippedCheck',
    'PalletMove',
    'InventoryHoldStock',
  ]
  grantMenus(Object.fromEntries(routes.map((route) => [route, actions])))
}

export function grantMenus(granted: Readonly<Record<string, string[]>>): void {
  const menuEntry = ([route, actions]: [string, string[]]) => ({
    MENU_ID: route,
    MENU_PATH: `/t/${route}`,
    MENU_NM: route,
    MENU_NM_EN: route,
    isFavorite: false,
    actions,
  })
  const menuMap = Object.fromEntries(
    Object.entries(granted).map((entry) => [entry[0], menuEntry(entry)]),
  )
  setMenu({ menuHierarchyList: [], menuMap, popupMap: {}, myMenuList: [] })
}

export interface SentRequest {
  readonly path: string
  readonly body: Row
  readonly key: string | null
}

export interface MockResponse {
  readonly status?: number
  readonly headers?: Readonly<Record<string, string>>
  readonly body: unknown
}

/** Mocks the server: responds by path and records requests. The rest is production code. */
export function mockServer(
  answers: Readonly<Record<string, (sent: SentRequest) => MockResponse | Promise<MockResponse>>>,
) {
  const sent: SentRequest[] = []
  vi.stubGlobal('fetch', async (target: string, init?: RequestInit) => {
    const request = new Request(new URL(target, 'http://wms.test'), init)
    const path = new URL(request.url).pathname
    const body = (await request.json()) as Row
    const call = { path, body, key: request.headers.get('idempotency-key') }
    sent.push(call)
    const response = (await answers[path]?.(call)) ?? { status: 404, body: { message: path } }
    request.signal.throwIfAborted()
    const { status = 200, headers = {} } = response
    return Response.json(response.body, { status, headers })
  })
  return sent
}

export const SAVE = '/api/wms/comm/wmsCommon/saveProcedure'
