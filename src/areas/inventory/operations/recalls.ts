import { integer, quantity, select, text, withOptions } from '#kernel/field.ts'
import { label } from '#kernel/label.ts'
import { defineProcedure, defineQuery } from '#kernel/operation.ts'
import { pick } from '#kernel/table.ts'
import {
  madeDate,
  receivedDate,
  shipToNameRef,
  shipToRef,
  validDate,
} from '#areas/master/tables/references.ts'
import { stock } from '#areas/master/tables/stock.ts'
import { recall } from '../tables/recall.ts'
import { stockBalance } from '../tables/stock-balance.ts'
import { stockMovement } from '../tables/stock-movement.ts'

const partField = (ko: string, en: string) =>
  quantity(label(ko, en), { zeroAsEmpty: true, footer: 'SUM', min: -999_999_999 })

const lot = pick(recall, ['OWNER_CD', 'STOCK_CD', 'LOT_NO'])
const columns = { ...pick(recall, ['RECALL_NO', 'STATE_CD']), ...lot }

/** Search fields for a lot whose number is unknown. */
export const lotFacts = {
  MADE_DT: madeDate,
  VALID_DT: validDate,
  RECEIVED_DT: receivedDate,
  SERIAL_NO: text(label('시리얼번호', 'Serial no.'), { width: 140 }),
} as const

/**
 * Recalled lots with the quantities of their stock and of lots made from it, in the user's
 * warehouses: RECEIVED + RETURNED + MIXED + FROM_OTHERS
 * = STOCK + ALLOC + PICK + TRANSIT + TO_OTHERS + SHIPPED + ADJUSTED.
 * Without search values, returns the open recalls.
 */
export const recallLots = defineQuery({
  name: 'inventory/recall-lots',
  title: label('회수 대상 로트', 'Lots to recall'),
  action: 'search',
  scope: 'owner',
  unit: 'UNIT_CD',
  search: { ...columns, ...lotFacts },
  output: {
    ...columns,
    STOCK_NM: stockBalance.fields.STOCK_NM,
    RECEIVED_QTY: partField('입고', 'Received'),
    STOCK_QTY: partField('셀 재고', 'In cells'),
    ALLOC_QTY: partField('할당', 'Allocated'),
    PICK_QTY: partField('피킹', 'Picked'),
    TRANSIT_QTY: partField('운송중', 'In transit'),
    TO_OTHERS_QTY: partField('다른 창고로 이동', 'To other warehouses'),
    FROM_OTHERS_QTY: partField('다른 창고에서 입고', 'From other warehouses'),
    SHIPPED_QTY: partField('출고', 'Shipped'),
    RETURNED_QTY: partField('반품', 'Returned'),
    OUT_QTY: partField('미회수', 'Not returned'),
    ADJUSTED_QTY: partField('조정', 'Adjusted'),
    MIXED_QTY: partField('다른 로트에서 변경', 'From other lots'),
    UNIT_CD: stock.fields.UNIT_CD,
    LOT_COUNT: integer(label('로트수', 'Lots'), { width: 70 }),
    ...pick(recall, ['LEVEL_CD', 'REASON', 'BLOCKED_BY', 'BLOCKED_AT']),
    ...pick(recall, ['CLOSE_REASON', 'CLOSED_BY', 'CLOSED_AT']),
  },
})

/** Locations of the stock of a lot and of lots made from it. */
export const recallPlaces = defineQuery({
  name: 'inventory/recall-places',
  title: label('회수 대상 위치', 'Locations of a recalled lot'),
  action: 'search',
  scope: 'owner',
  unit: 'UNIT_CD',
  search: lot,
  output: {
    RECALL_PLACE_CD: select(label('위치', 'Place'), 'recall-place', { width: 90 }),
    ...pick(stockBalance, ['WCODE']),
    ...lot,
    VIA: text(label('경로', 'Via'), { width: 170 }),
    ...pick(stockBalance, ['QTY', 'CELL_CD', 'PALLET_NO', 'BOX_NO', 'CONDITION_CD']),
    UNIT_CD: stock.fields.UNIT_CD,
    ...pick(stockMovement, ['DOC_NO']),
    SHIP_TO_CD: shipToRef,
    SHIP_TO_NM: shipToNameRef,
    RETURNED_QTY: partField('반품', 'Returned'),
  },
})

export const blockRecall = defineProcedure({
  name: 'inventory/block-recall',
  title: label('회수 차단', 'Block for recall'),
  action: 'save',
  scope: 'owner',
  input: {
    ...lot,
    LEVEL_CD: withOptions(recall.fields.LEVEL_CD, { default: '2' }),
    REASON: recall.fields.REASON,
  },
})

/**
 * Closes recalls and lifts the block on their lots. Requires a reason while shipped stock has not
 * been returned.
 */
export const closeRecall = defineProcedure({
  name: 'inventory/close-recall',
  title: label('회수 종결', 'Close recall'),
  with: [blockRecall],
  action: 'save',
  scope: 'owner',
  input: {
    RECALL_NO: withOptions(recall.fields.RECALL_NO, { required: true }),
    REASON: recall.fields.CLOSE_REASON,
  },
})
