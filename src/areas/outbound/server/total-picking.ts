import { formatCount } from '#kernel/format-count.ts'
import { label } from '#kernel/label.ts'
import sql from 'sql-template-tag'
import { handlePrint } from '#server/engine/handler.ts'
import {
  dayText,
  lineTable,
  printStamp,
  quantityText,
  type LineColumn,
} from '#server/print/line-table.ts'
import type { PrintPage, Text } from '#server/print/print-document.ts'
import { pickingListByStock } from '../operations/picking.ts'
import { shipmentStepFrom } from '../rules/shipment-status.ts'
import {
  readStockLines,
  readShipmentHeads,
  walkColumns,
  type StockLine,
  type ShipmentHead,
} from './documents.ts'

interface TotalLine extends StockLine {
  readonly shares: string
}

/** Quantity per shipment, to sort the stock after the walk. */
const shares: LineColumn<TotalLine> = {
  title: label('출고별 수량', 'Qty by shipment'),
  width: 40,
  align: 'left',
  text: (line) => line.shares,
}

export const pickingListByStockHandler = handlePrint(pickingListByStock, async (call) => {
  const heads = await readShipmentHeads(call, shipmentStepFrom.reprintPickingList)
  const goods = await readStockLines(call, heads, sql`(a.alloc_qty + a.pick_qty)`)
  const owners = [...Map.groupBy(heads, (head) => head.owner_cd).values()]
  return {
    title: label('품목별 피킹리스트', 'Picking list by item'),
    paper: 'A4',
    orientation: 'landscape',
    copies: 1,
    fileName: `${call.language === 'ko' ? '품목별피킹리스트' : 'picking-by-item'}_${heads[0]?.shipment_no ?? ''}`,
    printed: printStamp(call.userId),
    pages: owners.map((own) => totalPickingPage(own, goods)),
  }
})

function totalPickingPage(
  own: readonly ShipmentHead[],
  goods: readonly StockLine[],
): PrintPage<Text> {
  const numbers = new Set(own.map((head) => head.shipment_no))
  const lines = goods.filter((line) => numbers.has(line.shipment_no))
  const days = [...new Set(own.map((head) => dayText(head.shipment_dt)))].toSorted()
  const [first] = own
  return {
    heading: [
      {
        label: label('화주', 'Owner'),
        value: `${first?.owner_cd ?? ''} ${first?.owner_nm ?? ''}`.trim(),
      },
      { label: label('창고', 'Warehouse'), value: first?.warehouse_nm ?? '' },
      { label: label('출고', 'Shipments'), value: formatCount(own.length) },
      { label: label('출고일', 'Ship date'), value: days.join(', ') },
    ],
    ...lineTable([...walkColumns, shares], totalLines(lines)),
    signatures: [label('피킹', 'Picked'), label('분배', 'Sorted'), label('확인', 'Checked')],
  }
}

export function totalLines(lines: readonly StockLine[]): TotalLine[] {
  const groups = Map.groupBy(lines, (line) =>
    JSON.stringify([line.cell_cd, line.stock_cd, line.lot_no, line.valid_dt]),
  )
  return [...groups.values()].flatMap((same) => {
    const [first] = same
    if (!first) return []
    const thousandths = same.reduce((sum, line) => sum + Math.round(line.qty * 1000), 0)
    const text = same.map((line) => `${line.shipment_no} ${quantityText(line.qty)}`).join(' · ')
    return [{ ...first, qty: thousandths / 1000, shares: text }]
  })
}
