import sql from 'sql-template-tag'
import { closedRequests, notInClosedPeriod } from '#areas/inventory/server/closed-periods.ts'
import { lastCancelReason, reversalColumns } from '#areas/inventory/server/document-work.ts'
import { serialTexts } from '#areas/inventory/server/serial-errors.ts'
import { josa } from '#kernel/josa.ts'
import type { Value, WireRow } from '#kernel/field.ts'
import { wholeQuantity } from '#areas/master/server/whole-quantity.ts'
import { label, type Label, type Language } from '#kernel/label.ts'
import type { RowError } from '#server/base/app-error.ts'
import { byItemCode } from '#areas/master/server/item-code.ts'
import { decideRequests } from '#server/engine/decide-requests.ts'
import { documentImport } from '#server/engine/document-import.ts'
import { documentHandlers, documentKinds } from '#server/engine/document-handlers.ts'
import {
  findDocumentRuleErrors,
  requestsMustBeUndecided,
  orderNumberMustBeUnique,
  ownerMustExist,
} from '#server/engine/document-rules.ts'
import { defineDocumentSheet, uploadDocuments } from '#server/engine/document-upload.ts'
import { saveDocuments, type DocumentKind } from '#server/engine/document-save.ts'
import {
  handleEdits,
  handleProcedure,
  handleQuery,
  type QueryCall,
  type SaveCall,
  type SaveRow,
} from '#server/engine/handler.ts'
import { quoteCodes } from '#server/engine/quote-codes.ts'
import { receiptMessageFields } from '../operations/partner.ts'
import {
  changeRequestedSampleLines,
  decideReceiptRequests,
  receiptLines,
  receiptRequests,
  receipts,
  receiptSaves,
  requestedSampleLines,
  uploadReceipts,
} from '../operations/receipts.ts'
import { receiptDocument } from '../tables/receipt.ts'
import { receiptStatus, receiptStepFrom } from '../rules/receipt-status.ts'
import { announcedErrors, announceSerials } from './announced-serials.ts'
import { findArrivalDoubts } from '#areas/inventory/server/arrival-doubts.ts'
import { receiptSteps } from './lock-receipts.ts'
import { excessReturns, returnHeaderRules } from './return-rules.ts'

const cancelColumns = (language: Language) => sql`
  ${reversalColumns({ movement: 'RECEIPT', table: 'receipt' }, sql`r.receipt_no`, language)}
  union all select j.cancelled_at, j.cancel_reason from receipt_reject j
    where j.receipt_no = r.receipt_no and j.cancelled_at is not null`

const receiptRows = ({ language }: Pick<QueryCall, 'language'>) => sql`
    select r.*, o.owner_nm, s.supplier_nm, ${lastCancelReason(cancelColumns(language))} last_cancel_reason,
      l.line_count, l.order_qty, l.receive_qty,
      case when l.order_qty > 0 then least(round(l.receive_qty / l.order_qty * 100, 1), 100) end progress
    from receipt r
    join owner o using (owner_cd)
    left join supplier s on s.owner_cd = r.owner_cd and s.supplier_cd = r.supplier_cd
    left join lateral (
      select count(*) line_count, sum(order_qty) order_qty, sum(receive_qty) receive_qty
      from receipt_line where receipt_no = r.receipt_no) l on true`
const latestFirst = 'v.receipt_dt desc, v.receipt_no desc'

export const orderRegistered = (order: Value | undefined): Label =>
  label(`이미 등록된 화주 오더번호입니다: ${order}`, `${order} is already registered.`)

export const receiptsHandler = handleQuery(receipts, latestFirst, receiptRows)

export const receiptRequestsHandler = handleQuery(receiptRequests, latestFirst, (call) =>
  requestsMustBeUndecided(receiptRows(call)),
)

export const receiptLinesHandler = handleQuery(
  receiptLines,
  'v.receipt_no, v.line_no',
  () => sql`
    select l.*, r.wcode, s.stock_nm,
      greatest(l.order_qty - l.receive_qty - l.reject_qty, 0) open_qty
    from receipt_line l
    join receipt r using (receipt_no)
    join stock s on s.owner_cd = l.owner_cd and s.stock_cd = l.stock_cd`,
)

