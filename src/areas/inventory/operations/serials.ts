import { code, dateTime, select, text } from '#kernel/field.ts'
import { label } from '#kernel/label.ts'
import { defineQuery } from '#kernel/operation.ts'
import { pick } from '#kernel/table.ts'
import { stockBalance } from '../tables/stock-balance.ts'
import { serialNo } from '../tables/serial.ts'
import { stockMovement } from '../tables/stock-movement.ts'

const common = { action: 'search', scope: 'warehouse-owner' } as const

const serial = {
  OWNER_CD: stockMovement.fields.OWNER_CD,
  STOCK_CD: stockMovement.fields.STOCK_CD,
  SERIAL_NO: serialNo,
}
const state = select(label('시리얼상태', 'Serial status'), 'serial-state', { width: 90 })
const place = pick(stockBalance, ['CELL_CD', 'LOT_NO', 'VALID_DT', 'PALLET_NO', 'BOX_NO'])

/** Serials and their current location. Serials that left are listed under their last location. */
export const serialStock = defineQuery({
  ...common,
  name: 'inventory/serial-stock',
  title: label('재고시리얼', 'Stock serials'),
  search: { ...serial, STATE_CD: state, ...pick(stockBalance, ['CELL_CD', 'LOT_NO']) },
  output: {
    ...serial,
    STOCK_NM: stockMovement.fields.STOCK_NM,
    STATE_CD: state,
    ...place,
    SHIPMENT_NO: code(label('출고번호', 'Shipment no.'), { width: 150 }),
    DOC_NO: stockMovement.fields.DOC_NO,
    NOTED_AT: dateTime(label('기록일시', 'Posted at')),
  },
})

/** Every movement and pick of serials, latest first. */
export const serialTrace = defineQuery({
  ...common,
  name: 'inventory/serial-trace',
  title: label('재고시리얼 추적', 'Stock serial trace'),
  search: { ...serial, STATE_CD: state, DOC_NO: stockMovement.fields.DOC_NO },
  output: {
    NOTED_AT: dateTime(label('기록일시', 'Posted at')),
    ...serial,
    STATE_CD: state,
    ...pick(stockMovement, ['MOVEMENT_CD', 'DOC_NO', 'FROM_CELL_CD', 'TO_CELL_CD', 'MOVEMENT_NO']),
    USER_ID: text(label('작업자', 'User'), { width: 90 }),
  },
})
