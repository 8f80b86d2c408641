import { formatCount } from '#kernel/format-count.ts'
import { label, type Label } from '#kernel/label.ts'
import sql, { type Sql } from 'sql-template-tag'
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
import type { PrintDocument, PrintPage, Text } from '#server/print/print-document.ts'
import { pickingList, pickingListVts } from '../operations/picking.ts'
import { outboundBill } from '../operations/shipping.ts'
import { shipmentStepFrom } from '../rules/shipment-status.ts'

export interface ShipmentHead extends Record<string, unknown> {
  shipment_no: string
  owner_cd: string
  owner_nm: string
  ship_to_cd: string | null
  ship_to_nm: string | null
  address: string | null
  phone_no: string | null
  shipment_dt: string
  owner_order_no: string | null
  warehouse_nm: string
  remark: string | null
}

export interface StockLine extends Record<string, unknown> {
  shipment_no: string
  stock_cd: string
  stock_nm: string
  zone_cd: string
  cell_cd: string
  lot_no: string
  valid_dt: string | null
  qty: number
}

export function readShipmentHeads(
  call: PrintCall,
  states: readonly string[],
): Promise<ShipmentHead[]> {
  return readPrintHeads<ShipmentHead>(
    call,
    'SHIPMENT_NO',
    states,
    sql`
    select s.*, o.owner_nm, t.ship_to_nm, t.address, t.phone_no, w.warehouse_nm
    from shipment s join owner o using (owner_cd) join warehouse w using (wcode)
    left join ship_to t on t.owner_cd = s.owner_cd and t.ship_to_cd = s.ship_to_cd`,
  )
}

/**
 * Stock of the shipments by cell, in picking sequence. `qty` is computed for each allocation `a`.
 */
export function readStockLines(
  call: PrintCall,
  heads: readonly ShipmentHead[],
  qty: Sql,
): Promise<StockLine[]> {
  return call.db.query<StockLine>(sql`
    select a.shipment_no, b.stock_cd, k.stock_nm, c.zone_cd, b.cell_cd, lot.lot_no, lot.valid_dt,
      sum(${qty}) qty
    from allocation a
    join stock_balance b using (balance_id)
    join lot using (lot_id)
    join stock k on k.owner_cd = b.owner_cd and k.stock_cd = b.stock_cd
    join cell c on c.wcode = b.wcode and c.cell_cd = b.cell_cd
    join zone z on z.wcode = c.wcode and z.zone_cd = c.zone_cd
    where a.shipment_no = any(${heads.map((head) => head.shipment_no)}::text[]) and ${qty} > 0
    group by 1, 2, 3, 4, 5, 6, 7, z.pick_seq, c.pick_seq
    order by z.pick_seq, c.pick_seq, b.cell_cd, b.stock_cd, lot.lot_no, a.shipment_no`)
}

const shipmentHeading = (head: ShipmentHead): PrintPage<Text>['heading'] => [
  { label: label('출고번호', 'Shipment no.'), value: head.shipment_no },
  { label: label('화주 오더번호', 'Owner order no.'), value: head.owner_order_no ?? '' },
  { label: label('화주', 'Owner'), value: `${head.owner_cd} ${head.owner_nm}` },
  { label: label('출고일', 'Ship date'), value: dayText(head.shipment_dt) },
  {
    label: label('배송처', 'Ship-to'),
    value: `${head.ship_to_cd ?? ''} ${head.ship_to_nm ?? ''}`.trim(),
  },
  { label: label('창고', 'Warehouse'), value: head.warehouse_nm },
]

interface ShipmentPaper {
  readonly title: Label
  readonly orientation: PrintDocument['orientation']
  readonly states: readonly string[]
  /** SQL over an allocation `a`. */
  readonly qty: Sql
  readonly columns: readonly LineColumn<StockLine>[]
  readonly extra?: (head: ShipmentHead) => Partial<PrintPage<Text>>
  readonly signatures: readonly Label[]
}

async function composeShipments(
  call: PrintCall,
  paper: ShipmentPaper,
): Promise<PrintDocument<Text>> {
  const heads = await readShipmentHeads(call, paper.states)
  const goods = await readStockLines(call, heads, paper.qty)
  const lines = Map.groupBy(goods, (line) => line.shipment_no)
  return {
    title: paper.title,
    paper: 'A4',
    orientation: paper.orientation,
    copies: 1,
    fileName: `${paper.title[call.language]}_${heads[0]?.shipment_no ?? ''}`,
    printed: printStamp(call.userId),
    pages: heads.map((head) => ({
      heading: shipmentHeading(head),
      barcode: { symbology: 'code128', text: head.shipment_no },
      ...lineTable(paper.columns, lines.get(head.shipment_no) ?? []),
      signatures: paper.signatures,
      ...paper.extra?.(head),
    })),
  }
}

