import { code, integer, select, text } from '#kernel/field.ts'
import { label } from '#kernel/label.ts'
import { defineQuery } from '#kernel/operation.ts'
import { pick } from '#kernel/table.ts'
import { serialNo } from '../tables/serial.ts'
import { stockBalance } from '../tables/stock-balance.ts'
import { stockMovement } from '../tables/stock-movement.ts'
import { putAwayStock } from './put-away.ts'
import { stockToWork } from './stock-work.ts'

/**
 * Location of a scanned serial and the receipt line that expects it, or the reason why the piece
 * cannot be taken from its location.
 */
export const findSerial = defineQuery({
  name: 'inventory/find-serial',
  title: label('시리얼 위치', 'Serial location'),
  with: [stockToWork, putAwayStock],
  menus: ['Picking', 'PickingCancel', 'ReceivingByOrder'],
  action: 'search',
  scope: 'warehouse-owner',
  search: { SERIAL_NO: serialNo },
  output: {
    ...pick(stockMovement, ['OWNER_CD', 'STOCK_CD']),
    SERIAL_NO: serialNo,
    STATE_CD: select(label('시리얼상태', 'Serial status'), 'serial-state'),
    ...pick(stockBalance, ['CELL_CD', 'LOT_NO', 'PALLET_NO', 'BOX_NO']),
    REASON: text(label('사유', 'Reason')),
    DOC_NO: code(label('전표번호', 'Document no.')),
    // Only set for picked serials.
    ALLOC_ID: text(label('할당번호', 'Allocation no.')),
    // Only set for expected serials.
    RECEIPT_NO: code(label('입고번호', 'Receipt no.')),
    LINE_NO: integer(label('행', 'Line')),
  },
})
