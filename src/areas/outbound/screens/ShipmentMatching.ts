import type { WireRow } from '#kernel/field.ts'
import { grid, type WorkScreen } from '#kernel/screen.ts'
import { matches, matchLines, matchNumbers } from '../operations/matching.ts'

const isBox = (row: WireRow) => row['MATCH_CD'] === 'BOX'
const isOpen = (row: WireRow) => (Number(row['OPEN_QTY'] ?? 0) > 0 ? 'warn' : undefined)

export const shipmentMatchingScreen: WorkScreen = {
  kind: 'work',
  route: 'ShipmentMatching',
  search: ['OWNER_CD', 'SHIPMENT_DT', 'SHIPMENT_NO', 'OWNER_ORDER_NO', 'STOCK_CD', 'STATE_CD'],
  searchDefaults: { STATE_CD: '<60' },
  searchAtOpen: true,
  act: matchNumbers,
  link: ['SHIPMENT_NO', 'LINE_NO'],
  grid: grid({
    source: matchLines,
    checks: true,
    columns: [
      { field: 'SHIPMENT_NO', identifies: true },
      'LINE_NO',
      'STOCK_CD',
      { field: 'STOCK_NM', width: 160 },
      'PICK_QTY',
      'MATCH_QTY',
      { field: 'OPEN_QTY', tone: isOpen },
      { field: 'MATCH_CD', editable: true },
      { field: 'NUMBERS', editable: true },
      { field: 'BOX_QTY', editable: isBox },
      'STATE_CD',
      'OWNER_CD',
      { field: 'OWNER_ORDER_NO', identifies: true },
      'SHIP_TO_NM',
      'SHIPMENT_DT',
    ],
  }),
  lines: grid({
    source: matches,
    columns: ['MATCH_CD', 'MATCH_NO', 'QTY', 'CREATED_BY', 'CREATED_AT'],
  }),
}
