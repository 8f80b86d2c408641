import { withOptions } from '#kernel/field.ts'
import { label } from '#kernel/label.ts'
import { defineProcedure, defineQuery } from '#kernel/operation.ts'
import { pick } from '#kernel/table.ts'
import { warehouse } from '../tables/warehouse.ts'

const common = { menus: ['Zone'], scope: 'warehouse' } as const

export const thisWarehouse = defineQuery({
  ...common,
  name: 'system/this-warehouse',
  title: label('창고 정보', 'Warehouse details'),
  bound: 'open',
  action: 'search',
  search: {},
  output: warehouse.fields,
})

export const saveWarehouse = defineProcedure({
  ...common,
  name: 'system/save-warehouse',
  title: label('창고 정보', 'Warehouse details'),
  bound: 'refused',
  action: 'save',
  maxRows: 1,
  input: {
    ...pick(warehouse, ['WAREHOUSE_NM']),
    LOCATION_NM: withOptions(warehouse.fields.LOCATION_NM, { required: true }),
  },
})
