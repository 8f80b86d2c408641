import { integer, measure, type Field } from '#kernel/field.ts'
import { label } from '#kernel/label.ts'
import { distinct, ratio, type Measure } from '#kernel/summary.ts'

const countMeasure = (ko: string, en: string, width = 80): Field =>
  integer(label(ko, en), { width })

export const documentCounts = {
  receipts: distinct(countMeasure('입고건수', 'Receipts'), 'RECEIPT_NO'),
  shipments: distinct(countMeasure('출고건수', 'Shipments'), 'SHIPMENT_NO'),
  /** For documents with corrections, which count only on their planned date. */
  plannedReceipts: distinct(countMeasure('입고건수', 'Receipts'), 'DOC_ID'),
  plannedShipments: distinct(countMeasure('출고건수', 'Shipments'), 'DOC_ID'),
  items: distinct(countMeasure('품목수', 'Items'), 'OWNER_CD', 'STOCK_CD'),
  lots: distinct(countMeasure('로트수', 'Lots'), 'LOT_ID'),
}

/** Distinct values of a column. Null values are not counted. */
export function distinctCount(ko: string, en: string, column: string): Measure {
  return distinct(countMeasure(ko, en), column)
}

/** One figure as a percentage of another, recomputed for each group. */
export function percent(ko: string, en: string, of: string, to: string): Measure {
  return ratio(measure(label(ko, en), 1, { min: -999_999, width: 80, minDecimals: 1 }), of, to)
}
