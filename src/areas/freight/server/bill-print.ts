import sql from 'sql-template-tag'
import { label, type Label } from '#kernel/label.ts'
import { readPrintHeads, type PrintCall } from '#server/engine/print-heads.ts'
import {
  lineTable,
  positionColumn,
  printedBy,
  quantityColumn,
  quantityText,
  weightText,
  type LineColumn,
} from '#server/print/line-table.ts'
import type { PrintDocument, PrintPage, Text } from '#server/print/print-document.ts'
import { isAirBill } from '../rules/bill-number.ts'
import { billStatus, billStepFrom } from '../rules/bill-status.ts'

interface Head extends Record<string, unknown> {
  readonly bill_id: string
  readonly kind_cd: string
  readonly state_cd: string
  readonly bill_no: string | null
  readonly amendment_no: number
  readonly booking_no: string | null
  readonly shipper: string | null
  readonly consignee: string | null
  readonly notify: string | null
  readonly pol: string | null
  readonly pod: string | null
  readonly voyage: string | null
  readonly goods_nm: string | null
  readonly package_qty: number | null
  readonly package_cd: string | null
  readonly weight_kg: number | null
  readonly cbm: number | null
  readonly cntr_words: string | null
}

interface Line extends Record<string, unknown> {
  readonly bill_id: string
  readonly cntr_no: string
  readonly seal_no: string | null
  readonly cntr_tp: string
  readonly package_qty: number | null
  readonly weight_kg: number | null
  readonly cbm: number | null
}

const party = (column: string) => sql`
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
    sql`select t.bill_id, t.wcode, null::text owner_cd, t.kind_cd, t.state_cd, t.bill_no,
        t.amendment_no, b.booking_no, ${party('shipper')} shipper, ${party('consignee')} consignee,
        ${party('notify')} "notify", concat_ws(' ', pl.port_cd, pl.port_nm) pol,
        concat_ws(' ', pd.port_cd, pd.port_nm) pod,
        coalesce(t.flight_no, concat_ws(' ', s.vessel_nm, t.voyage_no)) voyage, t.goods_nm,
        t.package_qty, t.package_cd, t.weight_kg, t.cbm, t.cntr_words
      from bill t
      join booking b using (booking_id)
      left join port pl on pl.port_cd = t.pol_cd
      left join port pd on pd.port_cd = t.pod_cd
      left join vessel s on s.vessel_cd = t.vessel_cd`,
  )

const readLines = (call: PrintCall, ids: readonly string[]) =>
  call.db.query<Line>(sql`
    select bill_id, cntr_no, seal_no, cntr_tp, package_qty, weight_kg, cbm
    from bill_container where bill_id = any(${[...ids]}::text[]) order by bill_id, line_no`)

const packages = label('포장수', 'Packages')
const gross = label('총중량 kg', 'Gross kg')
const measure = label('용적 m³', 'm³')

const columns: readonly LineColumn<Line>[] = [
  positionColumn(),
  {
    title: label('컨테이너', 'Container'),
    width: 20,
    align: 'left',
    text: ({ cntr_no }) => cntr_no,
  },
  { title: label('봉인', 'Seal'), width: 16, align: 'left', text: (line) => line.seal_no ?? '' },
  { title: label('규격', 'Type'), width: 10, align: 'center', text: ({ cntr_tp }) => cntr_tp },
  quantityColumn(packages, 14, (line) => Number(line.package_qty ?? 0)),
  quantityColumn(gross, 16, (line) => Number(line.weight_kg ?? 0), weightText),
  quantityColumn(measure, 14, (line) => Number(line.cbm ?? 0)),
]

const number = (value: number | null, format = quantityText) =>
  value === null ? '' : format(Number(value))

function heading(head: Head): PrintPage<Text>['heading'] {
  const isAir = isAirBill(head.kind_cd)
  const draft = head.state_cd === billStatus.draft ? 'DRAFT' : ''
  const amended = head.amendment_no > 0 ? `(${head.amendment_no})` : ''
  const pairs: readonly (readonly [Text, string])[] = [
    [head.kind_cd, [head.bill_no, amended, draft].filter(Boolean).join(' ')],
    [label('부킹번호', 'Booking no.'), head.booking_no ?? ''],
    [label('송하인', 'Shipper'), head.shipper ?? ''],
    [label('수하인', 'Consignee'), head.consignee ?? ''],
    [label('통지처', 'Notify'), head.notify ?? ''],
    [isAir ? label('편명', 'Flight') : label('선박·항차', 'Vessel and voyage'), head.voyage ?? ''],
    [label('선적항', 'Port of loading'), head.pol ?? ''],
    [label('양하항', 'Port of discharge'), head.pod ?? ''],
    [label('품명', 'Goods'), head.goods_nm ?? ''],
    [packages, [number(head.package_qty), head.package_cd].filter(Boolean).join(' ')],
    [gross, number(head.weight_kg, weightText)],
    [measure, number(head.cbm)],
  ]
  return pairs.map(([name, value]) => ({ label: name, value }))
}

function title(heads: readonly Head[]): Label {
  const air = heads.filter(({ kind_cd }) => isAirBill(kind_cd)).length
  if (air === 0) return label('선하증권', 'Bill of lading')
  return air === heads.length
    ? label('항공화물운송장', 'Air waybill')
    : label('선하증권·항공화물운송장', 'Bills of lading and air waybills')
}

export async function composeBills(call: PrintCall): Promise<PrintDocument<Text>> {
  const heads = await readHeads(call)
  const ids = heads.map(({ bill_id }) => bill_id)
  const lines = Map.groupBy(await readLines(call, ids), ({ bill_id }) => bill_id)
  return {
    title: title(heads),
    paper: 'A4',
    orientation: 'portrait',
    copies: 1,
    fileName: `BL_${heads[0]?.bill_no ?? heads[0]?.bill_id ?? ''}`,
    printed: printedBy(call.userId),
    pages: heads.map((head) => ({
      heading: heading(head),
      barcode: { symbology: 'code128', text: head.bill_no ?? head.bill_id },
      ...lineTable(columns, lines.get(head.bill_id) ?? []),
      ...(head.cntr_words !== null && { notes: [head.cntr_words] }),
    })),
  }
}
