import { vi } from 'vitest'
import { code, date, quantity, text } from '#kernel/field.ts'
import { defineProcedure, defineQuery } from '#kernel/operation.ts'
import { grid, type ScanScreen } from '#kernel/screen.ts'
import { setLanguage } from '#ui/base/language.ts'
import { columnLabels, testLabel } from '#tests/support/labels.ts'

type Row = Record<string, unknown>

const scope = { action: 'save', scope: 'warehouse-owner' } as const
const number = code(columnLabels.SHIPMENT_NO)
const line = {
  SHIPMENT_NO: number,
  LINE_NO: quantity(columnLabels.LINE_NO),
  STOCK_CD: code(columnLabels.STOCK_CD),
  STOCK_NM: text(columnLabels.STOCK_NM),
  LOT_NO: code(columnLabels.LOT_NO),
  VALID_DT: date(columnLabels.VALID_DT),
  PICK_QTY: quantity(columnLabels.PICK_QTY),
  CHECK_QTY: quantity(testLabel('Checked')),
}
const document = { SHIPMENT_NO: number, OWNER_CD: code(columnLabels.OWNER_CD) }

export const checkScreen: ScanScreen = {
  kind: 'scan',
  route: 'ShippedCheck',
  search: [],
  document: defineQuery({
    ...scope,
    name: 'outbound/shipments',
    title: testLabel('Shipments'),
    search: document,
    output: document,
  }),
  documentKey: 'SHIPMENT_NO',
  facts: ['SHIPMENT_NO', 'OWNER_CD'],
  lines: grid({
    source: defineQuery({
      ...scope,
      name: 'outbound/shipment-lines',
      title: testLabel('Lines'),
      search: line,
      output: line,
    }),
    columns: ['STOCK_CD', 'STOCK_NM', 'PICK_QTY', 'CHECK_QTY'],
  }),
  wanted: 'PICK_QTY',
  counted: 'CHECK_QTY',
  accept: defineProcedure({
    ...scope,
    name: 'outbound/check-scan',
    title: testLabel('Check scan'),
    input: {
      SHIPMENT_NO: number,
      CODE: code(testLabel('Code'), { required: true }),
      QTY: quantity(columnLabels.QTY),
    },
  }),
  finish: defineProcedure({
    ...scope,
    name: 'outbound/finish-check',
    title: testLabel('Finish'),
    input: { SHIPMENT_NO: number },
  }),
}

export interface SentScan {
  readonly procedure: string
  readonly row: Row
  readonly key: string | null
}

export interface Warehouse {
  readonly sent: SentScan[]
  readonly lines: Row[]
  readonly hold: () => () => void
}

/**
 * Mocks the server with one order of three vitamins and two masks, and with other numbers that have
 * the same ending.
 */
export function openWarehouse(alike: readonly string[] = []): Warehouse {
  setLanguage('ko')
  const sent: SentScan[] = []
  const lines: Row[] = [
    stockLine(1, 'VITA', 'Vitamin', 3, { LOT_NO: 'L1', VALID_DT: '20270719' }),
    stockLine(2, 'MASK', 'Mask', 2),
  ]
  let held: Promise<void> = Promise.resolve()
  vi.stubGlobal('fetch', async (target: string, init?: RequestInit) => {
    const body = (typeof init?.body === 'string' ? JSON.parse(init.body) : {}) as Row
    await held
    const search = (body['SEARCH'] ?? {}) as Row
    const wanted = String(search['SHIPMENT_NO'])
    if (target.endsWith('/outbound/shipments')) {
      const found = [ORDER, ...alike].filter(
        (candidate) =>
          candidate === wanted || (wanted.startsWith('%') && candidate.endsWith(wanted.slice(1))),
      )
      const data = found.map((each) => ({ SHIPMENT_NO: each, OWNER_CD: 'HANBIT' }))
      return Response.json({ data })
    }
    if (target.endsWith('/outbound/shipment-lines')) return Response.json({ data: lines })
    const procedure = String(body['PROCEDURE'])
    const row = ((body['ROWS'] ?? []) as Row[])[0] ?? {}
    sent.push({ procedure, row, key: new Headers(init?.headers).get('idempotency-key') })
    return procedure === 'outbound/check-scan' ? count(lines, row) : Response.json({ message: '' })
  })
  return {
    sent,
    lines,
    hold() {
      let release = (): void => undefined
      held = new Promise((resolve) => {
        release = resolve
      })
      return release
    },
  }
}

export const ORDER = 'SH-20261120-0412'

function stockLine(no: number, item: string, name: string, wanted: number, extra: Row = {}): Row {
  const base = { SHIPMENT_NO: ORDER, LINE_NO: no, STOCK_CD: item, STOCK_NM: name }
  return { ...base, PICK_QTY: wanted, CHECK_QTY: 0, ...extra }
}

/**
 * Same as on the server: a cell is a place, and wrong or surplus items are rejected with a message.
 */
function count(lines: Row[], row: Row): Response {
  const { CODE } = row
  if (typeof CODE === 'string' && /^A-\d{3}$/.test(CODE)) {
    return Response.json({
      message: '',
      data: { rows: [{ ROW: 1, CELL_CD: CODE, PLACE_YN: 'Y' }] },
    })
  }
  const index = lines.findIndex((candidate) => candidate['STOCK_CD'] === row['CODE'])
  if (index < 0) return refusalResponse('Not in this shipment.')
  const line = lines[index] ?? {}
  if (line['ASKS_LOT'] === 'Y' && !row['LOT_NO']) return refusalResponse('Several lots.', 'LOT_NO')
  const after = Number(line['CHECK_QTY']) + Number(row['QTY'])
  if (after > Number(line['PICK_QTY'])) return refusalResponse('Too many.')
  lines[index] = { ...line, CHECK_QTY: after }
  const { SHIPMENT_NO, LINE_NO, STOCK_CD, PICK_QTY } = line
  const answer = { ROW: 1, SHIPMENT_NO, LINE_NO, STOCK_CD, PICK_QTY, CHECK_QTY: after }
  return Response.json({ message: '', data: { rows: [answer] } })
}

function refusalResponse(POERROR: string, COLUMN = 'CODE'): Response {
  const rows = [{ ROW: 1, POSTATUS: -1, POERROR, COLUMN }]
  return Response.json({ message: '1 row is wrong.', rows }, { status: 422 })
}
