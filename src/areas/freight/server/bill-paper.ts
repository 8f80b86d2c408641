import sql, { type Sql } from 'sql-template-tag'
import { label } from '#kernel/label.ts'
import type { PrintCall } from '#server/engine/print-heads.ts'
import {
  lineTable,
  positionColumn,
  quantityColumn,
  quantityText,
  weightText,
  type LineColumn,
} from '#server/print/line-table.ts'
import type { PrintPage, Text } from '#server/print/print-document.ts'
import { isAirBill } from '../rules/bill-number.ts'
import { airChargeableKg } from '../rules/freight-charge.ts'

export type Pair = readonly [label: Text, value: string]

/** Data shown on every print-out of a bill. */
export interface BillFacts extends Record<string, unknown> {
  readonly bill_id: string
  readonly kind_cd: string
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
}

/** Columns of a bill `t` joined by `billJoins`, except its parties. */
export const billFacts: Sql = sql`
  t.bill_id, t.wcode, null::text owner_cd, t.kind_cd, t.bill_no,
  concat_ws(' ', pl.port_cd, pl.port_nm) pol, concat_ws(' ', pd.port_cd, pd.port_nm) pod,
  coalesce(t.flight_no, concat_ws(' ', s.vessel_nm, t.voyage_no)) voyage, t.goods_nm,
  t.package_qty, t.package_cd, t.weight_kg, t.cbm`

export const billJoins: Sql = sql`
  join booking b using (booking_id)
  left join port pl on pl.port_cd = t.pol_cd
  left join port pd on pd.port_cd = t.pod_cd
  left join vessel s on s.vessel_cd = t.vessel_cd`

const packages = label('포장수', 'Packages')
const gross = label('총중량 kg', 'Gross kg')
const chargeable = label('운임중량 kg', 'Chargeable kg')
const measure = label('용적 m³', 'm³')

const formatNumber = (value: number | null, format = quantityText) =>
  value === null ? '' : format(Number(value))

export function billPairs(bill: BillFacts): readonly Pair[] {
  const isAir = isAirBill(bill.kind_cd)
  return [
    [label('수하인', 'Consignee'), bill.consignee ?? ''],
    [label('통지처', 'Notify party'), bill.notify ?? ''],
    [isAir ? label('편명', 'Flight') : label('선박·항차', 'Vessel and voyage'), bill.voyage ?? ''],
    [label('선적항', 'Port of loading'), bill.pol ?? ''],
    [label('양하항', 'Port of discharge'), bill.pod ?? ''],
    [label('품명', 'Goods'), bill.goods_nm ?? ''],
    [packages, [formatNumber(bill.package_qty), bill.package_cd].filter(Boolean).join(' ')],
    [gross, formatNumber(bill.weight_kg, weightText)],
    [measure, formatNumber(bill.cbm)],
    ...(isAir ? [[chargeable, formatChargeable(bill)] as const] : []),
  ]
}

/** Weight that air freight is calculated from: gross or by volume. Empty without a gross weight. */
function formatChargeable({ weight_kg: gross, cbm }: BillFacts): string {
  if (gross === null) return ''
  return weightText(Number(airChargeableKg(String(cbm ?? 0), String(gross))))
}

export const toHeading = (pairs: readonly Pair[]): PrintPage<Text>['heading'] =>
  pairs.map(([name, value]) => ({ label: name, value }))

interface Container extends Record<string, unknown> {
  readonly bill_id: string
  readonly cntr_no: string
  readonly seal_no: string | null
  readonly cntr_tp: string
  readonly package_qty: number | null
  readonly weight_kg: number | null
  readonly cbm: number | null
}

const columns: readonly LineColumn<Container>[] = [
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

/**
 * Reads the containers of bills as tables. The returned function returns the table of a bill, which
 * is empty without containers.
 */
export async function readContainerTables(
  { db }: PrintCall,
  ids: readonly string[],
): Promise<(billId: string) => ReturnType<typeof lineTable>> {
  const found = await db.query<Container>(sql`
    select bill_id, cntr_no, seal_no, cntr_tp, package_qty, weight_kg, cbm
    from bill_container where bill_id = any(${[...ids]}::text[]) order by bill_id, line_no`)
  const lines = Map.groupBy(found, ({ bill_id }) => bill_id)
  return (billId) => lineTable(columns, lines.get(billId) ?? [])
}
