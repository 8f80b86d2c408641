import { formatCount } from '#kernel/format-count.ts'
import { label } from '#kernel/label.ts'
import sql from 'sql-template-tag'
import { handlePrint } from '#server/engine/handler.ts'
import { readPrintHeads, type PrintCall } from '#server/engine/print-heads.ts'
import {
  dayText,
  lineTable,
  positionColumn,
  printStamp,
  quantityColumn,
  type LineColumn,
} from '#server/print/line-table.ts'
import type { PrintPage, Text } from '#server/print/print-document.ts'
import { isMovementInEffect } from '#areas/inventory/server/reverse-movements.ts'
import { receiptConfirmation } from '../operations/receiving.ts'
import { receiptStepFrom } from '../rules/receipt-status.ts'

interface Head extends Record<string, unknown> {
  receipt_no: string
  owner_cd: string
  owner_nm: string
  supplier_cd: string | null
  supplier_nm: string | null
  receipt_dt: string
  owner_order_no: string | null
  warehouse_nm: string
  remark: string | null
}

interface Line extends Record<string, unknown> {
  receipt_no: string
  stock_cd: string
  stock_nm: string
  lot_no: string
  valid_dt: string | null
  cell_cd: string
  received_dt: string
  qty: number
}

/** Received quantities net of reversals, per receiving cell. */
function readReceived(call: PrintCall, heads: readonly Head[]): Promise<Line[]> {
  return call.db.query<Line>(sql`
    select m.doc_no receipt_no, m.stock_cd, s.stock_nm, lot.lot_no, lot.valid_dt, b.cell_cd,
      m.business_dt received_dt, sum(m.qty) qty
    from stock_movement m
    join stock s on s.owner_cd = m.owner_cd and s.stock_cd = m.stock_cd
    join stock_balance b on b.balance_id = m.to_balance_id
    join lot using (lot_id)
    where m.movement_cd = 'RECEIPT' and ${isMovementInEffect}
      and m.doc_no = any(${heads.map((head) => head.receipt_no)}::text[])
    group by 1, 2, 3, 4, 5, 6, 7, m.doc_line
    order by 1, m.doc_line, m.business_dt, b.cell_cd`)
}

const receiptHeading = (head: Head): PrintPage<Text>['heading'] => [
  { label: label('입고번호', 'Receipt no.'), value: head.receipt_no },
  { label: label('화주 오더번호', 'Owner order no.'), value: head.owner_order_no ?? '' },
  { label: label('화주', 'Owner'), value: `${head.owner_cd} ${head.owner_nm}` },
  { label: label('입고예정일', 'Expected date'), value: dayText(head.receipt_dt) },
  {
    label: label('공급처', 'Supplier'),
    value: `${head.supplier_cd ?? ''} ${head.supplier_nm ?? ''}`.trim(),
  },
  { label: label('창고', 'Warehouse'), value: head.warehouse_nm },
]

const columns: readonly LineColumn<Line>[] = [
  positionColumn(),
  {
    title: label('품목코드', 'Item code'),
    width: 16,
    align: 'left',
    text: (line) => line.stock_cd,
  },
  {
    title: label('품목명', 'Item name'),
    width: 34,
    align: 'left',
    text: (line) => line.stock_nm,
    total: (lines) =>
      label(`합계 ${formatCount(lines.length)}행`, `Total ${formatCount(lines.length, 'line')}`),
  },
  { title: label('로트', 'Lot'), width: 12, align: 'left', text: (line) => line.lot_no },
  {
    title: label('유통기한', 'Expiry date'),
    width: 12,
    align: 'center',
    text: (line) => dayText(line.valid_dt),
  },
  { title: label('셀', 'Cell'), width: 12, align: 'left', text: (line) => line.cell_cd },
  {
    title: label('입고일', 'Receipt date'),
    width: 12,
    align: 'center',
    text: (line) => dayText(line.received_dt),
  },
  quantityColumn(label('입고수량', 'Received qty'), 11, (line) => line.qty),
]

export const receiptConfirmationHandler = handlePrint(receiptConfirmation, async (call) => {
  const heads = await readPrintHeads<Head>(
    call,
    'RECEIPT_NO',
    receiptStepFrom.printConfirmation,
    sql`
    select r.*, o.owner_nm, s.supplier_nm, w.warehouse_nm
    from receipt r join owner o using (owner_cd) join warehouse w using (wcode)
    left join supplier s on s.owner_cd = r.owner_cd and s.supplier_cd = r.supplier_cd`,
  )
  const received = await readReceived(call, heads)
  const lines = Map.groupBy(received, (line) => line.receipt_no)
  return {
    title: label('입고확인서', 'Receipt confirmation'),
    paper: 'A4',
    orientation: 'portrait',
    copies: 1,
    fileName: `${call.language === 'ko' ? '입고확인서' : 'receipt'}_${heads[0]?.receipt_no ?? ''}`,
    printed: printStamp(call.userId),
    pages: heads.map((head) => ({
      heading: receiptHeading(head),
      barcode: { symbology: 'code128', text: head.receipt_no },
      ...lineTable(columns, lines.get(head.receipt_no) ?? []),
      ...(head.remark && { notes: [head.remark] }),
      signatures: [
        label('입고담당', 'Received by'),
        label('검수', 'Checked'),
        label('화주', 'Owner'),
      ],
    })),
  }
})
