import { date } from '#kernel/field.ts'
import { label } from '#kernel/label.ts'
import { defineSummary, distinct, minimum, maximum } from '#kernel/summary.ts'
import { cellUsage } from '#areas/inventory/operations/cell-usage.ts'
import { heldStock } from '#areas/inventory/operations/stock.ts'
import { cellCount } from '#areas/inventory/operations/work-fields.ts'
import { shortages } from '#areas/outbound/operations/report-rows.ts'
import { distinctCount, documentCounts, percent } from './figures.ts'

const cellFields = { CELL_COUNT: distinct(cellCount, 'CELL_CD') }

export const inventoryHoldReport = defineSummary(heldStock, {
  name: 'reports/inventory-hold',
  title: label('보류재고 현황', 'Held inventory'),
  by: ['HOLD_KIND_CD', 'HOLD_WHY', 'HELD_SINCE_DT', 'OWNER_CD', 'STOCK_CD'],
  sums: ['QTY', 'CBM', 'KG'],
  offers: ['ZONE_CD', 'CELL_CD', 'LOT_NO', 'VALID_DT', 'CONDITION_CD', 'PALLET_NO', 'BOX_NO'],
  measures: { LOT_COUNT: documentCounts.lots, ...cellFields },
})

export const inventoryShortage = defineSummary(shortages, {
  name: 'reports/inventory-shortage',
  title: label('재고부족 현황', 'Inventory shortage'),
  by: ['OWNER_CD', 'STOCK_CD', 'SAMPLE_YN'],
  sums: ['SHIPMENT_COUNT', 'OPEN_QTY', 'AVAILABLE_QTY', 'SHORT_QTY'],
  measures: { DUE_DT_MIN: minimum(date(label('최초 출고일', 'First ship date')), 'DUE_DT') },
})

const usageFields = {
  USED_COUNT: distinctCount('사용 셀', 'Cells used', 'USED_ID'),
  USED_RATE: percent('셀 사용률 %', 'Cells used %', 'USED_COUNT', 'CELL_COUNT'),
  FILL_RATE: percent('용량 사용률 %', 'Capacity used %', 'FILLED_CBM', 'CAPACITY_CBM'),
}
const cellSums = ['CAPACITY_CBM', 'USED_CBM', 'FILLED_CBM'] as const
const cellKinds = ['ZONE_CD', 'CELL_TYPE_CD', 'TEMPERATURE_CD', 'LOCK_YN', 'USED_YN'] as const
const emptyDays = maximum(cellUsage.output.EMPTY_DAYS, 'EMPTY_DAYS')

export const zoneUsage = defineSummary(cellUsage, {
  name: 'reports/zone-usage',
  title: label('존 사용률', 'Zone usage'),
  by: ['ZONE_CD', 'ZONE_NM', 'TEMPERATURE_CD'],
  sums: cellSums,
  offers: cellKinds,
  measures: { ...cellFields, ...usageFields },
})

export const cellUsageReport = defineSummary(cellUsage, {
  name: 'reports/cell-usage',
  title: label('셀 사용률', 'Cell usage'),
  by: ['ZONE_CD', 'CELL_CD', 'CELL_TYPE_CD', 'USED_YN'],
  sums: [...cellSums, 'STOCK_COUNT', 'OWNER_COUNT', 'UNMEASURED_COUNT'],
  offers: cellKinds,
  measures: { FILL_RATE: usageFields.FILL_RATE, EMPTY_DAYS_MAX: emptyDays },
})

/**
 * Not for owner-restricted users: without seeing other owners' stock they cannot tell which cells
 * are empty.
 */
export const emptyCells = defineSummary(cellUsage, {
  name: 'reports/empty-cells',
  title: label('빈 셀 현황', 'Empty cells'),
  bound: 'refused',
  by: ['ZONE_CD', 'CELL_CD', 'CELL_TYPE_CD', 'TEMPERATURE_CD', 'LOCK_YN', 'EMPTY_SINCE_DT'],
  sums: ['CAPACITY_CBM'],
  offers: cellKinds,
  measures: { ...cellFields, EMPTY_DAYS_MAX: emptyDays },
})
