import { dateTime, quantity, select, text, withOptions } from '#kernel/field.ts'
import { label } from '#kernel/label.ts'
import { defineProcedure, defineQuery } from '#kernel/operation.ts'
import { pick } from '#kernel/table.ts'
import { shipment, shipmentLine } from '../tables/shipment.ts'

const common = { scope: 'warehouse-owner' } as const
const line = {
  SHIPMENT_NO: withOptions(shipmentLine.fields.SHIPMENT_NO, { required: true }),
  LINE_NO: withOptions(shipmentLine.fields.LINE_NO, { required: true }),
}
const kind = select(label('구분', 'Kind'), 'match-kind', { default: 'SERIAL', width: 80 })
const numbers = text(
  label(
    '시리얼·박스번호 (빈칸·쉼표로 구분)',
    'Serial or box nos. (separate with spaces or commas)',
  ),
  {
    width: 300,
    maxLength: 20_000,
  },
)
const boxedQty = withOptions(quantity(label('박스수량', 'Boxed qty')), { width: 90 })

export const matchLines = defineQuery({
  ...common,
  name: 'outbound/match-lines',
  title: label('매칭대상 조회', 'Lines to match'),
  action: 'search',
  search: {
    ...pick(shipment, ['OWNER_CD', 'SHIPMENT_DT', 'SHIPMENT_NO', 'OWNER_ORDER_NO', 'STATE_CD']),
    STOCK_CD: withOptions(shipmentLine.fields.STOCK_CD, { required: false }),
  },
  output: {
    ...line,
    ...pick(shipment, ['OWNER_CD', 'OWNER_ORDER_NO', 'SHIP_TO_NM', 'STATE_CD', 'SHIPMENT_DT']),
    ...pick(shipmentLine, ['STOCK_CD', 'STOCK_NM', 'PICK_QTY']),
    MATCH_QTY: quantity(label('매칭', 'Matched'), { zeroAsEmpty: true }),
    OPEN_QTY: quantity(label('미매칭', 'Unmatched'), { zeroAsEmpty: true }),
    MATCH_CD: kind,
    NUMBERS: numbers,
    BOX_QTY: boxedQty,
  },
})

export const matches = defineQuery({
  ...common,
  name: 'outbound/matches',
  title: label('매칭번호 조회', 'Matched numbers'),
  action: 'search',
  search: { ...line, OWNER_CD: shipmentLine.fields.OWNER_CD },
  output: {
    ...line,
    MATCH_CD: kind,
    MATCH_NO: text(label('번호', 'Number'), { width: 200 }),
    QTY: quantity(label('수량', 'Quantity')),
    CREATED_BY: text(label('등록자', 'Entered by'), { width: 90 }),
    CREATED_AT: dateTime(label('등록일시', 'Entered at')),
  },
})

/** Matches serial numbers, one piece each, or a box with a quantity to lines. */
export const matchNumbers = defineProcedure({
  ...common,
  name: 'outbound/tie-numbers',
  title: label('매칭', 'Match'),
  action: 'save',
  input: {
    ...line,
    MATCH_CD: { ...kind, required: true },
    NUMBERS: { ...numbers, required: true },
    BOX_QTY: boxedQty,
  },
})

export const unmatchNumbers = defineProcedure({
  ...common,
  name: 'outbound/untie-numbers',
  title: label('매칭해제', 'Unmatch'),
  with: [matchNumbers],
  action: 'save',
  input: { ...line, MATCH_NO: text(label('번호', 'Number'), { required: true }) },
})
