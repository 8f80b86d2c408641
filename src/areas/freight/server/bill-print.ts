import sql from 'sql-template-tag'
import { label, type Label } from '#kernel/label.ts'
import { readPrintHeads, type PrintCall } from '#server/engine/print-heads.ts'
import { printStamp } from '#server/print/line-table.ts'
import type { PrintDocument, PrintPage, Text } from '#server/print/print-document.ts'
import { isAirBill } from '../rules/bill-number.ts'
import { billStatus, billStepFrom } from '../rules/bill-status.ts'
import {
  billFacts,
  billJoins,
  billPairs,
  readContainerTables,
  toHeading,
  type BillFacts,
} from './bill-paper.ts'

interface Head extends BillFacts {
  readonly state_cd: string
  readonly bill_no: string | null
  readonly amendment_no: number
  readonly booking_no: string | null
  readonly shipper: string | null
  readonly cntr_words: string | null
}

const partyText = (column: string) => sql`
  (select concat_ws(', ', coalesce(c.customer_en, c.customer_nm), p.address) from customer c
    left join lateral (select address from customer_place p where p.customer_cd = c.customer_cd
      and p.place_cd = 'HEAD' order by p.line_no limit 1) p on true
    where c.customer_cd = case ${column} when 'shipper' then t.shipper_cd
      when 'consignee' then t.consignee_cd else t.notify_cd end)`

const readHeads = (call: PrintCall) =>
  readPrintHeads<Head>(
    call,
    'BILL_ID',
    billStepFrom.print,
    sql`select ${billFacts}, t.state_cd, t.amendment_no, b.booking_no, t.cntr_words,
        ${partyText('shipper')} shipper, ${partyText('consignee')} consignee, ${partyText('notify')} "notify"
      from bill t ${billJoins}`,
  )

function billHeading(head: Head): PrintPage<Text>['heading'] {
  const draft = head.state_cd === billStatus.draft ? 'DRAFT' : ''
  const amended = head.amendment_no > 0 ? `(${head.amendment_no})` : ''
  return toHeading([
    [head.kind_cd, [head.bill_no, amended, draft].filter(Boolean).join(' ')],
    [label('부킹번호', 'Booking no.'), head.booking_no ?? ''],
    [label('송하인', 'Shipper'), head.shipper ?? ''],
    ...billPairs(head),
  ])
}

function billTitle(heads: readonly Head[]): Label {
  const air = heads.filter(({ kind_cd }) => isAirBill(kind_cd)).length
  if (air === 0) return label('선하증권', 'Bill of lading')
  return air === heads.length
    ? label('항공화물운송장', 'Air waybill')
    : label('선하증권·항공화물운송장', 'Bills of lading and air waybills')
}

export async function composeBills(call: PrintCall): Promise<PrintDocument<Text>> {
  const heads = await readHeads(call)
  const containers = await readContainerTables(
    call,
    heads.map(({ bill_id }) => bill_id),
  )
  return {
    title: billTitle(heads),
    paper: 'A4',
    orientation: 'portrait',
    copies: 1,
    fileName: `BL_${heads[0]?.bill_no ?? heads[0]?.bill_id ?? ''}`,
    printed: printStamp(call.userId),
    pages: heads.map((head) => ({
      heading: billHeading(head),
      barcode: { symbology: 'code128', text: head.bill_no ?? head.bill_id },
      ...containers(head.bill_id),
      ...(head.cntr_words !== null && { notes: [head.cntr_words] }),
    })),
  }
}
