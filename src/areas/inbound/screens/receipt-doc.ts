import type { Procedure } from '#kernel/operation.ts'
import { grid, singleScreen, type DocScreen, type SingleScreen } from '#kernel/screen.ts'
import { receiptLines, receipts } from '../operations/receipts.ts'
import { receiptStateTone } from '../rules/state-tone.ts'

/** Who may change what is on the screen: staff, or the customers who asked for it. */
interface ReceiptDoc {
  readonly sample: 'Y' | 'N'
  /** State in which the document is still theirs to change. */
  readonly open: '05' | '10'
  /** Shows only what is still open. */
  readonly openOnly?: boolean
}

/** Receipts with their lines, typed and changed on the screen `route`. */
export function receiptDoc(route: string, save: Procedure, kind: ReceiptDoc): DocScreen {
  const isOpen = (row: { STATE_CD?: unknown }) =>
    [undefined, null, kind.open].includes(row.STATE_CD as null)
  return {
    kind: 'doc',
    route,
    search: ['OWNER_CD', 'RECEIPT_DT', 'RECEIPT_NO', 'OWNER_ORDER_NO', 'STATE_CD'],
    searchAtOpen: true,
    save,
    link: ['RECEIPT_NO'],
    grid: grid({
      source: receipts,
      fixed: { SAMPLE_YN: kind.sample, ...(kind.openOnly && { STATE_CD: kind.open }) },
      columns: [
        'RECEIPT_NO',
        { field: 'STATE_CD', tone: receiptStateTone },
        { field: 'OWNER_CD', editable: isOpen },
        'OWNER_NM',
        { field: 'SUPPLIER_CD', editable: isOpen },
        'SUPPLIER_NM',
        { field: 'RECEIPT_DT', editable: isOpen, default: 'today' },
        { field: 'OWNER_ORDER_NO', editable: isOpen },
        'LINE_COUNT',
        { field: 'ORDER_QTY', required: false },
        'RECEIVE_QTY',
        { field: 'REMARK', editable: isOpen },
        'UPDATED_BY',
        'UPDATED_AT',
      ],
    }),
    lines: grid({
      source: receiptLines,
      columns: [
        'LINE_NO',
        { field: 'STOCK_CD', editable: true },
        'STOCK_NM',
        { field: 'ORDER_QTY', editable: true },
        'RECEIVE_QTY',
        { field: 'LOT_NO', editable: true },
        { field: 'MADE_DT', editable: true },
        { field: 'VALID_DT', editable: true },
        { field: 'CELL_CD', editable: true },
        { field: 'REMARK', editable: true },
      ],
    }),
  }
}

/** One receipt at a time, head first, then its lines. */
export function receiptSingle(route: string, save: Procedure, kind: ReceiptDoc): SingleScreen {
  return singleScreen(receiptDoc(route, save, kind), [
    'RECEIPT_NO',
    'STATE_CD',
    'OWNER_CD',
    'SUPPLIER_CD',
    'RECEIPT_DT',
    'OWNER_ORDER_NO',
    'REMARK',
  ])
}
