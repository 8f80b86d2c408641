import { code, text } from '#kernel/field.ts'
import { label } from '#kernel/label.ts'
import { defineTable } from '#kernel/table.ts'
import { changeFields, useFlag } from './common-fields.ts'

export const warehouseCode = code(label('창고', 'Warehouse'), { required: true, width: 70 })

export const warehouse = defineTable({
  name: 'warehouse',
  title: label('창고', 'Warehouse'),
  key: ['WCODE'],
  fields: {
    WCODE: warehouseCode,
    WAREHOUSE_NM: text(label('창고명', 'Warehouse name'), { required: true, width: 180 }),
    LOCATION_NM: text(label('소재지', 'Location'), { width: 160 }),
    USE_YN: useFlag,
    ...changeFields,
  },
})
