import sql, { type Sql } from 'sql-template-tag'
import { label, type Label } from '#kernel/label.ts'
import { freightCodeLists } from '#areas/freight/rules/code-lists.ts'
import { billStatus, billStepFrom } from '#areas/freight/rules/bill-status.ts'
import {
  billFacts,
  billJoins,
  billPairs,
  readContainerTables,
  toHeading,
  type BillFacts,
  type Pair,
} from '#areas/freight/server/bill-paper.ts'
import { remainingCustomer } from '#areas/freight/server/freight-bookings.ts'
import { handlePrint, type Handler } from '#server/engine/handler.ts'
import { readPrintHeads, type PrintCall } from '#server/engine/print-heads.ts'
import {
  dayText,
  lineTable,
  positionColumn,
  printStamp,
  quantityText,
  type LineColumn,
} from '#server/print/line-table.ts'
import type { PrintDocument, Text } from '#server/print/print-document.ts'
import { arrivalNoticePrintOut, deliveryOrderPrintOut } from '../operations/delivery-orders.ts'
import { deliveryOrderStepFrom } from '../rules/delivery-order-status.ts'
import { isImportBill, payers, unpaidText } from './import-bills.ts'

interface Head extends BillFacts {
  readonly bill_no: string
  readonly master_no: string | null
  readonly eta: string | null
  readonly cargo_no: string | null
  readonly shed: string | null
  readonly unpaid: string | null
  readonly containers: string | null
}

interface OrderHead extends Head {
  readonly do_no: string
  readonly receiver: string
  readonly original_cd: keyof (typeof freightCodeLists)['bl-kind']
  readonly valid_dt: string
  readonly remark: string | null
}

const customerName = (code: Sql) =>
  sql`(select coalesce(c.customer_nm, c.customer_en) from customer c where c.customer_cd = ${code})`

/** Columns of both documents, from a bill `t`. */
const documentColumns = sql`
  ${billFacts}, case
    when t.kind_cd in ('HBL', 'HAWB') then (select m.bill_no from bill m
      where m.booking_id = t.booking_id and m.kind_cd in ('MBL', 'MAWB')
        and m.state_cd <> ${billStatus.cancelled} order by m.bill_id limit 1) end master_no,
  ${customerName(sql`t.consignee_cd`)} consignee, ${customerName(sql`t.notify_cd`)} "notify",
  coalesce(b.ata, b.eta) eta,
  (select concat_ws(' ', h.shed_cd, h.shed_nm) from bonded_shed h
    where h.wcode = g.wcode and h.shed_cd = g.shed_cd) shed,
  ${unpaidText} unpaid,
  (select string_agg(concat_ws(' / ', c.cntr_no, c.seal_no), ', ' order by c.line_no)
    from bill_container c where c.bill_id = t.bill_id) containers`

const documentJoins = sql`${billJoins}
  left join bonded_cargo g on g.booking_id = t.booking_id and g.cancel_yn = 'N'`

const timeText = (local: string | null) =>
  local?.replace(/^(\d{4})(\d\d)(\d\d)(\d\d)(\d\d).*$/, '$1-$2-$3 $4:$5') ?? ''

const shipmentLines = (head: Head): readonly Pair[] => [
  [head.kind_cd, head.bill_no],
  [label('마스터 번호', 'Master no.'), head.master_no ?? ''],
  [label('도착(예정)', 'Arrival (ETA)'), timeText(head.eta)],
  ...billPairs(head),
  [label('화물관리번호', 'Cargo control no.'), head.cargo_no ?? ''],
  [label('장치장', 'Bonded warehouse'), head.shed ?? ''],
]

interface Charge extends Record<string, unknown> {
  readonly bill_id: string
  readonly freight_nm: string
  readonly basis_cd: keyof (typeof freightCodeLists)['freight-basis']
  readonly qty: number
  readonly unit_price: string
  readonly currency_cd: string
  readonly amount: string
}

/** Charges payable by the parties of a bill. Merged customers are one party. */
const readCharges = ({ db }: PrintCall, ids: readonly string[]) =>
  db.query<Charge>(sql`
    select t.bill_id, i.freight_nm, c.basis_cd, c.qty, trim_scale(c.unit_price)::text unit_price,
      c.currency_cd, trim_scale(c.amount)::text amount
    from bill t join freight_charge c on c.booking_id = t.booking_id and c.side_cd = 'SELL'
      and ${remainingCustomer(sql`c.payer_cd`)} in (
        select ${remainingCustomer(sql`p.code`)} from unnest(${payers}) p (code))
    join freight_item i using (freight_cd)
    where t.bill_id = any(${[...ids]}::text[]) order by t.bill_id, c.line_no`)

