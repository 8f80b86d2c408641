import { quantity, text, withOptions } from '#kernel/field.ts'
import { label } from '#kernel/label.ts'
import { definePrintOut, defineQuery } from '#kernel/operation.ts'
import { pick } from '#kernel/table.ts'
import { shipToNameRef, shipToRef } from '#areas/master/tables/references.ts'
import { partnerContact } from '#areas/master/tables/partner.ts'
import { stock } from '#areas/master/tables/stock.ts'
import { recall } from '../tables/recall.ts'

const recipient = {
  RECALL_NO: withOptions(recall.fields.RECALL_NO, { required: true }),
  SHIP_TO_CD: shipToRef,
}

const piecesField = (ko: string, en: string) =>
  quantity(label(ko, en), { zeroAsEmpty: true, footer: 'SUM' })

export const recallFacts = pick(recall, ['RECALL_NO', 'STATE_CD', 'OWNER_CD', 'LOT_NO'])

/** Ship-tos that received recalled stock. Without search values, covers the open recalls. */
export const recallRecipients = defineQuery({
  name: 'inventory/recall-recipients',
  title: label('회수 대상 배송처', 'Ship-tos of a recall'),
  action: 'search',
  scope: 'owner',
  unit: 'UNIT_CD',
  search: { ...recallFacts, SHIP_TO_CD: shipToRef },
  output: {
    ...recipient,
    SHIP_TO_NM: shipToNameRef,
    ...pick(recall, ['STATE_CD', 'LEVEL_CD', 'OWNER_CD', 'STOCK_CD', 'LOT_NO']),
    SHIPPED_QTY: piecesField('출고', 'Shipped'),
    RETURNED_QTY: piecesField('반품', 'Returned'),
    OUT_QTY: piecesField('미회수', 'Not returned'),
    UNIT_CD: stock.fields.UNIT_CD,
    ...partnerContact,
    DOC_NOS: text(label('출고번호', 'Shipment no.'), { width: 200 }),
  },
})

/** One letter per recall and ship-to. */
export const recallLetters = definePrintOut({
  name: 'inventory/recall-letters',
  title: label('회수통지서', 'Recall letter'),
  action: 'print',
  scope: 'owner',
  input: recipient,
})