const itemCode: LineColumn<StockLine> = {
  title: label('품목코드', 'Item code'),
  width: 16,
  align: 'left',
  text: (line) => line.stock_cd,
}
const itemName = (width: number): LineColumn<StockLine> => ({
  title: label('품목명', 'Item name'),
  width,
  align: 'left',
  text: (line) => line.stock_nm,
  total: (lines) =>
    label(`합계 ${formatCount(lines.length)}행`, `Total ${formatCount(lines.length, 'line')}`),
})
const lotColumn: LineColumn<StockLine> = {
  title: label('로트', 'Lot'),
  width: 12,
  align: 'left',
  text: (line) => line.lot_no,
}
const validDate: LineColumn<StockLine> = {
  title: label('유통기한', 'Expiry date'),
  width: 15,
  align: 'center',
  text: (line) => dayText(line.valid_dt),
}
const stockQuantityColumn = quantityColumn<StockLine>(
  label('수량', 'Quantity'),
  9,
  (line) => line.qty,
)
const writtenQuantity: LineColumn<StockLine> = { ...stockQuantityColumn, width: 13, large: true }
const cellColumn: LineColumn<StockLine> = {
  title: label('셀', 'Cell'),
  width: 21,
  align: 'left',
  large: true,
  text: (line) => line.cell_cd,
}
const checkBox: LineColumn<StockLine> = {
  title: label('확인', 'Check'),
  width: 7,
  align: 'center',
  text: () => '□',
}

export const walkColumns: readonly LineColumn<StockLine>[] = [
  positionColumn(),
  { title: label('존', 'Zone'), width: 7, align: 'left', text: (line) => line.zone_cd },
  cellColumn,
  itemCode,
  itemName(36),
  lotColumn,
  validDate,
  writtenQuantity,
  checkBox,
]

const pickingPaper = {
  states: shipmentStepFrom.reprintPickingList,
  qty: sql`(a.alloc_qty + a.pick_qty)`,
  signatures: [label('피킹', 'Picked'), label('확인', 'Checked')],
} as const

export const pickingListHandler = handlePrint(pickingList, (call) =>
  composeShipments(call, {
    ...pickingPaper,
    title: label('피킹리스트', 'Picking list'),
    orientation: 'portrait',
    columns: walkColumns,
  }),
)

// Items in this layout have serial numbers: each line has space to write them. The ship-to's
// address is on top because the list goes into the box.
const vtsColumns: readonly LineColumn<StockLine>[] = [
  positionColumn(),
  cellColumn,
  itemCode,
  itemName(30),
  lotColumn,
  validDate,
  writtenQuantity,
  { title: label('시리얼번호', 'Serial no.'), width: 40, align: 'left', text: () => '' },
  checkBox,
]

const addressBlock = (head: ShipmentHead): Pick<PrintPage<Text>, 'heading' | 'notes'> => ({
  heading: [
    ...shipmentHeading(head),
    { label: label('주소', 'Address'), value: head.address ?? '' },
    { label: label('연락처', 'Phone'), value: head.phone_no ?? '' },
  ],
  ...(head.remark && { notes: [head.remark] }),
})

export const pickingListVtsHandler = handlePrint(pickingListVts, (call) =>
  composeShipments(call, {
    ...pickingPaper,
    title: label('VTS 피킹리스트', 'VTS picking list'),
    orientation: 'landscape',
    columns: vtsColumns,
    extra: addressBlock,
    signatures: [
      label('피킹', 'Picked'),
      label('시리얼 확인', 'Serials checked'),
      label('포장', 'Packed'),
    ],
  }),
)

export const outboundBillHandler = handlePrint(outboundBill, (call) =>
  composeShipments(call, {
    title: label('출고명세서', 'Delivery note'),
    orientation: 'portrait',
    states: shipmentStepFrom.printBill,
    qty: sql`(a.pick_qty + a.ship_qty)`,
    columns: [positionColumn(), itemCode, itemName(46), lotColumn, validDate, stockQuantityColumn],
    extra: addressBlock,
    signatures: [
      label('출고자', 'Shipped by'),
      label('운송자', 'Carrier'),
      label('인수자', 'Received by'),
    ],
  }),
)