export const receiptDocuments: DocumentKind = {
  ...receiptDocument,
  rule: 'RECEIPT',
  fixedValues: { SAMPLE_YN: 'N' },
  openStates: receiptStepFrom.change,
  findErrors: async (call, headers, lines) => {
    const rules = receiptRules(call, await returnedRows(call, headers, lines))
    const [broken, excess, serials] = await Promise.all([
      findDocumentRuleErrors(call, receiptDocument, headers, lines, rules),
      excessReturns(call, headers, lines),
      announcedErrors(call, headers, lines),
    ])
    return [...broken, ...(broken.some(isOfReturn) ? [] : excess), ...serials]
  },
  findDoubts: findExpectedDoubts,
  afterSave: announceSerials,
}

/** Checks expected stock like received stock, so its dates can be corrected before it arrives. */
async function findExpectedDoubts(
  call: SaveCall,
  headers: readonly SaveRow[],
  lines: readonly SaveRow[],
): Promise<RowError[]> {
  const kinds = new Map(headers.map(({ docRef, values }) => [docRef, values['ORDER_KIND_CD']]))
  const rows = lines.map(({ no, docRef, values }) => ({
    no,
    receipt_no: values['RECEIPT_NO'],
    owner_cd: values['OWNER_CD'],
    stock_cd: values['STOCK_CD'],
    lot_no: values['LOT_NO'] ?? '',
    made_dt: values['MADE_DT'],
    valid_dt: values['VALID_DT'],
    order_kind_cd: kinds.get(docRef),
  }))
  return findArrivalDoubts(
    call,
    sql`select g.*, coalesce(g.order_kind_cd, r.order_kind_cd, '') = 'RETURN' is_return
      from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) g(no integer, receipt_no text,
        owner_cd text, stock_cd text, lot_no text, made_dt date, valid_dt date, order_kind_cd text)
      left join receipt r using (receipt_no)`,
  )
}

/** If the shipment number itself is wrong, quantities are not compared with that shipment. */
const isOfReturn = ({ column }: RowError) => column === 'SHIPMENT_NO'

const kinds = documentKinds(receiptDocuments, 'RECEIPT_SAMPLE')

/** Numbers of the lines that belong to returns. */
async function returnedRows(
  { tx }: SaveCall,
  headers: readonly SaveRow[],
  lines: readonly SaveRow[],
): Promise<number[]> {
  const kinds = new Map(headers.map(({ docRef, values }) => [docRef, values['ORDER_KIND_CD']]))
  const numbers = lines
    .filter(({ docRef }) => !kinds.has(docRef))
    .map(({ values }) => String(values['RECEIPT_NO']))
  if (numbers.length > 0) {
    const stored = await tx.query<{ receipt_no: string }>(sql`
      select receipt_no from receipt
      where receipt_no = any(${numbers}::text[]) and order_kind_cd = 'RETURN'`)
    for (const { receipt_no } of stored) kinds.set(receipt_no, 'RETURN')
  }
  const isReturn = ({ docRef, values }: SaveRow) =>
    (kinds.get(docRef) ?? kinds.get(String(values['RECEIPT_NO']))) === 'RETURN'
  return lines.filter(isReturn).map(({ no }) => no)
}