const groupThousands = (amount: string) => amount.replace(/\B(?=(?:\d{3})+(?!\d))(?<!\.\d*)/g, ',')

const chargeColumns: readonly LineColumn<Charge>[] = [
  positionColumn(),
  {
    title: label('운임항목', 'Charge'),
    width: 30,
    align: 'left',
    text: ({ freight_nm }) => freight_nm,
  },
  {
    title: label('기준', 'Basis'),
    width: 18,
    align: 'left',
    text: ({ basis_cd }) => freightCodeLists['freight-basis'][basis_cd].ko,
  },
  {
    title: label('수량', 'Qty'),
    width: 12,
    align: 'right',
    text: ({ qty }) => quantityText(Number(qty)),
  },
  {
    title: label('단가', 'Price'),
    width: 16,
    align: 'right',
    text: ({ unit_price }) => groupThousands(unit_price),
  },
  {
    title: label('통화', 'Currency'),
    width: 10,
    align: 'center',
    text: ({ currency_cd }) => currency_cd,
  },
  {
    title: label('금액', 'Amount'),
    width: 18,
    align: 'right',
    text: ({ amount }) => groupThousands(amount),
  },
]

/** One notice for each bill: what arrives when and where, and what to pay before delivery. */
export async function composeArrivalNotices(call: PrintCall): Promise<PrintDocument<Text>> {
  const heads = await readPrintHeads<Head>(
    call,
    'BILL_ID',
    billStepFrom.amend,
    sql`select ${documentColumns}, t.state_cd, g.cargo_no from bill t ${documentJoins} where ${isImportBill}`,
  )
  const ids = heads.map(({ bill_id }) => bill_id)
  const charges = Map.groupBy(await readCharges(call, ids), ({ bill_id }) => bill_id)
  return {
    title: label('화물 도착통지서', 'Arrival notice'),
    paper: 'A4',
    orientation: 'portrait',
    copies: 1,
    fileName: `AN_${heads[0]?.bill_no ?? ''}`,
    printed: printStamp(call.userId),
    pages: heads.map((head) => ({
      heading: toHeading(shipmentLines(head)),
      barcode: { symbology: 'code128', text: head.bill_no },
      ...lineTable(chargeColumns, charges.get(head.bill_id) ?? []),
      notes: [
        ...(head.containers === null ? [] : [head.containers]),
        ...(head.unpaid === null ? [] : [`미수 / Unpaid: ${head.unpaid}`]),
      ],
    })),
  }
}

async function composeDeliveryOrders(call: PrintCall): Promise<PrintDocument<Text>> {
  const heads = await readPrintHeads<OrderHead>(
    call,
    'DO_NO',
    deliveryOrderStepFrom.print,
    sql`select ${documentColumns}, d.do_no, d.state_cd, d.original_cd, d.cargo_no, d.remark,
        to_char(d.valid_dt, 'YYYY-MM-DD') valid_dt, ${customerName(sql`d.receiver_cd`)} receiver
      from delivery_order d join bill t using (bill_id) ${documentJoins}`,
  )
  const containers = await readContainerTables(
    call,
    heads.map(({ bill_id }) => bill_id),
  )
  const kinds: Readonly<Record<string, Label>> = freightCodeLists['bl-kind']
  return {
    title: label('화물인도지시서 (D/O)', 'Delivery order'),
    paper: 'A4',
    orientation: 'portrait',
    copies: 1,
    fileName: heads[0]?.do_no ?? '',
    printed: printStamp(call.userId),
    pages: heads.map((head) => ({
      heading: toHeading([
        [label('D/O 번호', 'D/O no.'), head.do_no],
        [label('유효기한', 'Valid until'), dayText(head.valid_dt)],
        [label('인수인', 'Receiver'), head.receiver],
        [label('회수 B/L', 'B/L received'), kinds[head.original_cd]?.ko ?? ''],
        ...shipmentLines(head),
      ]),
      barcode: { symbology: 'code128', text: head.do_no },
      ...containers(head.bill_id),
      ...(head.remark !== null && { notes: [head.remark] }),
      signatures: [label('발행인', 'Issued by'), label('인수인', 'Received by')],
    })),
  }
}

export const deliveryPaperHandlers: readonly Handler[] = [
  handlePrint(arrivalNoticePrintOut, composeArrivalNotices),
  handlePrint(deliveryOrderPrintOut, composeDeliveryOrders),
]
