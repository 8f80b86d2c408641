import { date, text } from '#kernel/field.ts'
import { label } from '#kernel/label.ts'
import { defineTable } from '#kernel/table.ts'
import { cell, zone } from '#areas/master/tables/place.ts'
import { changeFields, lotNo, ownerRef, stockRef } from '#areas/master/tables/references.ts'

/** Period of a rule: from the first date to the last, or open-ended. */
const period = {
  FROM_DT: date(label('보류시작일', 'Held from'), { required: true }),
  TO_DT: date(label('보류종료일', 'Held until')),
  REASON: text(label('보류사유', 'Reason'), { required: true, width: 240, maxLength: 200 }),
  ...changeFields,
}

export const cellHoldRule = defineTable({
  name: 'cell_hold',
  title: label('셀 보류규칙', 'Cell hold rule'),
  key: ['WCODE', 'CELL_CD', 'FROM_DT'],
  scope: { warehouse: 'WCODE' },
  fields: {
    WCODE: cell.fields.WCODE,
    CELL_CD: { ...cell.fields.CELL_CD, kind: 'lookup', lookup: 'cell' },
    ...period,
  },
})

export const zoneHoldRule = defineTable({
  name: 'zone_hold',
  title: label('존 보류규칙', 'Zone hold rule'),
  key: ['WCODE', 'ZONE_CD', 'FROM_DT'],
  scope: { warehouse: 'WCODE' },
  fields: {
    WCODE: zone.fields.WCODE,
    ZONE_CD: { ...zone.fields.ZONE_CD, kind: 'lookup', lookup: 'zone' },
    ...period,
  },
})

export const stockHoldRule = defineTable({
  name: 'stock_hold',
  title: label('품목 보류규칙', 'Item hold rule'),
  key: ['OWNER_CD', 'STOCK_CD', 'FROM_DT'],
  scope: { owner: 'OWNER_CD' },
  fields: { OWNER_CD: ownerRef, STOCK_CD: stockRef, ...period },
})

export const lotHoldRule = defineTable({
  name: 'lot_hold',
  title: label('로트 보류규칙', 'Lot hold rule'),
  key: ['OWNER_CD', 'STOCK_CD', 'LOT_NO', 'FROM_DT'],
  scope: { owner: 'OWNER_CD' },
  fields: {
    OWNER_CD: ownerRef,
    STOCK_CD: stockRef,
    LOT_NO: { ...lotNo, required: true },
    ...period,
  },
})