/** Items that are no longer used can still be returned. */
function receiptRules(call: SaveCall, returned: readonly number[]) {
  const { wcode } = call.scope
  return {
    headers: [
      ownerMustExist,
      notInClosedPeriod(receiptDocument, wcode, 'RECEIPT_DT'),
      ...returnHeaderRules(call),
      {
        column: 'SUPPLIER_CD',
        where: sql`r.supplier_cd is not null and not exists (
          select from supplier x where x.owner_cd = r.owner_cd and x.supplier_cd = r.supplier_cd)`,
        text: (v: WireRow) =>
          label(
            `공급처 ${v['SUPPLIER_CD']}${josa(v['SUPPLIER_CD'], '이/가')} 없습니다.`,
            `Supplier not found: ${v['SUPPLIER_CD']}`,
          ),
      },
      orderNumberMustBeUnique(receiptDocument, wcode, (v) => orderRegistered(v['OWNER_ORDER_NO'])),
    ],
    lines: [
      wholeQuantity('ORDER_QTY'),
      {
        column: 'ORDER_QTY',
        where: sql`r.order_qty > 1 and r.no = any(${[...returned]}::integer[])
          and exists (select from stock x where x.owner_cd = r.owner_cd
            and x.stock_cd = r.stock_cd and x.serial_cd = 'ALL')`,
        text: serialTexts.onePerLine,
      },
      {
        column: 'STOCK_CD',
        isCode: true as const,
        where: sql`not exists (select from stock x where x.owner_cd = r.owner_cd
          and x.stock_cd = r.stock_cd and x.goods_yn = 'Y'
          and (x.use_yn = 'Y' or r.no = any(${[...returned]}::integer[])))`,
        text: (v: WireRow) =>
          label(
            `품목 ${v['STOCK_CD']}${josa(v['STOCK_CD'], '이/가')} 없거나 재고관리 대상이 아닙니다.`,
            `Item not found or not stocked: ${v['STOCK_CD']}`,
          ),
      },
      {
        column: 'CELL_CD',
        isCode: true as const,
        where: sql`r.cell_cd is not null and not exists (select from cell x
          where x.wcode = ${wcode} and x.cell_cd = r.cell_cd and x.use_yn = 'Y')`,
        text: (v: WireRow) =>
          label(
            `셀 ${v['CELL_CD']}${josa(v['CELL_CD'], '이/가')} 없습니다.`,
            `Cell not found: ${v['CELL_CD']}`,
          ),
      },
    ],
  }
}

export const receiptSaveHandlers = documentHandlers(receiptSaves, kinds)

export const requestedSampleLinesHandler = handleQuery(
  requestedSampleLines,
  'v.receipt_dt desc, v.receipt_no desc, v.line_no',
  () => sql`
    select l.*, r.wcode, r.receipt_dt, r.owner_order_no, r.supplier_cd, p.supplier_nm, s.stock_nm
    from receipt_line l
    join receipt r using (receipt_no)
    join stock s on s.owner_cd = l.owner_cd and s.stock_cd = l.stock_cd
    left join supplier p on p.owner_cd = r.owner_cd and p.supplier_cd = r.supplier_cd
    where r.state_cd = ${quoteCodes(receiptStatus.requested)} and r.sample_yn = 'Y'`,
)

/** Saves lines without a header. The receipt number identifies the document. */
export const changeRequestedSampleLinesHandler = handleEdits(changeRequestedSampleLines, (call) =>
  saveDocuments(
    {
      ...call,
      rows: call.rows.map((row) => ({
        ...row,
        type: 'L',
        docRef: String(row.values['RECEIPT_NO']),
      })),
    },
    kinds.changeRequestedSample,
  ),
)

export const decideReceiptRequestsHandler = handleProcedure(decideReceiptRequests, async (call) => {
  const result = await decideRequests(
    call,
    decideReceiptRequests,
    receiptSteps(
      label(
        '이미 접수하거나 반려한 요청입니다. 다시 조회하세요.',
        'Already accepted or rejected. Search again.',
      ),
    ),
    (locked) => closedRequests(locked, receiptDocument, 'RECEIPT_DT'),
  )
  const rejected = call.rows.filter(({ values }) => values['REJECT_YN'] === 'Y')
  const numbers = rejected.map(({ values }) => String(values['RECEIPT_NO']))
  await call.tx.execute(sql`
    update return_order set rejected_yn = 'Y' where receipt_no = any(${numbers}::text[])`)
  return result
})

const receiptSheet = defineDocumentSheet(receiptDocuments, {
  from: { [uploadReceipts.name]: uploadReceipts.input, receiptMessageFields },
  by: ['OWNER_CD', 'OWNER_ORDER_NO'],
  headerColumns: ['RECEIPT_DT', 'SUPPLIER_CD', 'ORDER_KIND_CD', 'SHIPMENT_NO', 'BLIND_YN'],
  differenceMessage: label(
    '같은 화주 오더번호의 예정일·공급처·주문구분·원출고가 다릅니다.',
    'Rows with the same owner order no. differ in expected date, supplier, order kind or original shipment.',
  ),
  header: { REMARK: null },
})

export const uploadReceiptsHandler = handleProcedure(
  uploadReceipts,
  async (call) => uploadDocuments(await byItemCode(call), receiptDocuments, receiptSheet),
  documentImport(receiptDocuments),
)
