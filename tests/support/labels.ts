import { menuEntries, popupEntries, hiddenEntries } from '#areas/menu-map.ts'
import { stockBalance } from '#areas/inventory/tables/stock-balance.ts'
import { stockMovement } from '#areas/inventory/tables/stock-movement.ts'
import { receipt } from '#areas/inbound/tables/receipt.ts'
import { owner } from '#areas/master/tables/owner.ts'
import { shipTo, supplier } from '#areas/master/tables/partner.ts'
import { cell, zone } from '#areas/master/tables/place.ts'
import { stock } from '#areas/master/tables/stock.ts'
import { shipment } from '#areas/outbound/tables/shipment.ts'
import { commands, type CommandId } from '#commands/index.ts'
import type { Label } from '#kernel/label.ts'
import type { Table } from '#kernel/table.ts'

/**
 * Korean texts as the product defines them, for tests that find page elements by label. Renaming a
 * label then breaks no test. Only tests of the wording itself contain labels.
 */
const screens = new Map(
  [...menuEntries, ...popupEntries, ...hiddenEntries].map((entry) => [entry.route, entry.title.ko]),
)

/** `screenTitle('Zone')`: title of a route in menu, palette and title bar. */
export function screenTitle(route: string): string {
  const title = screens.get(route)
  if (title === undefined) throw new Error(`no screen has the route ${route}`)
  return title
}

/** `commandTitle('app.log-out')`: title of a command in palette and help. */
export function commandTitle(id: CommandId): string {
  return commands[id].title.ko
}

export function shortTitle(id: CommandId): string {
  const command: { readonly title: Label; readonly short?: Label } = commands[id]
  return (command.short ?? command.title).ko
}

function fieldLabel<T extends Table>(table: T, name: keyof T['fields'] & string): Label {
  const field = table.fields[name]
  if (!field) throw new Error(`${table.name} has no field ${name}`)
  return field.label
}

export const columnLabels = {
  OWNER_CD: fieldLabel(stockBalance, 'OWNER_CD'),
  OWNER_NM: fieldLabel(owner, 'OWNER_NM'),
  STOCK_CD: fieldLabel(stock, 'STOCK_CD'),
  STOCK_NM: fieldLabel(stock, 'STOCK_NM'),
  BARCODE: fieldLabel(stock, 'BARCODE'),
  UNIT_CD: fieldLabel(stock, 'UNIT_CD'),
  SUPPLIER_CD: fieldLabel(supplier, 'SUPPLIER_CD'),
  SUPPLIER_NM: fieldLabel(supplier, 'SUPPLIER_NM'),
  MANAGER_NM: fieldLabel(supplier, 'MANAGER_NM'),
  SHIP_TO_CD: fieldLabel(shipTo, 'SHIP_TO_CD'),
  SHIP_TO_NM: fieldLabel(shipTo, 'SHIP_TO_NM'),
  ZONE_CD: fieldLabel(stockBalance, 'ZONE_CD'),
  ZONE_NM: fieldLabel(zone, 'ZONE_NM'),
  CELL_CD: fieldLabel(stockBalance, 'CELL_CD'),
  PICK_SEQ: fieldLabel(cell, 'PICK_SEQ'),
  LOT_NO: fieldLabel(stockBalance, 'LOT_NO'),
  MARK: fieldLabel(stockBalance, 'MARK'),
  VALID_DT: fieldLabel(stockBalance, 'VALID_DT'),
  CONDITION_CD: fieldLabel(stockBalance, 'CONDITION_CD'),
  PALLET_NO: fieldLabel(stockBalance, 'PALLET_NO'),
  BOX_NO: fieldLabel(stockBalance, 'BOX_NO'),
  STOCK_QTY: fieldLabel(stockBalance, 'QTY'),
  ALLOC_QTY: fieldLabel(stockBalance, 'ALLOC_QTY'),
  PICK_QTY: fieldLabel(stockBalance, 'PICK_QTY'),
  QTY: fieldLabel(stockMovement, 'QTY'),
  REASON: fieldLabel(stockMovement, 'REASON'),
  LINE_NO: fieldLabel(stockMovement, 'DOC_LINE'),
  USER_ID: fieldLabel(stockMovement, 'USER_ID'),
  RECEIPT_NO: fieldLabel(receipt, 'RECEIPT_NO'),
  RECEIPT_DT: fieldLabel(receipt, 'RECEIPT_DT'),
  OWNER_ORDER_NO: fieldLabel(receipt, 'OWNER_ORDER_NO'),
  EXPECTED_QTY: fieldLabel(receipt, 'ORDER_QTY'),
  RECEIVE_QTY: fieldLabel(receipt, 'RECEIVE_QTY'),
  PROGRESS: fieldLabel(receipt, 'PROGRESS'),
  SHIPMENT_NO: fieldLabel(shipment, 'SHIPMENT_NO'),
  SHIPMENT_DT: fieldLabel(shipment, 'SHIPMENT_DT'),
  ORDER_QTY: fieldLabel(shipment, 'ORDER_QTY'),
  SHIP_QTY: fieldLabel(shipment, 'SHIP_QTY'),
  REMARK: fieldLabel(stock, 'REMARK'),
  USE_YN: fieldLabel(stock, 'USE_YN'),
}

type ColumnTitles = Readonly<Record<keyof typeof columnLabels, string>>

/** Korean column titles: `columnTitles.OWNER_CD`. */
export const columnTitles = Object.fromEntries(
  Object.entries(columnLabels).map(([name, { ko }]) => [name, ko]),
) as ColumnTitles

export const testLabel = (text: string): Label => ({ ko: text, en: text })

/** Cursor position in the status line: `rowStatus(1, 3)`. */
export const rowStatus = (row: string | number, rows: string | number): string =>
  `행 ${row} / ${rows}`

/** Cursor position as a pattern: `rowPattern('1', '\\d')`. */
export const rowPattern = (row: string, rows: string): RegExp => new RegExp(rowStatus(row, rows))

export const pageTexts = {
  homeTips: '추천 단축키',
  loginAgain: '다시 로그인',
  resending: '연결 끊김 · 재전송 중',
  uploadChecked: '서버 검증 완료',
  uploadReady: '✓ 서버 검증 완료: 저장할 수 있습니다.',
  uploadSaved: '저장됨',
  scanShipment: '출고번호를 스캔하거나 입력하세요',
  scanItem: '품목을 스캔하세요.',
  queued: (scans: number) => `대기열 ${scans}`,
  unsent: (saves: number) => `저장 대기 ${saves}`,
  rowsRead: (rows: number | string) => `${rows}행을 읽습니다`,
  rowsSaved: (rows: number) => `${rows}행 저장됨`,
  rowsWrong: (rows: number | string) => `오류 ${rows}행`,
  saved: (records: number) => `${records}건을 저장했습니다.`,
  movements: (lines: number, total: number | string) => `수불 ${lines}건 합계 ${total}`,
}
